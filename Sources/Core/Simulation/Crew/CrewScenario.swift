/// A setting in which rules are compared.
public struct CrewScenario: Sendable {
  public let name: String
  let behaviours: [CrewBehaviour]
  /// Wild fixes per hour.
  var wildRate = 0.5
  /// Chance that a phone dies during the run.
  var deathShare = 0.1
  /// Stretches without reception, and with poor reception around them, per hour.
  var gapRate = 0.0
  /// Radius of 68 % of the true error, metres.
  var cep68 = 3.0...8.0
  /// Whether the error's course is replayed from recorded logs.
  var isReplayed = false

  /// Whether every phone reports at a fixed interval of 5 to 60 s, moving or not.
  public var hasFixedIntervals = false

  /// Whether every phone knows its place by networks only: a radius of 68 % of 15 to 50 m in place of `cep68`.
  public var hasPoorAccuracy = false
  var errorRadius: ClosedRange<Double> { hasPoorAccuracy ? 15...50 : cep68 }

  public static let walk = CrewScenario(name: "walk", behaviours: [.walks])
  public static let drive = CrewScenario(name: "drive", behaviours: [.drives])
  public static let edge = CrewScenario(name: "edge", behaviours: [.standsAtEdge])
  public static let inside = CrewScenario(name: "inside", behaviours: [.worksInside])
  public static let canopy = CrewScenario(
    name: "canopy", behaviours: [.walks, .worksInside], gapRate: 3, cep68: 5.0...10.0)
  public static let wild = CrewScenario(name: "wild", behaviours: [.walks, .worksInside, .standsAtEdge], wildRate: 3)
  public static let dying = CrewScenario(name: "dying", behaviours: [.walks, .worksInside], deathShare: 0.6)
  public static let replay = CrewScenario(
    name: "replay", behaviours: [.walks, .drives, .standsAtEdge, .worksInside], isReplayed: true)

  /// All but the replay, which needs recorded logs.
  public static let synthetic: [CrewScenario] = [walk, drive, edge, inside, canopy, wild, dying]
}
