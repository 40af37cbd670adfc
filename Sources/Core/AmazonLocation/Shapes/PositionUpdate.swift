public import Geodesy
public import MusterValues

/// One reported position: an item of BatchUpdateDevicePosition or BatchEvaluateGeofences.
public struct PositionUpdate: Sendable, Equatable {
  public var device: Identifier
  /// When the device was there, by its own clock.
  public var sampleTime: Timestamp
  /// As sent: longitude or latitude may be out of range, which is an error of this item alone.
  public var position: Coordinate
  /// `Accuracy.Horizontal` in metres, 0...10,000,000; nil when not sent.
  public var horizontalAccuracy: Double?
  public var properties: PropertyMap

  public init(
    device: Identifier, sampleTime: Timestamp, position: Coordinate, horizontalAccuracy: Double? = nil,
    properties: PropertyMap = PropertyMap()
  ) {
    self.device = device
    self.sampleTime = sampleTime
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    self.properties = properties
  }
}

/// A position as it is given back: by GetDevicePosition, the history, or a list.
public struct DevicePosition: Sendable, Equatable {
  public var device: Identifier
  public var sampleTime: Timestamp
  /// When the server took it in.
  public var receivedTime: Timestamp
  public var position: Coordinate
  /// Metres.
  public var horizontalAccuracy: Double?
  public var properties: PropertyMap

  public init(
    device: Identifier, sampleTime: Timestamp, receivedTime: Timestamp, position: Coordinate,
    horizontalAccuracy: Double?, properties: PropertyMap
  ) {
    self.device = device
    self.sampleTime = sampleTime
    self.receivedTime = receivedTime
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    self.properties = properties
  }
}
