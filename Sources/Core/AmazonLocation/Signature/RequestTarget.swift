/// A request target as it stands on the request line, cut at its first `?`.
struct RequestTarget {
  let path: ArraySlice<UInt8>
  /// Nil when there is no `?`.
  let query: ArraySlice<UInt8>?

  init(_ target: [UInt8]) {
    if let mark = target.firstIndex(of: UInt8(ascii: "?")) {
      path = target[..<mark]
      query = target[(mark + 1)...]
    } else {
      path = target[...]
      query = nil
    }
  }

  /// The parameters in the order they were sent, still encoded; a parameter without `=` has an empty value.
  var parameters: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
    guard let query, !query.isEmpty else { return [] }
    return query.split(separator: UInt8(ascii: "&")).map { piece in
      guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return (piece, []) }
      return (piece[..<mark], piece[(mark + 1)...])
    }
  }
}
