/// A condition key; upper and lower case mean the same.
public struct ContextKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// As it was written.
  public let name: String
  private let folded: String

  public init(_ name: String) {
    self.name = name
    folded = name.lowercased()
  }

  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name }

  public static func == (left: ContextKey, right: ContextKey) -> Bool { left.folded == right.folded }

  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// What is known of a request: condition keys with their values. A key with an empty list is there and has no values.
public struct PolicyContext: Hashable, Sendable {
  private var entries: [Entry]

  private struct Entry: Hashable, Sendable {
    let key: ContextKey
    var values: [String]
  }

  public init(_ entries: [(ContextKey, [String])] = []) {
    self.entries = []
    for (key, values) in entries { self[key] = values }
  }

  public subscript(key: ContextKey) -> [String]? {
    get { entries.first { $0.key == key }?.values }
    set {
      entries.removeAll { $0.key == key }
      if let newValue { entries.append(Entry(key: key, values: newValue)) }
    }
  }
}

extension PolicyContext {
  public subscript(key: ContextKey, default otherwise: @autoclosure () -> [String]) -> [String] {
    get { self[key] ?? otherwise() }
    set { self[key] = newValue }
  }
}

/// The question that policies answer.
public struct PolicyRequest: Hashable, Sendable {
  /// Such as `geo:PutGeofence`.
  public var action: String
  /// An ARN, or `*` for actions on no one resource.
  public var resource: String
  public var context: PolicyContext

  public init(action: String, resource: String, context: PolicyContext = PolicyContext()) {
    self.action = action
    self.resource = resource
    self.context = context
  }
}
