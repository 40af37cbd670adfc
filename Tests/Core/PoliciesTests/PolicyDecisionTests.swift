import Foundation
import MusterJSON
import MusterValues
import Policies
import Testing

@Suite struct PolicyDecisionTests {
  @Test func theTablesOfDecisionsHold() throws {
    let table = try DecisionTable.read()
    #expect(table.count >= 300)
    #expect(table.count { $0.place.contains("documentation:") } >= 100)
    for decision in table { #expect(try decision.decided() == decision.expected, "\(decision)") }
  }

  /// Random policies that the plain evaluator decided: `Scripts/check-policies` makes them.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["POLICY_CASES"] != nil, "Scripts/check-policies makes the cases"))
  func thePlainEvaluatorDecidesAlike() throws {
    let path = try #require(ProcessInfo.processInfo.environment["POLICY_CASES"])
    var (count, wrong) = (0, 0)
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let json = try JSON.parse(String(line))
      let context = (json["context"]?.elements ?? []).map { entry in
        (ContextKey(entry["key"]?.text ?? ""), (entry["values"]?.elements ?? []).compactMap(\.text))
      }
      let decision = ExpectedDecision(
        place: "case \(count)", policy: json["policy"]?.text ?? "",
        request: PolicyRequest(
          action: json["action"]?.text ?? "", resource: json["resource"]?.text ?? "", context: PolicyContext(context)),
        expected: json["expected"]?.text ?? "")
      let decided = try decision.decided()
      if decided != decision.expected {
        wrong += 1
        if wrong <= 10 { Issue.record("\(decided), not \(String(line))") }
      }
      count += 1
    }
    print("policies: \(count) random decisions, \(wrong) differ")
    #expect(wrong == 0 && count > 0)
  }

  private func set(_ texts: [String], caps: [String] = []) throws -> PolicySet {
    PolicySet(
      try texts.enumerated().map { NamedPolicy("p\($0.offset)", try PolicyDocument(JSON.parse($0.element))) },
      caps: try caps.enumerated().map {
        .init("cap\($0.offset)", [NamedPolicy("c\($0.offset)", try PolicyDocument(JSON.parse($0.element)))])
      })
  }

  private func statement(_ effect: String, _ action: String, _ sid: String = "") -> String {
    #"{"Version":"2012-10-17","Statement":{"Sid":"\#(sid)","Effect":"\#(effect)","Action":"\#(action)","Resource":"*"}}"#
  }

  @Test func policiesCountTogetherAndCapsEachForThemselves() throws {
    let put = PolicyRequest(action: "geo:PutGeofence", resource: "*")
    let both = try set([statement("Allow", "geo:Get*"), statement("Allow", "geo:Put*", "Puts")])
    #expect(both.decide(put) == .allowed(.init(policy: "p1", index: 0, identifier: "Puts")))
    #expect(try set([statement("Allow", "geo:*")], caps: [statement("Allow", "geo:Put*")]).decide(put).isAllowed)
    let capped = try set(
      [statement("Allow", "geo:*")], caps: [statement("Allow", "*"), statement("Allow", "geo:Get*")])
    #expect(capped.decide(put) == .deniedByCap("cap1"))
    // A cap allows nothing by itself, and its denials count.
    #expect(try set([statement("Allow", "iam:*")], caps: [statement("Allow", "*")]).decide(put) == .deniedByDefault)
    let denied = try set([statement("Allow", "*")], caps: [statement("Deny", "geo:*", "Never")])
    #expect(denied.decide(put) == .deniedExplicitly(.init(policy: "c0", index: 0, identifier: "Never")))
    #expect(try set([]).decide(put) == .deniedByDefault)
  }

  @Test func anExplanationNamesWhatDoesNotFit() throws {
    let text = """
      {"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": "geo:Get*", "Resource": "*"},
        {"Effect": "Allow", "Action": "geo:Put*", "Resource": "arn:aws:geo:e:1:geofence-collection/A"},
        {"Sid": "Mine", "Effect": "Allow", "Action": "geo:Put*", "Resource": "*", "Condition": {"Bool": {"k": "true"}}}]}
      """
    let request = PolicyRequest(action: "geo:PutGeofence", resource: "arn:aws:geo:e:1:geofence-collection/B")
    let explained = try set([text]).explain(request)
    #expect(explained.map(\.2) == [.action, .resource, .condition("Bool k")])
    #expect(explained.map(\.0.description) == ["p0, Statement[0]", "p0, Statement[1]", "p0, Statement[2] (Mine)"])
  }
}
