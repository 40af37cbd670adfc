internal import MusterValues

/// An event on one line, for people.
enum EventLine {
  /// `08:30:00  truck-1       -> ENTER  Gate`. The arrow and the word say the same, so that no colour is needed.
  static func text(_ event: LocationEvent, colour: Bool = false, offset: (Timestamp) -> Int) -> String {
    let time = event.sampled.map { clock($0, secondsFromGreenwich: offset($0)) } ?? "--:--:--"
    let device = padded(Shown.text(event.device.text, limit: 40), to: 14)
    let fence = event.fence.map { "  " + Shown.text($0.text, limit: 60) } ?? ""
    let reason = event.reason.map { " (\(Shown.text($0, limit: 40)))" } ?? ""
    let (sign, escape) =
      switch event.kind {
      case .enter: ("-> ENTER", "32")
      case .exit: ("<- EXIT ", "33")
      case .update: (" . UPDATE", "2")
      case .belowMinimum, .uncertain: (" ! \(event.kind.rawValue)", "31")
      case .dwell, .approach, .passedThrough, .minimumReached, .certain: (" * \(event.kind.rawValue)", "36")
      }
    return "\(time)  \(device)  \(colour ? "\u{1B}[\(escape)m\(sign)\u{1B}[0m" : sign)\(fence)\(reason)"
  }

  /// `hh:mm:ss` of the local day.
  static func clock(_ moment: Timestamp, secondsFromGreenwich: Int) -> String {
    let local = moment.advanced(byMilliseconds: Int64(secondsFromGreenwich) * 1000)
    return String(local.iso8601Seconds.dropFirst(11).prefix(8))
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - DisplayWidth.of(text), 0))
  }
}
