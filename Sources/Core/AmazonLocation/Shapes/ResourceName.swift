public import MusterValues

/// A resource of the tracker and geofence operations, and its Amazon Resource Name.
///
/// `arn:aws:geo:REGION:ACCOUNT:tracker/NAME` or `…:geofence-collection/NAME`. ARNs are rendered from configuration.
public enum ResourceName: Hashable, Sendable {
  case tracker(Identifier)
  case geofenceCollection(Identifier)

  public func arn(in partition: ResourcePartition) -> String {
    switch self {
    case .tracker(let name): "\(partition.prefix)tracker/\(name)"
    case .geofenceCollection(let name): "\(partition.prefix)geofence-collection/\(name)"
    }
  }

  /// Parses an ARN of this server's region and account; nil for any other.
  public init?(arn: String, in partition: ResourcePartition) {
    func name(after kind: String) -> Identifier? {
      let start = partition.prefix + kind + "/"
      guard arn.utf8.starts(with: start.utf8), arn.utf8.count > start.utf8.count else { return nil }
      return Identifier(utf8: arn.utf8.dropFirst(start.utf8.count))
    }
    if let name = name(after: "tracker") {
      self = .tracker(name)
    } else if let name = name(after: "geofence-collection") {
      self = .geofenceCollection(name)
    } else {
      return nil
    }
  }
}

/// Where this server's resources live: region and account.
public struct ResourcePartition: Sendable, Equatable {
  public let region: String
  /// Twelve digits.
  public let account: String

  public init(region: String = "us-east-1", account: String = "000000000000") {
    self.region = region
    self.account = account
  }

  /// `arn:aws:geo:REGION:ACCOUNT:`
  public var prefix: String { "arn:aws:geo:\(region):\(account):" }
}
