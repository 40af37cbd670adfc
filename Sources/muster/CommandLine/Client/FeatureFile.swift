internal import Geodesy
internal import MusterJSON
internal import MusterValues

/// The features of a file, as geofences to be.
enum FeatureFile {
  struct Fault: Error, Equatable, Sendable {
    let message: String
  }

  struct Feature: Equatable, Sendable {
    /// Place in the file, from 0.
    let index: Int
    let id: String?
    let shape: Result<Shape, Fault>
    /// The first three properties that fit a geofence's limits.
    let properties: [NamedText]
  }

  static func read(
    _ path: String, idProperty: String, _ context: CommandContext
  ) throws(CommandFailure) -> [Feature] {
    let bytes = try context.read(path)
    do {
      let format = FeatureFormat(path: path) ?? .geojson
      return features(try format.read(bytes), idProperty: idProperty)
    } catch {
      throw CommandFailure(.geometry, "\(Shown.text(path)): \(error)")
    }
  }

  static func features(_ features: [GeoJSONFeature], idProperty: String) -> [Feature] {
    features.enumerated().map { index, feature in
      let named = JSONValue.object(feature.properties)[idProperty].flatMap(text)
      let shape = feature.shape.mapError { error in
        Fault(message: error.message + (feature.hint.map { "; " + $0 } ?? ""))
      }
      return Feature(
        index: index, id: feature.identifier?.text ?? named, shape: shape,
        properties: properties(of: feature, except: ["id", "radius", idProperty]))
    }
  }

  /// At most three of 1 to 20 characters with a value of 1 to 40: what a geofence can hold.
  private static func properties(of feature: GeoJSONFeature, except names: [String]) -> [NamedText] {
    let fitting = feature.properties.compactMap { member -> NamedText? in
      guard !names.contains(member.name), (1...20).contains(member.name.unicodeScalars.count),
        let value = text(member.value), (1...40).contains(value.unicodeScalars.count)
      else { return nil }
      return NamedText(name: member.name, value: value)
    }
    var known: Set<Identifier> = []
    return Array(fitting.filter { known.insert(Identifier($0.name)).inserted }.prefix(3))
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): NumberText.shortest(number)
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }
}
