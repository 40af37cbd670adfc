/// The keys of tags and properties that ask for more than Amazon offers.
public enum FenceRuleKey: String, Sendable, CaseIterable {
  case dwell = "muster:dwell"
  case approach = "muster:approach"
  case passing = "muster:passing"
  case expires = "muster:expires"
  case schedule = "muster:schedule"
  case timeZone = "muster:time-zone"
  case occupancy = "muster:occupancy"
  case evaluation = "muster:evaluation"
  case accuracyLevel = "muster:accuracy-level"

  /// What carries a key.
  public enum Bearer: Sendable {
    case collection
    case fence
    case tracker

    /// The keys that mean something on it.
    public var keys: [FenceRuleKey] {
      switch self {
      case .collection: FenceRuleKey.allCases.filter { $0 != .accuracyLevel }
      case .fence: FenceRuleKey.allCases.filter { $0 != .accuracyLevel && $0 != .evaluation }
      case .tracker: [.accuracyLevel]
      }
    }

    var name: String {
      switch self {
      case .collection: "a geofence collection"
      case .fence: "a geofence"
      case .tracker: "a tracker"
      }
    }
  }

  /// Whether a key claims to be one of these, in any case: a misspelt one must not pass for somebody else's.
  public static func isClaimed(by key: String) -> Bool {
    key.utf8.prefix(7).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }.elementsEqual("muster:".utf8)
  }
}

/// Why a rule can't be taken.
public struct FenceRuleError: Error, Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
  public enum Code: String, Sendable {
    case unknownKey = "UnknownKey"
    case badValue = "BadValue"
  }

  public let code: Code
  public let key: String
  /// What is wrong, without the key.
  public let message: String

  init(_ code: Code, _ key: String, _ message: String) {
    self.code = code
    self.key = key
    self.message = message
  }

  public var description: String { "\(key): \(message)" }
  public var debugDescription: String { "\(code.rawValue) \(description)" }
}
