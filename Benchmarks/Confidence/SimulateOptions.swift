internal import Foundation

struct SimulateOptions {
  /// Seeds that the rules were tuned on are 1...999; some of 1001...6999 were run before the last change. The report uses
  /// others.
  var seeds: ClosedRange<UInt64> = 7001...7020
  var members = 20
  var logs: String?
  var isJSON = false
  var hasFixedIntervals = false
  var hasPoorAccuracy = false
  var plot: String?

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--json" {
        isJSON = true
        continue
      }
      if option == "--fixed-intervals" {
        hasFixedIntervals = true
        continue
      }
      if option == "--poor-accuracy" {
        hasPoorAccuracy = true
        continue
      }
      guard let value = rest.popFirst() else {
        throw Fault(description: "\(option) needs a value; see the file's head")
      }
      switch option {
      case "--seeds":
        let ends = value.split(separator: ".", omittingEmptySubsequences: true).compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else {
          throw Fault(description: "--seeds wants FIRST..LAST, not \(value)")
        }
        seeds = first...last
      case "--members":
        guard let count = Int(value), count > 0 else { throw Fault(description: "--members wants a number above 0") }
        members = count
      case "--logs": logs = value
      case "--plot": plot = value
      default: throw Fault(description: "\(option) is not an option; see the file's head")
      }
    }
  }
}
