import MusterIdentity
import MusterValues
import TestSupport
import Testing

@Suite struct MutationTests {
  private let authenticator = TestRequests.authenticator()

  /// Every byte of every covered part, changed in one bit, closes the door.
  @Test func everyCoveredByteCounts() {
    for request in [TestRequests.signed(), TestRequests.presigned()] {
      #expect(authenticator.authenticate(request).principal != nil)
      for index in request.body.indices {
        #expect(authenticator.authenticate(request.with(body: Self.flip(request.body, index))).principal == nil)
      }
      #expect(authenticator.authenticate(request.with(body: request.body + [32])).principal == nil)
      #expect(authenticator.authenticate(request.with(body: [])).principal == nil)
      for index in request.target.indices {
        let target = Self.flip(request.target, index)
        #expect(authenticator.authenticate(request.with(target: target)).principal == nil, "byte \(index)")
      }
      for method in ["post", "POSS", "POSTT", "", "GET"] {
        #expect(authenticator.authenticate(request.with(method: method)).principal == nil)
      }
      for (at, header) in request.texts.enumerated() {
        for index in 0..<header.value.utf8.count {
          var headers = request.texts
          headers[at].value = String(decoding: Self.flip(Array(header.value.utf8), index), as: UTF8.self)
          #expect(
            authenticator.authenticate(request.with(headers: headers)).principal == nil, "\(header.name) byte \(index)")
        }
        var removed = request.texts
        removed.remove(at: at)
        #expect(authenticator.authenticate(request.with(headers: removed)).principal == nil, "\(header.name)")
        let twice = request.texts + [header]
        #expect(authenticator.authenticate(request.with(headers: twice)).principal == nil, "\(header.name)")
      }
    }
  }

  /// What differs only in ways that the canonical form does away with stays the same request.
  @Test func equivalentRequestsStayValid() {
    let request = TestRequests.signed()
    let shuffled = request.with(
      headers: request.texts.reversed().map { ($0.name.uppercased(), "  " + $0.value + " \t") })
    #expect(authenticator.authenticate(shuffled).principal != nil)
    let swapped = request.with(target: Array("/tracking/v0/trackers/T%2F%C3%A9/positions?a=%20x&b=2".utf8))
    #expect(authenticator.authenticate(swapped).principal != nil)
    for path in ["/tracking/v0/trackers/T/%C3%A9/positions", "/tracking/v0/trackers/T%2f%C3%A9/positions"] {
      #expect(authenticator.authenticate(request.with(target: Array("\(path)?b=2&a=%20x".utf8))).principal == nil)
    }
  }

  /// Random damage never traps, and never opens, whatever it hits.
  @Test func survivesRandomDamage() {
    var random = SeededRandom(seed: 31)
    var codes: Set<AuthenticationFailure.Code> = []
    let originals = [TestRequests.signed(), TestRequests.presigned()]
    for round in 0..<8000 {
      var request = originals[round % 2]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: request = request.with(target: Self.damage(request.target, &random))
        case 1: request = request.with(body: Self.damage(request.body, &random))
        default:
          guard let at = request.texts.indices.randomElement(using: &random) else { continue }
          var headers = request.texts
          headers[at].value = String(decoding: Self.damage(Array(headers[at].value.utf8), &random), as: UTF8.self)
          if Bool.random(using: &random) {
            headers[at].name = String(decoding: Self.damage(Array(headers[at].name.utf8), &random), as: UTF8.self)
          }
          request = request.with(headers: headers)
        }
      }
      if let code = authenticator.authenticate(request).code { codes.insert(code) }
    }
    #expect(
      codes.isSuperset(of: [.missingAuthenticationToken, .incompleteSignature, .invalidSignature, .unrecognizedClient]))
  }

  private static func flip(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 1
    return bytes
  }

  private static func damage(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    guard let at = bytes.indices.randomElement(using: &random) else {
      return [UInt8.random(in: 0...255, using: &random)]
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: at)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
    case 3: bytes.removeLast(bytes.count - at)
    default: bytes.append(contentsOf: bytes[at...])
    }
    return bytes
  }
}
