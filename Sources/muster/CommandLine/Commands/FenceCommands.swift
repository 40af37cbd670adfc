/// The rows of `muster fence`.
enum FenceCommands {
  static let collection = Option(
    "collection", "NAME", .text, help: "The geofence collection.", environment: ["MUSTER_COLLECTION"], isRequired: true)
  /// The same option where a dry run can do without it.
  static let importCollection = Option(
    "collection", "NAME", .text, help: "The geofence collection; needless with --dry-run.",
    environment: ["MUSTER_COLLECTION"])
  static let id = Operand("ID", .text, help: "The geofence's name.")
  static let ids = Operand("ID", .text, help: "The geofences' names.", arity: .oneOrMore)
  static let file = Operand("FILE", .file, help: "A file of GeoJSON, or of Geobuf when its name ends in .pbf.")
  static let circle = Option(
    "circle", "LON,LAT,METRES", .circle, help: "A circle: its centre in degrees and its radius.")
  static let polygon = Option(
    "polygon", "'LON,LAT ...'", .ring, help: "A polygon's corners in degrees, in order; it is closed if need be.")
  static let geojson = Option("geojson", "FILE", .file, help: "A GeoJSON file with one geometry or feature.")
  static let property = Option(
    "property", "KEY=VALUE", .namedText, help: "A property of the geofence.", isRepeatable: true)
  static let dryRun = Flag("dry-run", help: "Check the file and change nothing.")
  static let idProperty = Option(
    "id-property", "NAME", .text, help: "The property that names a geofence, for features without an id.",
    default: "name")

  static let specification = CommandSpecification(
    group: "fence", summary: "Put, list, import and convert geofences",
    examples: [.init("muster fence import site.geojson --collection MusterPoints")],
    subcommands: [
      CommandSpecification(
        "put", summary: "Put one geofence", operands: [id.specification],
        options: [
          collection.specification, circle.specification, polygon.specification, geojson.specification,
          property.specification,
        ] + ConnectionOptions.all,
        examples: [
          .init("muster fence put Gate --circle -122.3350,47.6080,60 --collection MusterPoints"),
          .init("muster fence put Yard --polygon '0,0 0.01,0 0.01,0.01 0,0.01' --collection MusterPoints"),
        ],
        make: { (invocation) throws(UsageError) in try FenceCommand(put: invocation) }),
      CommandSpecification(
        "get", summary: "Show a geofence", operands: [id.specification],
        options: [collection.specification] + ConnectionOptions.all,
        examples: [.init("muster fence get Gate --collection MusterPoints --json")],
        make: { (invocation) throws(UsageError) in
          try FenceCommand(invocation, .get(id: try invocation.required(id)))
        }),
      CommandSpecification(
        "list", summary: "List the geofences of a collection",
        options: [collection.specification] + ConnectionOptions.all,
        examples: [.init("muster fence list --collection MusterPoints")],
        make: { (invocation) throws(UsageError) in try FenceCommand(invocation, .list) }),
      CommandSpecification(
        "delete", summary: "Delete geofences", operands: [ids.specification],
        options: [collection.specification] + ConnectionOptions.all,
        examples: [.init("muster fence delete Gate Yard --collection MusterPoints")],
        make: { (invocation) throws(UsageError) in
          try FenceCommand(invocation, .delete(ids: invocation.values(ids)))
        }),
      FenceForecastCommand.specification, FenceImportCommand.specification, FenceConvertCommand.specification,
    ])
}
