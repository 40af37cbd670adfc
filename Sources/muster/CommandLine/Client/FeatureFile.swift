internal import Geodesy
internal import MusterJSON
internal import MusterValues

/// The features of a GeoJSON file.
enum FeatureFile {
  struct Fault: Error, Equatable, Sendable {
    let message: String
  }

  struct Feature: Equatable, Sendable {
    /// Place in the file, from 0.
    let index: Int
    let id: String?
    let shape: Result<Shape, Fault>
    /// The first three text properties that fit a geofence's limits.
    let properties: [NamedText]
  }

  static func read(
    _ path: String, idProperty: String, _ context: CommandContext
  ) throws(CommandFailure) -> [Feature] {
    let bytes = try context.read(path)
    do {
      return features(try JSON.parse(bytes), idProperty: idProperty)
    } catch {
      throw CommandFailure(.geometry, "\(Shown.text(path)): \(error)")
    }
  }

  static func features(_ json: JSONValue, idProperty: String) -> [Feature] { [] }
}
