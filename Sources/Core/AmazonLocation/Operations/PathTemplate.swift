/// An operation's path, such as `/tags/{ResourceArn}`, held against raw paths without copying them.
struct PathTemplate: Sendable {
  private enum Segment: Sendable {
    case literal([UInt8])
    case name(String)
  }

  let definition: OperationDefinition
  let method: String
  private let segments: [Segment]

  init(_ definition: OperationDefinition) {
    self.definition = definition
    method = definition.method
    segments = definition.path.dropFirst().split(separator: "/").map { segment in
      segment.hasPrefix("{") ? .name(String(segment.dropFirst().dropLast())) : .literal(Array(segment.utf8))
    }
  }

  /// A name stands for any one segment, also an empty one.
  func matches(_ path: ArraySlice<UInt8>) -> Bool {
    path.withUnsafeBufferPointer { path in
      var at = 0
      for segment in segments {
        guard at < path.count, path[at] == Self.slash else { return false }
        at += 1
        switch segment {
        case .literal(let text):
          guard path.count - at >= text.count else { return false }
          for index in text.indices where path[at + index] != text[index] { return false }
          at += text.count
        case .name: while at < path.count, path[at] != Self.slash { at += 1 }
        }
      }
      return at == path.count
    }
  }

  /// Where the names lie in a path that matches.
  func names(in path: ArraySlice<UInt8>) -> [(name: String, range: Range<Int>)] {
    var names: [(name: String, range: Range<Int>)] = []
    var at = path.startIndex
    for segment in segments {
      at += 1
      switch segment {
      case .literal(let text): at += text.count
      case .name(let name):
        let end = path[at...].firstIndex(of: Self.slash) ?? path.endIndex
        names.append((name, at..<end))
        at = end
      }
    }
    return names
  }

  private static let slash = UInt8(ascii: "/")
}
