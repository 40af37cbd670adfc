internal import MusterValues

/// An element of a batch answer's `Errors`.
enum BatchFault {
  /// `DEVICE: ValidationError: what is wrong`.
  static func line(_ error: JSONValue, name: String) -> String {
    let parts = [error[name]?.text, error["Error"]?["Code"]?.text, error["Error"]?["Message"]?.text]
    return Shown.text(parts.compactMap { $0 }.joined(separator: ": "), limit: 500)
  }
}
