/// The name of a device, geofence, tracker, collection or tag key.
///
/// Two identifiers are equal when their UTF-8 bytes are. Swift's `String` merges canonically equivalent texts
/// (U+212B and U+00C5), so that two devices could pass for one; the protocols Muster speaks do not.
/// Order is the order of the bytes.
public struct Identifier: Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// Builds an identifier from UTF-8, or nil when the bytes are not valid UTF-8.
  public init?(utf8 bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self.text = text
  }

  public var bytes: [UInt8] { Array(text.utf8) }
}

extension Identifier: Hashable {
  public static func == (left: Identifier, right: Identifier) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Identifier: Comparable {
  public static func < (left: Identifier, right: Identifier) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension Identifier: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) { self.init(value) }
  public var description: String { text }
}
