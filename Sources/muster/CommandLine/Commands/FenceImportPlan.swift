internal import Geodesy
internal import MusterValues

/// Which features of a file can become geofences, and why the others can't.
struct FenceImportPlan: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The feature's place in the file, from 0.
    let index: Int
    let id: String
    let json: JSONValue
  }

  struct Refusal: Equatable, Sendable {
    let index: Int
    let id: String?
    let message: String

    func line(in file: String) -> String {
      "\(Shown.text(file)): feature \(index + 1)\(id.map { " '\(Shown.text($0))'" } ?? ""): \(Shown.text(message, limit: 500))"
    }

    var json: JSONValue {
      [
        "Feature": .integer(Int64(index + 1)), "GeofenceId": id.map { .string($0) } ?? .null,
        "Message": .string(message),
      ]
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var refusals: [Refusal] = []
  /// How many of the refusals were made before anything was sent.
  private(set) var localRefusals = 0

  init(_ features: [FeatureFile.Feature]) {
    var known: Set<Identifier> = []
    for feature in features {
      switch Self.check(feature, &known) {
      case .success(let entry): entries.append(entry)
      case .failure(let refusal): refusals.append(refusal.refusal)
      }
    }
    localRefusals = refusals.count
  }

  mutating func refuse(_ entry: Entry, _ message: String) {
    refusals.append(Refusal(index: entry.index, id: entry.id, message: message))
  }

  private struct Refused: Error { let refusal: Refusal }

  private static func check(_ feature: FeatureFile.Feature, _ known: inout Set<Identifier>) -> Result<Entry, Refused> {
    func refused(_ message: String) -> Result<Entry, Refused> {
      .failure(Refused(refusal: Refusal(index: feature.index, id: feature.id, message: message)))
    }
    guard let id = feature.id else { return refused("has no id and no name") }
    guard isName(id) else {
      return refused("the id must be 1 to 100 letters, digits, '-', '.' and '_'")
    }
    guard known.insert(Identifier(id)).inserted else { return refused("an earlier feature has the same id") }
    switch feature.shape {
    case .failure(let fault): return refused(fault.message)
    case .success(let shape):
      do {
        _ = try PreparedShape(validating: shape, rules: .amazon)
      } catch {
        return refused(error.message)
      }
      let json = LocationOperation.entry(id: id, geometry: GeometryBody.json(of: shape), properties: feature.properties)
      return .success(Entry(index: feature.index, id: id, json: json))
    }
  }

  /// The pattern of the service's type Id: letters and numbers of any script, hyphen, full stop, underscore.
  static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return (1...100).contains(scalars.count)
      && scalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
          .letterNumber, .otherNumber:
          true
        default: scalar == "-" || scalar == "." || scalar == "_"
        }
      }
  }
}
