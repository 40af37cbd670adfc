internal import MusterValues

/// A point given as `LON,LAT`, in degrees.
struct PointArgument: Equatable, Sendable {
  let longitude: Double
  let latitude: Double

  static func parse(_ text: some StringProtocol) throws(ValueFault) -> PointArgument {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let longitude = parts[0], let latitude = parts[1] else {
      throw ValueFault(message: "must be LON,LAT")
    }
    return try checked(longitude: longitude, latitude: latitude)
  }

  static func checked(longitude: Double, latitude: Double) throws(ValueFault) -> PointArgument {
    guard longitude.isFinite, abs(longitude) <= 180 else {
      throw ValueFault(message: "has a longitude beyond -180 to 180")
    }
    guard latitude.isFinite, abs(latitude) <= 90 else {
      let swapped = latitude.isFinite && abs(latitude) <= 180 && abs(longitude) <= 90
      throw ValueFault(message: "has a latitude beyond -90 to 90" + (swapped ? "; the longitude comes first" : ""))
    }
    return PointArgument(longitude: longitude, latitude: latitude)
  }

  var json: JSONValue { [.number(longitude), .number(latitude)] }

  /// A service geometry of one ring, closed if need be.
  static func polygon(_ points: [PointArgument]) -> JSONValue {
    var ring = points
    if let first = points.first, first != points.last { ring.append(first) }
    return ["Polygon": [.array(ring.map(\.json))]]
  }
}

/// A circle given as `LON,LAT,METRES`.
struct CircleArgument: Equatable, Sendable {
  let center: PointArgument
  let radius: Double

  var json: JSONValue { ["Circle": ["Center": center.json, "Radius": .number(radius)]] }
}

extension ValueParser where Value == CircleArgument {
  static let circle = ValueParser { text throws(ValueFault) in
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let radius = Double(parts[2]) else {
      throw ValueFault(message: "must be LON,LAT,METRES")
    }
    guard radius > 0, radius <= 100_000 else { throw ValueFault(message: "has a radius beyond 0 to 100000 m") }
    let center = try PointArgument.parse(parts[0...1].joined(separator: ","))
    return CircleArgument(center: center, radius: radius)
  }
}

extension ValueParser where Value == [PointArgument] {
  static let ring = ValueParser { text throws(ValueFault) in
    var points: [PointArgument] = []
    for word in text.split(separator: " ") { points.append(try PointArgument.parse(word)) }
    guard points.count >= 3 else { throw ValueFault(message: "needs at least 3 corners") }
    return points
  }
}

extension ValueParser where Value == Double {
  static let longitude = ValueParser { text throws(ValueFault) in
    guard let value = Double(text) else { throw ValueFault(message: "is no number") }
    return try PointArgument.checked(longitude: value, latitude: 0).longitude
  }

  static let latitude = ValueParser { text throws(ValueFault) in
    guard let value = Double(text) else { throw ValueFault(message: "is no number") }
    guard value.isFinite, abs(value) <= 90 else { throw ValueFault(message: "has a latitude beyond -90 to 90") }
    return value
  }
}
