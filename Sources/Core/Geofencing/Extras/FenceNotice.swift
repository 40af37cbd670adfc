public import MusterValues

/// Something to tell of a device and a fence that is neither ENTER nor EXIT.
public struct FenceNotice: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// It stayed for as long as asked. Milliseconds since it entered.
    case dwell(Int64)
    /// It came within the distance asked, and is outside. Metres from the border.
    case approach(Double)
    /// It was outside at the sample before, of this effective time, and is outside now; the straight line between crosses.
    case passedThrough(since: Timestamp)
  }

  public let kind: Kind
  public let fence: Int32

  public init(_ kind: Kind, fence: Int32) {
    self.kind = kind
    self.fence = fence
  }
}
