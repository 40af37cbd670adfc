internal import MusterValues
internal import Policies

/// `muster policy explain --policy FILE --action ACTION`
struct PolicyExplainCommand: Command, Equatable {
  private static let policy = Option(
    "policy", "FILE", .file, help: "A policy of who asks; several count together.", isRequired: true, isRepeatable: true
  )
  private static let cap = Option(
    "cap", "FILE", .file, help: "A session policy or boundary: nothing is allowed that it does not allow as well.",
    isRepeatable: true)
  private static let action = Option(
    "action", "SERVICE:ACTION", .text, help: "What is asked for, such as geo:PutGeofence.", isRequired: true)
  private static let resource = Option("resource", "ARN", .text, help: "What it is asked for.", default: "*")
  private static let context = Option(
    "context", "KEY=VALUE", .namedText,
    help: "A condition key's value in the request; given again for the same key, one more value.", isRepeatable: true)

  static let specification = CommandSpecification(
    "explain", summary: "Tell whether policies allow a request, and which statement decides",
    discussion: "Ends with status 1 when the request is denied.",
    options: [
      policy.specification, cap.specification, action.specification, resource.specification, context.specification,
      GeneralOptions.json.specification,
    ],
    examples: [
      .init(
        "muster policy explain --policy guest.json --action geo:BatchUpdateDevicePosition "
          + "--resource arn:aws:geo:us-east-1:000000000000:tracker/MusterTracker --context geo:DeviceIds=phone-1")
    ],
    make: { (invocation) throws(UsageError) in try PolicyExplainCommand(invocation) })

  let policies: [String]
  let caps: [String]
  let action: String
  let resource: String
  let given: [NamedText]
  let isJSON: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    policies = invocation.values(Self.policy)
    caps = invocation.values(Self.cap)
    action = try invocation.required(Self.action)
    resource = try invocation.required(Self.resource)
    given = invocation.values(Self.context)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    var named: [NamedPolicy] = []
    for file in policies { named.append(NamedPolicy(file, try context.policy(file))) }
    var limits: [PolicySet.Cap] = []
    for file in caps { limits.append(.init(file, [NamedPolicy(file, try context.policy(file))])) }
    var known = PolicyContext()
    for pair in given { known[ContextKey(pair.name), default: []].append(pair.value) }
    let set = PolicySet(named, caps: limits)
    let request = PolicyRequest(action: action, resource: resource, context: known)
    let decision = set.decide(request)
    let lines = set.explain(request).map(Line.init)
    let result = JSONValue.object([
      .init("Allowed", .bool(decision.isAllowed)), .init("Reason", .string(decision.reason)),
      .init("Statements", .array(lines.map(\.json))),
    ])
    context.writer(json: isJSON).answer(result) {
      var table = TextTable([.init("STATEMENT"), .init("EFFECT"), .init("SPEAKS")])
      for line in lines { table.add([Shown.text(line.statement), line.effect, line.verdict]) }
      return "\(decision.isAllowed ? "allowed" : "denied"): \(Shown.text(decision.reason))\n\n" + table.text
    }
    return decision.isAllowed ? .success : .failure
  }

  /// What one statement says to the request.
  private struct Line {
    let statement: String
    let effect: String
    let verdict: String

    init(_ explained: (StatementReference, PolicyStatement.Effect, PolicyStatement.Mismatch?)) {
      statement = explained.0.description
      effect = explained.1.rawValue
      verdict =
        switch explained.2 {
        case nil: "yes"
        case .action: "no, another action"
        case .resource: "no, another resource"
        case .condition(let condition): "no, \(condition) does not hold"
        }
    }

    var json: JSONValue {
      .object([
        .init("Statement", .string(statement)), .init("Effect", .string(effect)), .init("Speaks", .string(verdict)),
      ])
    }
  }
}

extension PolicyDecision {
  fileprivate var reason: String {
    switch self {
    case .allowed(let statement): "\(statement) allows it"
    case .deniedExplicitly(let statement): "\(statement) denies it"
    case .deniedByDefault: "no statement allows it"
    case .deniedByCap(let name): "\(name) caps it"
    }
  }
}
