internal import MusterValues

/// Keeps count of a demonstration: who is inside what, how much was sent.
struct DemoReport: Equatable, Sendable {
  private(set) var enters = 0
  private(set) var exits = 0
  private(set) var sent = 0
  private(set) var refused = 0
  private var devices: Set<Identifier> = []
  /// Who is inside each geofence, the geofences in the order first heard of.
  private var fences: [Identifier] = []
  private var inside: [Identifier: Set<Identifier>] = [:]

  init(fences: [Identifier]) { self.fences = fences }

  mutating func take(_ event: LocationEvent) {
    devices.insert(event.device)
    guard let fence = event.fence else { return }
    if !fences.contains(fence) { fences.append(fence) }
    switch event.kind {
    case .enter:
      enters += 1
      inside[fence, default: []].insert(event.device)
    case .exit:
      exits += 1
      inside[fence]?.remove(event.device)
    default: break
    }
  }

  mutating func addSent(_ count: Int, refused: Int) {
    sent += count
    self.refused += refused
  }

  /// One line of figures and who is where, no wider than `columns`.
  func status(elapsed: Int64, columns: Int) -> String {
    let minutes = elapsed / 60_000
    let seconds = elapsed / 1000 % 60
    let clock = "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    let refusals = refused > 0 ? "  \(refused) refused" : ""
    let figures = "\(clock)  \(sent) sent\(refusals)  \(enters) in  \(exits) out"
    let places = fences.prefix(12).map { fence in "\(Shown.text(fence.text, limit: 30)): \(names(in: fence))" }
    return Self.cut(([figures] + places).joined(separator: " | "), to: columns)
  }

  private func names(in fence: Identifier) -> String {
    let names = (inside[fence] ?? []).sorted().map { Shown.text($0.text, limit: 30) }
    return names.isEmpty ? "-" : names.joined(separator: " ")
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    var cut = text
    while !cut.isEmpty, DisplayWidth.of(cut) > columns - 1 { cut.removeLast() }
    return cut + "…"
  }

  /// The closing lines.
  func summary(elapsed: Int64) -> String {
    var lines = [
      "\(sent) positions sent\(refused > 0 ? ", \(refused) refused" : "") in \(NumberText.fixed(Double(elapsed) / 1000, decimals: 1)) s",
      "entered: \(enters), left: \(exits), devices that crossed a border: \(devices.count)",
    ]
    var table = TextTable([.init("GEOFENCE"), .init("INSIDE AT THE END")])
    for fence in fences { table.add([fence.text, names(in: fence)]) }
    lines.append(table.text)
    return lines.joined(separator: "\n")
  }
}
