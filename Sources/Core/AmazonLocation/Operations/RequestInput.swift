public import MusterValues

/// A request as it came in, split into its parts, nothing checked yet.
public struct RequestInput: Sendable {
  public var pathParameters: [(name: String, value: String)]
  public var queryItems: [(name: String, value: String)]
  /// An empty body is an empty object.
  public var body: JSONValue

  public init(
    pathParameters: [(name: String, value: String)] = [], queryItems: [(name: String, value: String)] = [],
    body: JSONValue = .object([])
  ) {
    self.pathParameters = pathParameters
    self.queryItems = queryItems
    self.body = body
  }

  /// The value of a member of the request, wherever it is carried; null counts as absent.
  subscript(member: InputMember) -> JSONValue? {
    switch member.place {
    case .body: body.present(member.name)
    case .path: pathParameters.first { $0.name == member.name }.map { .string($0.value) }
    case .query(let key):
      switch queryItems.filter({ $0.name.utf8.elementsEqual(key.utf8) }).map({ JSONValue.string($0.value) }) {
      case let values where values.isEmpty: nil
      case let values: .array(values)
      }
    }
  }
}

extension JSONValue {
  /// The member of that name, unless it is null.
  func present(_ name: String) -> JSONValue? {
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }
}
