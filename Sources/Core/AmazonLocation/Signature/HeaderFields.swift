/// The header fields that a signature may cover, in the order they were sent: bytes, without a text for each.
public struct HeaderFields: Sendable {
  /// Names and values, one after the other.
  private var bytes: [UInt8] = []
  /// Where each name and each value ends in `bytes`, in turn.
  private var ends: [Int32] = []

  public init(_ headers: [(name: String, value: String)]) {
    ends.reserveCapacity(headers.count * 2)
    for (name, value) in headers {
      bytes.append(text: name)
      ends.append(Int32(clamping: bytes.count))
      bytes.append(text: value)
      ends.append(Int32(clamping: bytes.count))
    }
  }

  /// Takes fields that are in this form already; nil when the ends do not fit the bytes.
  ///
  /// - Parameters:
  ///   - bytes: names and values in turn, in UTF-8.
  ///   - ends: where each name and each value ends.
  public init?(bytes: [UInt8], ends: [Int32]) {
    var previous: Int32 = 0
    for end in ends {
      guard end >= previous else { return nil }
      previous = end
    }
    guard ends.count.isMultiple(of: 2), Int(previous) <= bytes.count else { return nil }
    self.bytes = bytes
    self.ends = ends
  }

  public var count: Int { ends.count / 2 }

  /// The name of a field, as it was sent.
  public func name(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : Int(ends[2 * index - 1]))..<Int(ends[2 * index])]
  }

  /// The value of a field, as it was sent.
  public func value(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(ends[2 * index])..<Int(ends[2 * index + 1])] }
}
