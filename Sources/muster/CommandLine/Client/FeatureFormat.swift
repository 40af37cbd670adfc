internal import Geodesy
internal import MusterJSON
internal import MusterValues

/// How a file of fences is written.
enum FeatureFormat: String, CaseIterable, Sendable {
  case geojson, geobuf, wkt

  /// By the ending of the file's name, in any case; nil when it tells nothing.
  init?(path: String) {
    let name = path.lowercased()
    let endings: [(String, FeatureFormat)] = [
      (".geojson", .geojson), (".json", .geojson), (".pbf", .geobuf), (".geobuf", .geobuf), (".wkt", .wkt),
    ]
    guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }

  /// Every feature of a text in this format. A fault spoils the feature it is in; a text that is none gives one failed
  /// feature, or the error of its JSON.
  func read(_ bytes: [UInt8]) throws(JSONError) -> [GeoJSONFeature] {
    switch self {
    case .geojson: return GeoJSON.read(try JSON.parse(bytes))
    case .geobuf: return Geobuf.read(bytes) { try? JSON.parse($0) }
    case .wkt: return WKT.readAll(bytes).map { GeoJSONFeature(shape: $0) }
    }
  }

  /// Why this format can't hold a feature; nil when it can.
  func fault(of shape: Shape) -> String? {
    if self == .wkt, case .circle = shape { return "is a circle, which WKT can't say; GeoJSON and Geobuf can" }
    return nil
  }

  /// The text of features that this format can hold; nil when it can't after all.
  func write(_ features: [GeoJSONFeature]) -> [UInt8]? {
    switch self {
    case .geojson: return GeoJSON.collection(features).encoded + [0x0A]
    case .geobuf: return Geobuf.encode(features: features)
    case .wkt:
      var text = ""
      for feature in features {
        guard case .success(let shape) = feature.shape, let line = WKT.write(shape) else { return nil }
        text += line + "\n"
      }
      return Array(text.utf8)
    }
  }
}
