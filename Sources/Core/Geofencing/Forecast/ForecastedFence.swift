/// What a forecast says about one fence.
public struct ForecastedFence: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Outside now, inside within the horizon.
    case enter
    /// Inside now, outside within the horizon.
    case exit
    /// Inside now and until the horizon.
    case idle
  }

  public let number: Int32
  public let kind: Kind
  public let isInside: Bool
  /// Metres to the fence's border, at least 0, in any direction.
  public let distance: Double
  /// Seconds from now to the first crossing of the border; nil when none is forecast.
  public let breach: Double?
  /// Seconds from now to the moment the device is inside, and to the moment it has left again, on a forecast along a
  /// heading; nil when it does not come to that within the horizon.
  public let entry: Double?
  public let exit: Double?
  /// What the forecast is ordered by, in metres.
  let order: Double

  init(
    number: Int32, kind: Kind, isInside: Bool, distance: Double, breach: Double?, entry: Double? = nil,
    exit: Double? = nil, order: Double
  ) {
    self.number = number
    self.kind = kind
    self.isInside = isInside
    self.distance = distance
    self.breach = breach
    self.entry = entry
    self.exit = exit
    self.order = order
  }

  public var cursor: ForecastCursor { ForecastCursor(order: order, number: number) }
}

/// Where a page of a forecast ended. Ordered as forecasts are.
public struct ForecastCursor: Hashable, Sendable, Comparable {
  /// Metres, at least 0; not NaN.
  public let order: Double
  public let number: Int32

  public init(order: Double, number: Int32) {
    self.order = order
    self.number = number
  }

  public static func < (left: ForecastCursor, right: ForecastCursor) -> Bool {
    left.order < right.order || (left.order == right.order && left.number < right.number)
  }
}
