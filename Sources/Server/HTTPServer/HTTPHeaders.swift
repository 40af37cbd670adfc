/// The header fields of a request, in the order received, with lookup by name in any ASCII letter case.
///
/// Kept as the bytes that came: two allocations however many fields; text is made when asked for.
public struct HTTPHeaders: Sendable {
  /// Names and values as they came, one after the other.
  public private(set) var bytes: [UInt8] = []
  /// Where each name and each value ends in `bytes`, in turn.
  public private(set) var ends: [Int32] = []
  /// No byte is above 127, so that the bytes are text without further thought.
  public private(set) var isASCII = true

  public init() {}

  public init(_ fields: [(String, String)]) {
    for (name, value) in fields { append(name: Array(name.utf8), value: Array(value.utf8)) }
  }

  mutating func reserveCapacity(fields count: Int, bytes size: Int) {
    ends.reserveCapacity(count * 2)
    bytes.reserveCapacity(size)
  }

  /// Adds a field; one that would make the whole larger than 2 GiB is dropped.
  public mutating func append(name: [UInt8], value: [UInt8]) {
    name.withUnsafeBytes { name in value.withUnsafeBytes { append(name: name, value: $0) } }
  }

  /// Adds a field; one that would make the whole larger than 2 GiB is dropped.
  public mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard let nameEnd = Int32(exactly: bytes.count + name.count),
      let end = Int32(exactly: bytes.count + name.count + value.count)
    else { return }
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: value)
    ends.append(nameEnd)
    ends.append(end)
    if isASCII { isASCII = HTTPHeaders.isASCII(name) && HTTPHeaders.isASCII(value) }
  }

  /// The first value of that name.
  public subscript(name: String) -> String? {
    firstIndex(of: name).map { text(valueRange($0)) }
  }

  /// Every value of that name, in order.
  public func values(of name: String) -> [String] {
    indices.compactMap { matches($0, name) ? text(valueRange($0)) : nil }
  }

  /// The bytes of the first value of that name, exactly as sent.
  public func bytes(of name: String) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { bytes[valueRange($0)] }
  }

  private func nameRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[2 * index - 1]))..<Int(ends[2 * index])
  }

  private func valueRange(_ index: Int) -> Range<Int> { Int(ends[2 * index])..<Int(ends[2 * index + 1]) }

  private func firstIndex(of name: String) -> Int? {
    indices.first { matches($0, name) }
  }

  private func matches(_ index: Int, _ name: String) -> Bool {
    let range = nameRange(index)
    let utf8 = name.utf8
    guard utf8.count == range.count else { return false }
    var index = range.lowerBound
    for byte in utf8 {
      guard ASCII.lowercased(bytes[index]) == ASCII.lowercased(byte) else { return false }
      index += 1
    }
    return true
  }

  /// UTF-8 where the bytes are, else ISO 8859-1, in which every byte has a meaning.
  private func text(_ range: Range<Int>) -> String {
    let slice = bytes[range]
    if let text = String(validating: slice, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(slice.map { Unicode.Scalar($0) }))
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return all < 0x80
  }
}

extension HTTPHeaders: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count / 2 }

  public subscript(position: Int) -> (name: String, value: String) {
    (text(nameRange(position)), text(valueRange(position)))
  }
}

extension HTTPHeaders {
  /// How many fields have that name.
  func count(of name: String) -> Int {
    var count = 0
    for index in indices where matches(index, name) { count += 1 }
    return count
  }

  /// The bytes of every value of that name, in order, exactly as sent.
  func allBytes(of name: String) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    for index in indices where matches(index, name) { values.append(bytes[valueRange(index)]) }
    return values
  }
}
