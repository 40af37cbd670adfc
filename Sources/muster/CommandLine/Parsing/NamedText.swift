/// A `KEY=VALUE` argument, such as a tag or a property.
struct NamedText: Equatable, Sendable {
  let name: String
  let value: String
}

extension ValueParser where Value == NamedText {
  static let namedText = ValueParser { text throws(ValueFault) in
    guard let separator = text.firstIndex(of: "="), separator != text.startIndex else {
      throw ValueFault(message: "must be KEY=VALUE")
    }
    return NamedText(name: String(text[..<separator]), value: String(text[text.index(after: separator)...]))
  }
}
