import TestSupport
import Testing

@testable import MusterCrypto

@Suite struct CryptoTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256(_ text: String, _ digest: String) {
    #expect(Hexadecimal.text(SHA256.hash(Array(text.utf8))) == digest)
  }

  @Test func sha1() {
    #expect(Hexadecimal.text(SHA1.hash(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(Hexadecimal.text(SHA1.hash([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  /// RFC 4231 test cases 1, 2 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func hmac(_ key: [UInt8], _ message: String, _ code: String) {
    let prepared = HMACSHA256(key: key)
    for _ in 0..<2 { #expect(Hexadecimal.text(prepared.authenticate(Array(message.utf8))) == code) }
    #expect(Hexadecimal.text(HMACSHA256.authenticate(key: key, message: Array(message.utf8))) == code)
  }

  @Test func comparesInConstantTime() {
    #expect(constantTimeEquals([], []))
    #expect(constantTimeEquals([1, 2], [1, 2]))
    #expect(!constantTimeEquals([1, 2], [1, 3]))
    #expect(!constantTimeEquals([1, 2], [1]))
  }

  @Test func randomBytesDiffer() throws {
    #expect(try RandomBytes.make(0) == [])
    #expect(try RandomBytes.make(-1) == [])
    let (first, second) = (try RandomBytes.make(32), try RandomBytes.make(32))
    #expect(first.count == 32 && first != second)
  }

  /// RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(_ plain: String, _ encoded: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test(arguments: ["A", "AA==", "AAA=", "Zh", "Zm9", "AA\n", "é", "++++", "////", "A A"])
  func base64URLRefuses(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func encodingsRoundTrip() {
    var random = SeededRandom(seed: 3)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
      #expect(Hexadecimal.decode(Array(Hexadecimal.text(bytes).uppercased().utf8)) == bytes)
    }
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    #expect(Hexadecimal.decode(Array("0".utf8)) == nil)
    #expect(Hexadecimal.decode(Array("0g".utf8)) == nil)
  }

  /// RFC 3720 appendix B.4, and the customary check value.
  @Test func crc32c() {
    #expect(CRC32C.checksum([]) == 0)
    #expect(CRC32C.checksum(Array("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(CRC32C.checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    var random = SeededRandom(seed: 4)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let whole = CRC32C.checksum(bytes)
      #expect(bytes.withUnsafeBytes { CRC32C.portable($0, continuing: 0) } == whole)
      let cut = Int.random(in: 0...count, using: &random)
      let first = CRC32C.checksum(Array(bytes[..<cut]))
      #expect(CRC32C.checksum(Array(bytes[cut...]), continuing: first) == whole)
    }
  }

  /// The example of RFC 9562 appendix A.4: `www.example.com` in the DNS namespace.
  @Test func uuidVersion5() throws {
    let dns = try #require(Hexadecimal.decode(Array("6ba7b8109dad11d180b400c04fd430c8".utf8)))
    let bytes = UUIDv5.bytes(namespace: dns, name: Array("www.example.com".utf8))
    #expect(Hexadecimal.text(bytes) == "2ed6657de927568b95e12665a8aea6a2")
  }
}
