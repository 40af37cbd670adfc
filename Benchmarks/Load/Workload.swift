internal import AmazonLocation
internal import Foundation
internal import Geodesy
internal import MusterCrypto
internal import MusterValues

/// Repeatable random numbers (SplitMix64).
struct Randomness: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A town of star-shaped fences and devices that wander through it.
struct Workload {
  static let centre = Coordinate(longitude: -0.12, latitude: 51.5)
  static let metresPerDegreeLatitude = 111_320.0
  static let metresPerDegreeLongitude = 111_320.0 * cos(51.5 * .pi / 180)

  let halfSide: Double
  private var random = Randomness(state: 42)
  private var places: [(x: Double, y: Double, heading: Double)]
  private var steps: [Int]

  /// - Parameter side: of the square town, in metres.
  init(devices: Int, side: Double) {
    halfSide = side / 2
    places = []
    steps = [Int](repeating: 0, count: devices)
    for _ in 0..<devices {
      places.append(
        (
          .random(in: -halfSide...halfSide, using: &random), .random(in: -halfSide...halfSide, using: &random),
          .random(in: 0..<(2 * .pi), using: &random)
        ))
    }
  }

  private func coordinate(_ x: Double, _ y: Double) -> (longitude: Double, latitude: Double) {
    func rounded(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
    return (
      rounded(Self.centre.longitude + x / Self.metresPerDegreeLongitude),
      rounded(Self.centre.latitude + y / Self.metresPerDegreeLatitude)
    )
  }

  /// Rings of 8...64 vertices, 500 m to 2 km across.
  mutating func fences(_ count: Int) -> [JSONValue] {
    (0..<count).map { _ in
      let x = Double.random(in: -halfSide...halfSide, using: &random)
      let y = Double.random(in: -halfSide...halfSide, using: &random)
      let vertices = Int.random(in: 8...64, using: &random)
      let diameter = Double.random(in: 500...2000, using: &random)
      var ring: [JSONValue] = (0..<vertices).map { index in
        let angle = (Double(index) + .random(in: 0.1...0.9, using: &random)) * 2 * .pi / Double(vertices)
        let radius = diameter / 2 * .random(in: 0.6...1, using: &random)
        let place = coordinate(x + radius * cos(angle), y + radius * sin(angle))
        return [.number(place.longitude), .number(place.latitude)]
      }
      ring.append(ring[0])
      return .array([.array(ring)])
    }
  }

  /// The body of the next BatchUpdateDevicePosition: ten devices, each 15 m further than before.
  mutating func update(_ number: Int, start: Timestamp, interval: Int64) -> [UInt8] {
    var writer = JSONWriter(reserving: 1200)
    writer.raw("{\"Updates\":[")
    for slot in 0..<10 {
      let device = (number * 10 + slot) % places.count
      advance(device)
      let time = start.advanced(byMilliseconds: Int64(steps[device]) * interval)
      let place = coordinate(places[device].x, places[device].y)
      if slot > 0 { writer.raw(",") }
      writer.raw("{\"DeviceId\":\"device-")
      writer.integer(Int64(device))
      writer.raw("\",\"SampleTime\":\"")
      writer.raw(Array(time.iso8601.utf8))
      writer.raw("\",\"Position\":[")
      writer.number(place.longitude)
      writer.raw(",")
      writer.number(place.latitude)
      writer.raw("]}")
    }
    writer.raw("]}")
    return writer.bytes
  }

  private mutating func advance(_ device: Int) {
    steps[device] += 1
    var place = places[device]
    place.heading += .random(in: -0.3...0.3, using: &random)
    place.x += 15 * cos(place.heading)
    place.y += 15 * sin(place.heading)
    if abs(place.x) > halfSide || abs(place.y) > halfSide { place.heading += .pi }
    places[device] = place
  }
}

/// Signs as any client does; each request has its own signature.
struct Signing {
  let credentials: SigningCredentials
  let region: String
  let host: String

  static let hashing = SignatureHashing(
    sha256: { SHA256.hash($0) }, hmacSHA256: { HMACSHA256.authenticate(key: $0, message: $1) })

  /// The bytes of a whole HTTP/1.1 request.
  func request(method: String, target: String, body: [UInt8], at moment: Timestamp) -> [UInt8] {
    let headers = [(name: "Host", value: host), (name: "Content-Type", value: "application/json")]
    let signer = RequestSigner(credentials: credentials, region: region, service: "geo", hashing: Self.hashing)
    let signed = signer.sign(
      method: method, target: Array(target.utf8), headers: headers, body: body, at: moment)
    var text = "\(method) \(target) HTTP/1.1\r\n"
    for header in headers + signed.addedHeaders { text += "\(header.name): \(header.value)\r\n" }
    text += "Content-Length: \(body.count)\r\n\r\n"
    return Array(text.utf8) + body
  }
}
