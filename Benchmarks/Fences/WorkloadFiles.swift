internal import Foundation
internal import Geodesy

/// Reads what `Scripts/bench-fences` lays down.
struct WorkloadFiles {
  let folder: String

  /// A polygon a line: its number of vertices, then longitude and latitude of each, the last like the first.
  func polygons(_ tag: String) throws -> [Shape] {
    try numbers("\(tag).fences.txt") { numbers in
      .polygon(Polygon(rings: [try Self.ring(&numbers)]))
    }
  }

  /// A multipolygon a line: its number of polygons; for each, the number of rings; for each ring as in `polygons`.
  func multiPolygons(_ name: String) throws -> [Shape] {
    try numbers(name) { numbers in
      .multiPolygon(
        try (0..<Self.count(&numbers)).map { _ in
          Polygon(rings: try (0..<Self.count(&numbers)).map { _ in try Self.ring(&numbers) })
        })
    }
  }

  /// Pairs of longitude and latitude, little-endian doubles.
  func points(_ tag: String) throws -> [Coordinate] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(tag).pts.f64"))
    return data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 16)).map { index in
        func double(_ offset: Int) -> Double {
          Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        return Coordinate(longitude: double(index * 16), latitude: double(index * 16 + 8))
      }
    }
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }

  private func numbers(_ name: String, _ body: (inout ArraySlice<Double>) throws -> Shape) throws -> [Shape] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    let text = String(decoding: data, as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      var numbers = line.split(separator: " ").compactMap { Double($0) }[...]
      return try body(&numbers)
    }
  }

  private static func count(_ numbers: inout ArraySlice<Double>) throws -> Int {
    guard let count = numbers.popFirst().flatMap({ Int(exactly: $0) }), count > 0 else {
      throw BenchmarkError(description: "a workload file has a line that ends early")
    }
    return count
  }

  private static func ring(_ numbers: inout ArraySlice<Double>) throws -> [Coordinate] {
    let count = try count(&numbers)
    guard numbers.count >= 2 * count else {
      throw BenchmarkError(description: "a workload file has a ring that ends early")
    }
    let first = numbers.startIndex
    let ring = (0..<count).map { Coordinate(longitude: numbers[first + 2 * $0], latitude: numbers[first + 2 * $0 + 1]) }
    numbers = numbers.dropFirst(2 * count)
    return ring
  }
}
