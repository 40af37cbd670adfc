import MusterJSON
import MusterValues
import Policies

/// The bytes are a policy document: what is read decides without a trap, and as its statements say.
enum PolicyFuzzer {
  private static let requests: [PolicyRequest] = [
    PolicyRequest(action: "geo:PutGeofence", resource: "arn:aws:geo:us-east-1:0:geofence-collection/C"),
    PolicyRequest(
      action: "s3:GetObject", resource: "arn:aws:s3:::bucket/David/a:b",
      context: PolicyContext([
        ("aws:username", ["David"]), ("s3:prefix", ["David/x", "é"]), ("aws:SourceIp", ["203.0.113.9", "2001:db8::1"]),
        ("aws:CurrentTime", ["2026-01-01T00:00:00Z"]), ("k", ["1", "true", "arn:aws:s3:::x"]), ("empty", []),
      ])),
    PolicyRequest(action: "", resource: "*"),
  ]

  private static func policy(_ name: String, _ text: String) -> NamedPolicy? {
    (try? JSON.parse(text)).flatMap { try? PolicyDocument($0) }.map { NamedPolicy(name, $0) }
  }

  static func run(_ bytes: [UInt8]) {
    guard let value = try? JSON.parse(bytes) else { return }
    _ = try? PolicyDocument(value, kind: .trust)
    guard let document = try? PolicyDocument(value),
      let everything = policy("all", #"{"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}"#),
      let nothing = policy("none", #"{"Statement":{"Effect":"Deny","Action":"*","Resource":"*"}}"#)
    else { return }
    let named = NamedPolicy("p", document)
    for request in requests {
      let set = PolicySet([named])
      let decision = set.decide(request)
      let speaking = set.explain(request).filter { $0.2 == nil }.map(\.1)
      precondition(
        decision.isAllowed == (speaking.contains(.allow) && !speaking.contains(.deny)), "statements and decision differ"
      )
      let capped = PolicySet([everything], caps: [.init("cap", [named])]).decide(request)
      precondition(capped.isAllowed == decision.isAllowed, "a cap allows something else than its policy")
      precondition(!PolicySet([named, nothing]).decide(request).isAllowed, "a denial was overridden")
    }
  }
}
