/// One number of `/metrics`, without labels.
struct Metric: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  let name: String
  let kind: Kind
  /// One sentence for the operator.
  let help: String
  let value: Int

  init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    self.name = name
    self.kind = kind
    self.help = help
    self.value = value
  }
}
