import Geodesy
import Geofencing

/// The bytes are a story of fences put, replaced and removed, and of samples: the index must tell what the plain scan
/// tells, and a device's transitions must be those of its sets of fences, ENTER and EXIT strictly alternating.
struct EvaluationFuzzer {
  /// The index that the server evaluates with.
  private var index = TrieFenceIndex()
  private var scan = LinearFenceIndex()
  private var bytes: ArraySlice<UInt8>
  /// For each device the fences it is in, as events tell.
  private var inside: [UInt8: Set<Int32>] = [:]
  /// The places that mattered so far: vertices, where deciding is hardest.
  private var landmarks: [Coordinate] = [Coordinate(longitude: 0, latitude: 0)]

  static func run(_ bytes: [UInt8]) {
    var fuzzer = EvaluationFuzzer(bytes: bytes[...])
    // Fewer steps than bytes: each takes one at least.
    while let operation = fuzzer.bytes.popFirst() { fuzzer.step(operation) }
    fuzzer.sampleEverywhere()
  }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  private mutating func step(_ operation: UInt8) {
    let number = Int32(operation >> 4)
    switch operation & 15 {
    case 0...2: put(circle(), number)
    case 3...5: put(.polygon(Polygon(rings: [ring()])), number)
    case 6: put(.polygon(Polygon(rings: [ring(), ring()])), number)
    case 7: put(.multiPolygon([Polygon(rings: [ring()]), Polygon(rings: [ring()])]), number)
    case 8, 9:
      index.remove(number: number)
      scan.remove(number: number)
    case 10: box()
    default: sample(device: operation >> 6, at: place())
    }
  }

  private mutating func put(_ shape: Shape, _ number: Int32) {
    guard let prepared = try? PreparedShape(validating: shape, rules: .amazon) else { return }
    index.insert(prepared, number: number)
    scan.insert(prepared, number: number)
    precondition(index.shape(of: number)?.shape == shape, "the index gives another shape back")
    ShapeQueries.check(prepared)
  }

  private mutating func box() {
    let (a, b) = (place(), place())
    guard a.isValid, b.isValid else { return }
    let box = BoundingBox(
      west: a.longitude, south: min(a.latitude, b.latitude),
      east: b.longitude < a.longitude ? b.longitude + 360 : b.longitude, north: max(a.latitude, b.latitude))
    precondition(index.fences(meeting: box) == scan.fences(meeting: box), "the index and the scan differ on \(box)")
  }

  private mutating func sample(device: UInt8, at place: Coordinate) {
    let found = index.fences(containing: place)
    precondition(found == scan.fences(containing: place), "the index and the scan differ at \(place)")
    let before = inside[device, default: []]
    let change = MembershipChange(from: before.sorted(), to: found)
    for fence in change.left { precondition(inside[device, default: []].remove(fence) != nil, "EXIT without ENTER") }
    for fence in change.entered { precondition(inside[device, default: []].insert(fence).inserted, "ENTER twice") }
    precondition(inside[device, default: []] == Set(found), "the transitions do not lead to the fences")
  }

  private mutating func sampleEverywhere() {
    for place in landmarks.suffix(64) { sample(device: 0, at: place) }
  }

  /// A place of a coarse grid, so that edges and vertices coincide; or one beside a landmark; or any double's bits.
  private mutating func place() -> Coordinate {
    let kind = byte()
    let place: Coordinate
    switch kind & 7 {
    case 0...3:
      place = Coordinate(
        longitude: Double(Int8(bitPattern: byte())) * 1.40625, latitude: Double(Int8(bitPattern: byte())) * 0.703125)
    case 4, 5:
      let near = landmarks[Int(byte()) % landmarks.count]
      let steps = byte()
      place = Coordinate(
        longitude: nudged(near.longitude, Int(steps & 15) - 8), latitude: nudged(near.latitude, Int(steps >> 4) - 8))
    case 6: place = Coordinate(longitude: kind & 8 == 0 ? 180 : -180, latitude: Double(Int8(bitPattern: byte())) / 1.4)
    default: place = Coordinate(longitude: bits(), latitude: bits())
    }
    if place.isValid, landmarks.count < 512 { landmarks.append(place) }
    return place
  }

  private func nudged(_ value: Double, _ steps: Int) -> Double {
    (0..<abs(steps)).reduce(value) { value, _ in steps > 0 ? value.nextUp : value.nextDown }
  }

  private mutating func bits() -> Double {
    Double(bitPattern: (0..<8).reduce(UInt64(0)) { bits, _ in bits << 8 | UInt64(byte()) })
  }

  private mutating func circle() -> Shape {
    let size = byte()
    // From a millimetre to 100 km and beyond.
    let radius = (0..<Int(size >> 4)).reduce(0.001 * Double(1 + size & 15)) { radius, _ in radius * 4 }
    return .circle(Circle(center: place(), radius: radius))
  }

  private mutating func ring() -> [Coordinate] {
    var ring = (0..<(3 + Int(byte() & 15))).map { _ in place() }
    ring.append(ring[0])
    return ring
  }
}
