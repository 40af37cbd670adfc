import MusterValues
import Testing

@testable import AmazonLocation

/// Every limit of the table, probed from both sides: the probes come from the table, their verdicts from arithmetic.
@Suite struct LimitTests {
  struct Probe {
    let value: JSONValue
    let isRight: Bool
    let note: String
  }

  @Test(arguments: LocationOperation.table.map(\.operation))
  func probesAtTheLimits(_ operation: LocationOperation) {
    let members = operation.definition.members
    let base = input(members, replacing: nil)
    #expect(violations(base, members).isEmpty, "the plain request is right")
    var count = 0
    for member in members {
      for probe in probes(member.constraint) {
        // Text is all that a path or a query can carry.
        if member.place != .body, !isText(probe.value) { continue }
        let found = violations(input(members, replacing: (member.name, probe.value)), members)
        #expect(found.isEmpty == probe.isRight, "\(operation) \(member.name): \(probe.note): \(found)")
        #expect(found.allSatisfy { $0.field.name.hasPrefix(member.name) }, "\(found)")
        count += 1
      }
      let without = input(members, replacing: (member.name, .null))
      let found = violations(without, members)
      #expect(found.isEmpty != member.isRequired, "\(operation) \(member.name) absent")
      if member.isRequired { #expect(found.map(\.reason) == [.missing]) }
    }
    #expect(count > 0 || members.isEmpty)
  }

  private func violations(_ input: RequestInput, _ members: [InputMember]) -> [Violation] {
    var validator = InputValidator()
    validator.check(input, against: members)
    return validator.violations
  }

  private func isText(_ value: JSONValue) -> Bool { value.text != nil || value.elements?.allSatisfy(isText) == true }

  /// A request that is right but for one member; null leaves the member out.
  private func input(_ members: [InputMember], replacing: (name: String, value: JSONValue)?) -> RequestInput {
    var input = RequestInput()
    var body: [JSONValue.Member] = []
    for member in members {
      let value = replacing?.name == member.name ? replacing?.value ?? .null : right(member.constraint)
      switch member.place {
      case .body: body.append(JSONValue.Member(member.name, value))
      case .path: if let text = value.text { input.pathParameters.append((member.name, text)) }
      case .query(let key):
        for element in value.elements ?? [] { input.queryItems.append((key, element.text ?? "")) }
      }
    }
    input.body = .object(body)
    return input
  }

  private func right(_ constraint: Constraint) -> JSONValue {
    switch constraint {
    case .text(let rule): .string(text(rule, count: max(rule.minimum, 1)))
    case .choice(let choices): .string(choices[0])
    case .boolean: true
    case .integer(let range): .integer(range.lowerBound)
    case .double(let range): .number(range?.lowerBound ?? -17.25)
    case .doubleAtLeast(let least): .number(least)
    case .timestamp: "2024-02-29T12:00:00Z"
    case .blob: "AAAA"
    case .list(let element, let minimum, _): .array(Array(repeating: right(element), count: max(minimum, 1)))
    case .map: .object([JSONValue.Member("a", "b")])
    case .structure(let members): .object(members.map { JSONValue.Member($0.name, right($0.constraint)) })
    }
  }

  /// Text of so many code points that the rule's pattern allows; four bytes each where it may be.
  private func text(_ rule: TextRule, count: Int) -> String {
    switch rule.pattern {
    case .resourceName: String(repeating: "a", count: count)
    case .identifier, .tag: String(repeating: "\u{20000}", count: count)
    case .arn:
      count < 20 ? "arn:aws:geo:::x" : "arn:aws:geo:::" + String(repeating: "\u{1F600}", count: count - 14)
    case nil: String(repeating: "\u{1F600}", count: count)
    }
  }

  private func probes(_ constraint: Constraint) -> [Probe] {
    switch constraint {
    case .text(let rule): textProbes(rule)
    case .choice(let choices):
      choices.map { Probe(value: .string($0), isRight: true, note: $0) } + [
        Probe(value: "Other", isRight: false, note: "other choice"),
        Probe(value: .string(choices[0].lowercased()), isRight: false, note: "lower case"),
        Probe(value: 1, isRight: false, note: "a number"),
      ]
    case .boolean:
      [
        Probe(value: false, isRight: true, note: "false"), Probe(value: "true", isRight: false, note: "text"),
        Probe(value: 1, isRight: false, note: "1"),
      ]
    case .integer(let range):
      [
        Probe(value: .integer(range.lowerBound), isRight: true, note: "lowest"),
        Probe(value: .integer(range.upperBound), isRight: true, note: "highest"),
        Probe(value: .integer(range.lowerBound - 1), isRight: false, note: "below"),
        Probe(value: .integer(range.upperBound + 1), isRight: false, note: "above"),
        Probe(value: .number(Double(range.lowerBound) + 0.5), isRight: false, note: "fraction"),
        Probe(value: .integer(.max), isRight: false, note: "huge"),
        Probe(value: "5", isRight: false, note: "text"),
      ]
    case .double(let range): doubleProbes(range)
    case .doubleAtLeast(let least): doubleProbes(least...Double.greatestFiniteMagnitude)
    case .timestamp:
      [
        Probe(value: "2024-01-02T03:04:05.678901Z", isRight: true, note: "microseconds"),
        Probe(value: "2024-01-02T03:04:05+01:00", isRight: true, note: "offset"),
        Probe(value: "2024-01-02", isRight: false, note: "a day"),
        Probe(value: "2023-02-29T00:00:00Z", isRight: false, note: "no such day"),
        Probe(value: 1_704_164_645, isRight: false, note: "a number"),
      ]
    case .blob(let maximum):
      [
        Probe(value: .string(Base64Text.encode(Array(repeating: 1, count: maximum))), isRight: true, note: "longest"),
        Probe(
          value: .string(Base64Text.encode(Array(repeating: 1, count: maximum + 1))), isRight: false, note: "too long"),
        Probe(value: "AAA", isRight: false, note: "no padding"), Probe(value: "A-_=", isRight: false, note: "alphabet"),
        Probe(value: 5, isRight: false, note: "a number"),
      ]
    case .list(let element, let minimum, let maximum): listProbes(element, minimum, maximum)
    case .map(let key, let value, let maximum): mapProbes(key, value, maximum)
    case .structure(let members): structureProbes(members)
    }
  }

  private func textProbes(_ rule: TextRule) -> [Probe] {
    var probes = [Probe(value: 1, isRight: false, note: "a number")]
    if rule.minimum > 0 {
      probes.append(Probe(value: .string(text(rule, count: rule.minimum)), isRight: true, note: "shortest"))
      probes.append(Probe(value: .string(text(rule, count: rule.minimum - 1)), isRight: false, note: "too short"))
    }
    if let maximum = rule.maximum {
      probes.append(Probe(value: .string(text(rule, count: maximum - 1)), isRight: true, note: "almost longest"))
      probes.append(Probe(value: .string(text(rule, count: maximum)), isRight: true, note: "longest"))
      probes.append(Probe(value: .string(text(rule, count: maximum + 1)), isRight: false, note: "too long"))
    }
    if rule.pattern != nil { probes.append(Probe(value: "no!", isRight: false, note: "pattern")) }
    return probes
  }

  private func doubleProbes(_ range: ClosedRange<Double>?) -> [Probe] {
    var probes = [
      Probe(value: "1", isRight: false, note: "text"),
      Probe(value: .number(.infinity), isRight: false, note: "infinite"),
      Probe(value: .number(.nan), isRight: false, note: "not a number"),
    ]
    if let range {
      probes += [
        Probe(value: .number(range.lowerBound), isRight: true, note: "lowest"),
        Probe(value: .number(range.upperBound), isRight: true, note: "highest"),
        Probe(value: .number(range.lowerBound.nextDown), isRight: false, note: "below"),
        Probe(value: .number(range.upperBound.nextUp), isRight: false, note: "above"),
      ]
    } else {
      probes.append(Probe(value: .number(1e300), isRight: true, note: "any number"))
    }
    return probes
  }

  private func listProbes(_ element: Constraint, _ minimum: Int, _ maximum: Int?) -> [Probe] {
    func list(_ count: Int) -> JSONValue { .array(Array(repeating: right(element), count: count)) }
    var probes = [
      Probe(value: list(minimum), isRight: true, note: "shortest"),
      Probe(value: list(minimum - 1), isRight: false, note: "too short"),
      Probe(value: .object([]), isRight: false, note: "an object"),
    ]
    if let maximum {
      probes.append(Probe(value: list(maximum), isRight: true, note: "longest"))
      probes.append(Probe(value: list(maximum + 1), isRight: false, note: "too long"))
    } else {
      probes.append(Probe(value: list(1500), isRight: true, note: "any length"))
    }
    for probe in self.probes(element) {
      let rest = Array(repeating: right(element), count: max(minimum - 1, 0))
      probes.append(Probe(value: .array(rest + [probe.value]), isRight: probe.isRight, note: "element " + probe.note))
    }
    let nulls = Array(repeating: JSONValue.null, count: max(minimum, 1))
    probes.append(Probe(value: .array(nulls), isRight: false, note: "null elements"))
    return probes
  }

  private func mapProbes(_ key: TextRule, _ value: TextRule, _ maximum: Int) -> [Probe] {
    func map(_ count: Int) -> JSONValue {
      .object((0..<count).map { JSONValue.Member("k\($0)", "v") })
    }
    var probes = [
      Probe(value: map(0), isRight: true, note: "empty"), Probe(value: map(maximum), isRight: true, note: "largest"),
      Probe(value: map(maximum + 1), isRight: false, note: "too large"),
      Probe(value: .array([]), isRight: false, note: "an array"),
    ]
    for probe in textProbes(key) {
      guard let text = probe.value.text else { continue }
      probes.append(
        Probe(value: .object([JSONValue.Member(text, "v")]), isRight: probe.isRight, note: "key " + probe.note))
    }
    for probe in textProbes(value) {
      probes.append(
        Probe(
          value: .object([JSONValue.Member("k", probe.value)]), isRight: probe.isRight, note: "value " + probe.note))
    }
    return probes
  }

  private func structureProbes(_ members: [InputMember]) -> [Probe] {
    var probes = [Probe(value: "text", isRight: false, note: "text")]
    for changed in members {
      func structure(_ value: JSONValue) -> JSONValue {
        .object(members.map { JSONValue.Member($0.name, $0.name == changed.name ? value : right($0.constraint)) })
      }
      probes.append(
        Probe(value: structure(.null), isRight: !changed.isRequired, note: "\(changed.name) null"))
      for probe in self.probes(changed.constraint) {
        probes.append(
          Probe(value: structure(probe.value), isRight: probe.isRight, note: "\(changed.name) \(probe.note)"))
      }
    }
    return probes
  }
}
