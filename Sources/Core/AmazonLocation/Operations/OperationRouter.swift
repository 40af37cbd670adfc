/// Finds the operation of a method and a raw path.
public struct OperationRouter: Sendable {
  /// An operation with what its path template's names stood for, decoded.
  public struct Match: Sendable {
    public let definition: OperationDefinition
    public let pathParameters: [(name: String, value: String)]

    public var operation: LocationOperation { definition.operation }
  }

  private let routes: [PathTemplate]

  public init() {
    // The busiest operation is looked at first.
    let busiest = LocationOperation.batchUpdateDevicePosition.definition
    let others = LocationOperation.table.filter { $0.operation != busiest.operation } + LocationOperation.extensions
    routes = ([busiest] + others).map { PathTemplate($0) }
  }

  /// nil when no offered operation has that method and path.
  ///
  /// - Throws: a ValidationException when a path parameter holds a broken escape or is not UTF-8.
  public func match(method: String, path: ArraySlice<UInt8>) throws(ServiceError) -> Match? {
    guard let route = routes.first(where: { $0.matches(path) && $0.method == method }) else { return nil }
    var parameters: [(name: String, value: String)] = []
    for (name, range) in route.names(in: path) {
      guard let value = PathAndQuery.decoded(path[range]) else {
        throw .invalid(name, "is not percent-encoded UTF-8", reason: .cannotParse)
      }
      parameters.append((name, value))
    }
    return Match(definition: route.definition, pathParameters: parameters)
  }
}
