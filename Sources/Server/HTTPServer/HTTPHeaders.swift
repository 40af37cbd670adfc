/// The header fields of a request, in the order received, with lookup by name in any ASCII letter case.
///
/// Kept as the bytes that came: two allocations however many fields; text is made when asked for.
public struct HTTPHeaders: Sendable {
  private struct Field {
    let name: Int32
    let value: Int32
    let end: Int32
  }

  private var bytes: [UInt8] = []
  private var fields: [Field] = []

  public init() {}

  public init(_ fields: [(String, String)]) {
    for (name, value) in fields { append(name: name.utf8, value: value.utf8) }
  }

  mutating func reserveCapacity(fields count: Int, bytes size: Int) {
    fields.reserveCapacity(count)
    bytes.reserveCapacity(size)
  }

  /// Adds a field; one that would make the whole larger than 2 GiB is dropped.
  public mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
    let start = bytes.count
    guard let nameStart = Int32(exactly: start), let valueStart = Int32(exactly: start + name.count),
      let end = Int32(exactly: start + name.count + value.count)
    else { return }
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: value)
    fields.append(Field(name: nameStart, value: valueStart, end: end))
  }

  /// The first value of that name.
  public subscript(name: String) -> String? {
    firstIndex(of: name).map { text(fields[$0].value, fields[$0].end) }
  }

  /// Every value of that name, in order.
  public func values(of name: String) -> [String] {
    fields.compactMap { matches($0, name) ? text($0.value, $0.end) : nil }
  }

  /// The bytes of the first value of that name, exactly as sent.
  public func bytes(of name: String) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { bytes[Int(fields[$0].value)..<Int(fields[$0].end)] }
  }

  private func firstIndex(of name: String) -> Int? {
    fields.firstIndex { matches($0, name) }
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    let utf8 = name.utf8
    guard utf8.count == Int(field.value - field.name) else { return false }
    var index = Int(field.name)
    for byte in utf8 {
      guard ASCII.lowercased(bytes[index]) == ASCII.lowercased(byte) else { return false }
      index += 1
    }
    return true
  }

  /// UTF-8 where the bytes are, else ISO 8859-1, in which every byte has a meaning.
  private func text(_ start: Int32, _ end: Int32) -> String {
    let slice = bytes[Int(start)..<Int(end)]
    if let text = String(validating: slice, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(slice.map { Unicode.Scalar($0) }))
  }
}

extension HTTPHeaders: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }

  public subscript(position: Int) -> (name: String, value: String) {
    let field = fields[position]
    return (text(field.name, field.value), text(field.value, field.end))
  }
}

extension HTTPHeaders {
  /// How many fields have that name.
  func count(of name: String) -> Int {
    fields.reduce(0) { $0 + (matches($1, name) ? 1 : 0) }
  }
}
