import TestSupport
import Testing

@testable import MusterStorage

@Suite struct ChecksumTests {
  /// The check value of the published catalogues of CRCs, and those of RFC 3720 appendix B.4.
  @Test func knownValues() {
    func check(_ bytes: [UInt8]) -> UInt32 {
      var checksum = CRC32C()
      checksum.update(bytes)
      return checksum.value
    }
    #expect(check(Array("123456789".utf8)) == 0xE306_9283)
    #expect(check([]) == 0)
    #expect(check([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(check([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(check(Array(0..<32)) == 0x46DD_794E)
  }

  @Test func anySplitGivesTheSame() {
    let bytes = SampleData.body(5, count: 61)
    var whole = CRC32C()
    whole.update(bytes)
    for split in 0...61 {
      var parts = CRC32C()
      parts.update(Array(bytes[..<split]))
      parts.update(Array(bytes[split...]))
      #expect(parts.value == whole.value)
    }
    var integer = CRC32C()
    integer.update(Int64(0x0807_0605_0403_0201))
    var same = CRC32C()
    same.update([1, 2, 3, 4, 5, 6, 7, 8])
    #expect(integer.value == same.value)
  }
}
