/// The hours of a week at which a fence is there: `Mon-Fri 08:00-18:00; Sat 09:00-12:00`.
///
/// Days come before their hours; several of each may be given, parted by blanks, commas or semicolons. Hours whose end is
/// not after their start run into the next day and belong to the day on which they start. `24:00` is a day's end.
public struct WeeklyHours: Sendable, Hashable {
  /// One stretch of hours.
  public struct Opening: Sendable, Hashable {
    /// 0 is Monday.
    public let weekday: Int
    /// Minutes from the day's midnight.
    public let start: Int
    /// Minutes from the same midnight; beyond 1,440 when it runs into the next day.
    public let end: Int
  }

  public let openings: [Opening]

  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// What could not be read, in words.
  public struct Fault: Error, Sendable, Equatable {
    public let message: String
  }

  /// - Parameter text: hours, and at the end perhaps a time zone's name.
  /// - Returns: the hours and the zone's name, when there is one.
  public static func read(_ text: String) throws(Fault) -> (hours: WeeklyHours, zone: String?) {
    var words = text.split { " ,;\t".contains($0) }.map(String.init)
    var zone: String?
    if let last = words.last, last.contains("/") || last.lowercased() == "utc" {
      zone = last.contains("/") ? last : "UTC"
      words.removeLast()
    }
    var days: [Int] = []
    var hasHours = false
    var openings: Set<Opening> = []
    for word in words {
      if word.contains(":") {
        let (start, end) = try hours(word)
        guard !days.isEmpty else { throw Fault(message: "the hours \(word) need days before them, such as Mon-Fri") }
        for day in days { openings.insert(Opening(weekday: day, start: start, end: end)) }
        hasHours = true
      } else {
        if hasHours { days = [] }
        hasHours = false
        days += try weekdays(word)
      }
    }
    guard hasHours else { throw Fault(message: "days need hours after them, such as 08:00-18:00 or 00:00-24:00") }
    let sorted = openings.sorted { ($0.weekday, $0.start, $0.end) < ($1.weekday, $1.start, $1.end) }
    return (WeeklyHours(openings: sorted), zone)
  }

  /// `Mon` or `Sat-Tue`.
  private static func weekdays(_ word: String) throws(Fault) -> [Int] {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { days.firstIndex(of: $0.lowercased()) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil else {
      throw Fault(message: "\"\(word)\" is neither a day (Mon, Tue, Wed, Thu, Fri, Sat, Sun) nor days nor hours")
    }
    return (0...(last - first + 7) % 7).map { (first + $0) % 7 }
  }

  /// `08:00-18:00`, in minutes.
  private static func hours(_ word: String) throws(Fault) -> (Int, Int) {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440 else {
      throw Fault(message: "\"\(word)\" is no stretch of hours such as 08:00-18:00")
    }
    guard start != end else {
      throw Fault(message: "the hours \(word) end where they start; a whole day is 00:00-24:00")
    }
    return (start, end > start ? end : end + 1440)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == 0x3A else { return nil }
    let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard minute < 60, hour < 24 || (hour == 24 && minute == 0) else { return nil }
    return hour * 60 + minute
  }
}
