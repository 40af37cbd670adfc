/// The accuracy of a fix as it was sent, and what it is taken to mean.
///
/// Missing, zero and negative are three cases. Missing and zero don't say how good the fix is (old Android wrote 0 for
/// "none"), so that it is taken to be mediocre; negative says that it is not one (Apple's mark).
public struct HorizontalAccuracy: Hashable, Sendable {
  public enum Statement: Hashable, Sendable {
    /// A finite radius above 0.
    case stated
    case missing
    case zero
    /// Negative, infinite or not a number: the position means nothing.
    case invalid
  }

  /// Metres, as sent.
  public let radius: Double?
  /// Which share of true positions that radius is meant to hold.
  public let level: ConfidenceLevel

  public init(radius: Double?, level: ConfidenceLevel = .percent68) {
    self.radius = radius
    self.level = level
  }

  /// Metres, radius of 68 %, when none is stated.
  public static let assumedCEP68 = 50.0

  public var statement: Statement {
    guard let radius else { return .missing }
    if radius == 0 { return .zero }
    return radius > 0 && radius.isFinite ? .stated : .invalid
  }

  /// Whether `cep68` is an assumption.
  public var isAssumed: Bool { statement == .missing || statement == .zero }

  /// The radius in metres that holds 68 % of true positions; nil when the fix is invalid.
  public var cep68: Double? {
    switch statement {
    case .stated: radius.map { level.convert($0, to: .percent68) }
    case .missing, .zero: Self.assumedCEP68
    case .invalid: nil
    }
  }
}
