/// Shapes that several operations use.
extension Constraint {
  static let resourceName = Constraint.text(.resourceName)
  static let identifier = Constraint.text(.identifier)
  static let arn = Constraint.text(TextRule(0, 1600, .arn))
  static let description = Constraint.text(TextRule(0, 1000))
  static let kmsKeyID = Constraint.text(TextRule(1, 2048))
  static let token = Constraint.text(TextRule(1, 2000))
  static let largeToken = Constraint.text(TextRule(1, 60_000))
  static let pageSize = Constraint.integer(1...100)
  static let pricingPlan = Constraint.choice(["RequestBasedUsage", "MobileAssetTracking", "MobileAssetManagement"])
  static let pricingPlanDataSource = Constraint.text(TextRule())
  static let positionFiltering = Constraint.choice(PositionFiltering.allCases.map(\.rawValue))
  static let tags = Constraint.map(key: TextRule(1, 128, .tag), value: TextRule(0, 256, .tag), maximum: 50)
  static let geofenceProperties = Constraint.map(key: TextRule(1, 20), value: TextRule(1, 40), maximum: 3)
  static let positionProperties = Constraint.map(key: TextRule(1, 20), value: TextRule(1, 150), maximum: 4)

  /// `[longitude, latitude]`; ranges are not the model's business.
  static let position = Constraint.list(of: .double(nil), minimum: 2, maximum: 2)
  static let linearRing = Constraint.list(of: position, minimum: 4, maximum: nil)
  static let linearRings = Constraint.list(of: linearRing, minimum: 1, maximum: nil)

  static let accuracy = Constraint.structure([.required("Horizontal", .double(PositionUpdate.accuracyRange))])

  static let positionUpdate = Constraint.structure([
    .required("DeviceId", .identifier),
    .required("SampleTime", .timestamp),
    .required("Position", .position),
    .optional("Accuracy", .accuracy),
    .optional("PositionProperties", .positionProperties),
  ])

  static let geometry = Constraint.structure([
    .optional("Polygon", .list(of: linearRing, minimum: 1, maximum: 250)),
    .optional("Circle", .structure([.required("Center", .position), .required("Radius", .double(nil))])),
    .optional("Geobuf", .blob(maximumBytes: 700_000)),
    .optional("MultiPolygon", .list(of: linearRings, minimum: 1, maximum: 250)),
  ])

  static func identifiers(maximum: Int) -> Constraint { .list(of: .identifier, minimum: 1, maximum: maximum) }
}
