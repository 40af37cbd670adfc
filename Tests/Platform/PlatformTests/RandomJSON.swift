import MusterValues
import TestSupport

/// Random JSON texts, well formed unless mutated.
struct RandomJSON {
  var random: SeededRandom

  mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return pick(["null", "true", "false"])
    case 1: return number()
    case 2: return number()
    case 3, 4, 5: return string()
    case 6, 7:
      let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth - 1) }
      return "[" + elements.joined(separator: space() + "," + space()) + space() + "]"
    default:
      let members = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        string() + space() + ":" + space() + value(depth: depth - 1)
      }
      return "{" + space() + members.joined(separator: ",") + "}"
    }
  }

  mutating func number() -> String {
    pick([
      "0", "-0", "-0.0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e5", "1E-7", "2.5e+3", "1e-400",
      "1e308",
      "0.1", "123456789012345678901234567890", "4.9e-324", "1.7976931348623157e308",
      String(Int64.random(in: .min ... .max, using: &random)),
      Double.random(in: -180...180, using: &random).description,
      Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &random)).description,
    ])
  }

  mutating func string() -> String {
    let pieces = [
      "a", "Z9", " ", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\t"#, #"\b\f\r"#, #"\u0041"#, #"\u00e9"#, #"\ud83d\ude00"#, "é",
      "Å",
      "\u{212B}", "😀", #"\u0000"#, "\u{7F}", "DeviceId",
    ]
    return "\"" + (0..<Int.random(in: 0..<5, using: &random)).map { _ in pick(pieces) }.joined() + "\""
  }

  mutating func space() -> String { pick(["", "", "", " ", "\n", "\t", "\r\n "]) }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// The text with a few bytes changed, dropped, doubled or cut off.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    var bytes = text
    let alphabet = Array(#"{}[]",:\0123456789.eE+-tfnul "#.utf8) + [0, 0x1F, 0x80, 0xC0, 0xED, 0xFF]
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[at] = pick(alphabet)
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(pick(alphabet), at: at)
      case 3: bytes.removeLast(bytes.count - at)
      default: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }
}
