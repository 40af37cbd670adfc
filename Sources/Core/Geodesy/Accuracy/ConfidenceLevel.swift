internal import Foundation

/// Which share of true positions a stated error radius holds.
///
/// Radii of different levels are turned into each other for a circular normal error, where the radius that holds the
/// share p is `sigma * sqrt(-2 ln(1 - p))` (the Rayleigh distribution).
public struct ConfidenceLevel: Hashable, Sendable {
  /// More than 0 and less than 1.
  public let share: Double

  /// Nil when the share is not between 0 and 1.
  public init?(share: Double) {
    guard share > 0, share < 1 else { return nil }
    self.share = share
  }

  private init(known share: Double) { self.share = share }

  /// The circular error probable: half of the true positions.
  public static let half = ConfidenceLevel(known: 0.5)
  /// What Android's `getAccuracy` documents, and what Apple's radius comes to.
  public static let percent68 = ConfidenceLevel(known: 0.68)
  public static let percent90 = ConfidenceLevel(known: 0.9)
  /// What the W3C Geolocation API, gpsd and Cursor on Target speak.
  public static let percent95 = ConfidenceLevel(known: 0.95)
  public static let percent99 = ConfidenceLevel(known: 0.99)

  /// The radius of this level in sigmas of the error in one direction: 1.5096 for 68 %, 2.4477 for 95 %.
  public var sigmas: Double { (-2 * log1p(-share)).squareRoot() }

  /// The radius of another level for an error whose radius of this level is `radius`; same unit.
  public func convert(_ radius: Double, to other: ConfidenceLevel) -> Double {
    self == other ? radius : radius * (other.sigmas / sigmas)
  }
}
