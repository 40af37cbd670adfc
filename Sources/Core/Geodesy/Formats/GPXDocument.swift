public import MusterValues

/// A place in a GPX text, with what is known about it. Nil means that the text does not say.
public struct GPXPoint: Hashable, Sendable {
  public var coordinate: Coordinate
  public var time: Timestamp?
  /// Metres.
  public var elevation: Double?
  /// Metres a second.
  public var speed: Double?
  /// Degrees clockwise from true north.
  public var course: Double?
  /// Dilutions of precision, without unit.
  public var hdop: Double?
  public var vdop: Double?
  public var pdop: Double?
  /// `none`, `2d`, `3d`, `dgps` or `pps`.
  public var fix: String?
  public var satellites: Int?
  public var name: String?

  public init(
    coordinate: Coordinate, time: Timestamp? = nil, elevation: Double? = nil, speed: Double? = nil,
    course: Double? = nil, hdop: Double? = nil, vdop: Double? = nil, pdop: Double? = nil, fix: String? = nil,
    satellites: Int? = nil, name: String? = nil
  ) {
    self.coordinate = coordinate
    self.time = time
    self.elevation = elevation
    self.speed = speed
    self.course = course
    self.hdop = hdop
    self.vdop = vdop
    self.pdop = pdop
    self.fix = fix
    self.satellites = satellites
    self.name = name
  }
}

/// A recorded path: stretches of continuous reception, each in order. Segments may be empty.
public struct GPXTrack: Hashable, Sendable {
  public var name: String?
  public var segments: [[GPXPoint]]

  public init(name: String? = nil, segments: [[GPXPoint]]) {
    self.name = name
    self.segments = segments
  }
}

/// A planned path.
public struct GPXRoute: Hashable, Sendable {
  public var name: String?
  public var points: [GPXPoint]

  public init(name: String? = nil, points: [GPXPoint]) {
    self.name = name
    self.points = points
  }
}

/// What a GPX text holds, in the order of the text.
public struct GPXDocument: Hashable, Sendable {
  /// `1.0` or `1.1`.
  public var version: String
  public var creator: String?
  public var name: String?
  public var time: Timestamp?
  public var waypoints: [GPXPoint]
  public var routes: [GPXRoute]
  public var tracks: [GPXTrack]

  public init(
    version: String = "1.1", creator: String? = nil, name: String? = nil, time: Timestamp? = nil,
    waypoints: [GPXPoint] = [], routes: [GPXRoute] = [], tracks: [GPXTrack] = []
  ) {
    self.version = version
    self.creator = creator
    self.name = name
    self.time = time
    self.waypoints = waypoints
    self.routes = routes
    self.tracks = tracks
  }
}

/// Why a GPX text was refused.
public struct GPXError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable {
    case tooLarge, notXML, notGPX, unsupportedVersion, invalidCoordinate, invalidNumber, invalidTime
    /// Document type declarations and entities are refused: they can make a small text huge.
    case declarationRefused
    case tooDeep
  }

  public let code: Code
  /// The line of the text, from 1, or nil when none is to blame.
  public let line: Int?
  /// A sentence without any coordinate.
  public let message: String

  init(_ code: Code, line: Int? = nil, _ fault: String) {
    self.code = code
    self.line = line
    message = line.map { "line \($0): \(fault)" } ?? fault
  }
}

extension GPXError: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "GPX: \(message)" }
  public var debugDescription: String { "GPXError(\(code.rawValue), line: \(line ?? 0), message: \(message))" }
}
