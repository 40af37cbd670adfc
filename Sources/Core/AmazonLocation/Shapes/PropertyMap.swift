public import MusterValues

/// A small map of text to text: tags, PositionProperties, GeofenceProperties. Keys are compared as UTF-8 bytes and kept
/// in their order.
public struct PropertyMap: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    public let key: Identifier
    public let value: String

    public static func == (left: Entry, right: Entry) -> Bool {
      left.key == right.key && left.value.utf8.elementsEqual(right.value.utf8)
    }
  }

  /// Sorted by key, each key once.
  public private(set) var entries: [Entry]

  public init() { entries = [] }

  /// A later entry of an equal key wins.
  public init(_ pairs: some Sequence<(Identifier, String)>) {
    entries = []
    for (key, value) in pairs { self[key] = value }
  }

  public var isEmpty: Bool { entries.isEmpty }
  public var count: Int { entries.count }

  public subscript(key: Identifier) -> String? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key >= key } ?? entries.endIndex
      let isPresent = index < entries.endIndex && entries[index].key == key
      switch (newValue, isPresent) {
      case (let value?, true): entries[index] = Entry(key: key, value: value)
      case (let value?, false): entries.insert(Entry(key: key, value: value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// As a JSON object of strings.
  public var json: JSONValue { .object(entries.map { JSONValue.Member($0.key.text, .string($0.value)) }) }

  /// From a JSON object of strings; nil when it is anything else.
  public init?(json: JSONValue) {
    guard let members = json.members else { return nil }
    self.init()
    for member in members {
      guard let text = member.value.text else { return nil }
      self[Identifier(member.name)] = text
    }
  }
}
