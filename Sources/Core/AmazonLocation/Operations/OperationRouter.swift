/// Finds the operation of a method and a raw path.
public struct OperationRouter: Sendable {
  /// An operation with what its path template's names stood for, decoded.
  public struct Match: Sendable {
    public let operation: LocationOperation
    public let pathParameters: [(name: String, value: String)]
  }

  private enum Segment: Sendable {
    case literal([UInt8])
    case name(String)
  }

  private struct Route: Sendable {
    let operation: LocationOperation
    let method: String
    let segments: [Segment]

    func matches(_ method: String, _ segments: [[UInt8]]) -> Bool {
      guard self.segments.count == segments.count, self.method == method else { return false }
      for (own, given) in zip(self.segments, segments) {
        if case .literal(let text) = own, text != given { return false }
      }
      return true
    }
  }

  private let routes: [Route]

  public init() {
    // The busiest operation is looked at first.
    let busiest = LocationOperation.batchUpdateDevicePosition.definition
    routes = ([busiest] + LocationOperation.table.filter { $0.operation != busiest.operation }).map { definition in
      Route(
        operation: definition.operation, method: definition.method,
        segments: definition.path.dropFirst().split(separator: "/").map { segment in
          segment.hasPrefix("{") ? .name(String(segment.dropFirst().dropLast())) : .literal(Array(segment.utf8))
        })
    }
  }

  /// nil when no offered operation has that method and path.
  ///
  /// - Throws: a ValidationException when a path parameter holds a broken escape or is not UTF-8.
  public func match(method: String, path: some Collection<UInt8>) throws(ServiceError) -> Match? {
    guard let segments = PathAndQuery.segments(of: path),
      let route = routes.first(where: { $0.matches(method, segments) })
    else { return nil }
    var parameters: [(name: String, value: String)] = []
    for (own, given) in zip(route.segments, segments) {
      guard case .name(let name) = own else { continue }
      guard let value = PathAndQuery.decoded(given) else {
        throw .invalid(name, "is not percent-encoded UTF-8", reason: .cannotParse)
      }
      parameters.append((name, value))
    }
    return Match(operation: route.operation, pathParameters: parameters)
  }
}
