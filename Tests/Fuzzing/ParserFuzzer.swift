import Foundation
import Geodesy
import MusterJSON
import MusterValues

@testable import AmazonLocation
@testable import MusterService

/// libFuzzer's entry: MUSTER_FUZZ_PARSER names the parser that gets the bytes. A trap, a hang or a broken promise is a
/// finding; a thrown error is the right answer to nonsense.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  Parsers.chosen(bytes)
  return 0
}

private enum Parsers {
  static let chosen: @Sendable ([UInt8]) -> Void = {
    switch ProcessInfo.processInfo.environment["MUSTER_FUZZ_PARSER"] {
    case "json": json
    case "positions": positions
    case "signature": signature
    case "geojson": geoJSON
    case "geobuf": geobuf
    case "wkt": wkt
    case "evaluation": { EvaluationFuzzer.run($0) }
    case "gpx": gpx
    case "policy": { PolicyFuzzer.run($0) }
    case "token": token
    case "target": target
    case let other: preconditionFailure("MUSTER_FUZZ_PARSER=\(other ?? "") names no parser")
    }
  }()

  static let decoder = RequestDecoder(rules: .amazon, geobufRules: .geobuf)

  /// A request body, through every operation's decoder.
  @Sendable static func json(_ bytes: [UInt8]) {
    guard let value = try? JSON.parse(bytes) else { return }
    precondition((try? JSON.parse(value.encoded)) == value, "what was written reads back as something else")
    for operation in LocationOperation.allCases {
      let path = operation.definition.members.map { (name: $0.name, value: "name") }
      _ = try? decoder.decode(operation, RequestInput(pathParameters: path, body: value))
    }
  }

  /// The fast path for positions: whatever it takes, the exact parser takes too.
  @Sendable static func positions(_ bytes: [UInt8]) {
    var count = 0
    let isTaken = bytes.withUnsafeBytes { body in
      let padded = UnsafeMutableRawBufferPointer.allocate(byteCount: body.count + 64, alignment: 64)
      defer { padded.deallocate() }
      padded.initializeMemory(as: UInt8.self, repeating: 0)
      padded.copyMemory(from: body)
      let exact = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(padded)[..<body.count])
      return PositionUpdatesParser.parse(exact, form: .updates) { _ in
        count += 1
        return true
      }
    }
    guard isTaken else { return }
    precondition((try? JSON.parse(bytes))?["Updates"]?.elements?.count == count, "the parsers disagree")
  }

  @Sendable static func signature(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let headers = [("Host", "localhost"), ("X-Amz-Date", "20240101T000000Z"), ("Authorization", text)]
    _ = try? SignatureClaim(target: Array("/".utf8), headers: headers.map { (name: $0.0, value: $0.1) })
    _ = try? SignatureClaim(target: Array("/?".utf8) + bytes, headers: [(name: "Host", value: "localhost")])
  }

  @Sendable static func geoJSON(_ bytes: [UInt8]) {
    guard let value = try? JSON.parse(bytes) else { return }
    let features = GeoJSON.read(value)
    for feature in features { ShapeQueries.check(try? feature.shape.get()) }
    // What was read is written and read back.
    let shapes = features.compactMap { try? $0.shape.get() }
    precondition(
      GeoJSON.read(GeoJSON.collection(features)).compactMap { try? $0.shape.get() } == shapes,
      "what was written reads back as something else")
  }

  @Sendable static func geobuf(_ bytes: [UInt8]) {
    ShapeQueries.check(try? Geobuf.decode(bytes))
    let features = Geobuf.read(bytes) { try? JSON.parse($0) }
    for feature in features { ShapeQueries.check(try? feature.shape.get()) }
    guard let written = Geobuf.encode(features: features) else { return }
    let shapes = Geobuf.read(written).compactMap { try? $0.shape.get() }
    precondition(
      shapes.count == features.count { (try? $0.shape.get()) != nil }, "what was written can't be read")
  }

  @Sendable static func wkt(_ bytes: [UInt8]) {
    ShapeQueries.check(try? WKT.read(bytes))
    for case .success(let shape) in WKT.readAll(bytes) {
      guard let text = WKT.write(shape) else { continue }
      precondition((try? WKT.read(Array(text.utf8))) == shape, "what was written reads back as something else")
    }
  }

  @Sendable static func gpx(_ bytes: [UInt8]) {
    guard let document = try? GPX.read(bytes) else { return }
    precondition((try? GPX.read(Array(GPX.write(document).utf8))) != nil, "what was written can't be read")
  }

  @Sendable static func token(_ bytes: [UInt8]) {
    let tokens = PaginationTokens(key: [UInt8](repeating: 7, count: 32))
    let text = String(decoding: bytes, as: UTF8.self)
    let name = try? tokens.readName(text, operation: .listTrackers, scope: [])
    precondition(name == nil || name == .some(nil), "a made-up token was taken")
  }

  @Sendable static func target(_ bytes: [UInt8]) {
    _ = CanonicalRequest(
      method: "GET", target: bytes, headers: [(name: "Host", value: "h")],
      signedHeaders: SignedHeaderNames(signing: [(name: "Host", value: "h")]), payloadHash: [], normalizesPath: true)
  }
}
