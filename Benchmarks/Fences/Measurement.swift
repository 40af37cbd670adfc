internal import CMalloc
internal import Foundation

/// One figure: a line for people, and a JSON object a line for programs.
struct Figure {
  let workload: String
  let name: String
  let value: Double
  let unit: String

  var json: String {
    "{\"engine\":\"muster\",\"workload\":\"\(workload)\",\"name\":\"\(name)\",\"value\":\(value),\"unit\":\"\(unit)\"}"
  }

  var text: String {
    let number = value >= 1000 ? String(Int(value)) : String((value * 1000).rounded() / 1000)
    return "\(workload): \(name) \(number) \(unit)"
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

/// Prints each figure as it comes, and keeps it.
struct Report {
  private(set) var figures: [Figure] = []

  mutating func add(_ workload: String, _ name: String, _ value: Double, _ unit: String) {
    let figure = Figure(workload: workload, name: name, value: value, unit: unit)
    print(figure.text)
    fflush(nil)
    figures.append(figure)
  }
}

enum Clock {
  static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// The least seconds of several passes, and what the last one gave.
  static func best<Result>(of passes: Int, _ body: () -> Result) -> (seconds: Double, result: Result) {
    var (least, result) = time(body)
    for _ in 1..<passes {
      let (seconds, next) = time(body)
      least = min(least, seconds)
      result = next
    }
    return (least, result)
  }

  static func time<Result>(_ body: () -> Result) -> (seconds: Double, result: Result) {
    let start = nanoseconds
    let result = body()
    return (Double(nanoseconds - start) / 1e9, result)
  }
}

enum Memory {
  /// Bytes that the program holds from the allocator.
  static var allocated: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }

  /// Bytes of physical memory, after what is free was given back; nil where the system does not tell.
  static var resident: Int? {
    malloc_trim(0)
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }
}

/// Latencies in nanoseconds.
struct Latencies {
  private var values: [UInt64] = []

  init(reserving count: Int) { values.reserveCapacity(count) }

  var count: Int { values.count }

  mutating func add(_ value: UInt64) { values.append(value) }

  /// In microseconds; a fraction of 1 is the longest. 0 when there are none.
  func sortedQuantiles(_ fractions: [Double]) -> [Double] {
    let sorted = values.sorted()
    return fractions.map { fraction in
      guard !sorted.isEmpty else { return 0 }
      return Double(sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]) / 1000
    }
  }
}

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
