import AmazonLocation
import MusterValues
import Testing

@Suite("Operation table against the service model", .enabled(if: ServiceModel.installed != nil, "no botocore in .venv"))
struct OperationTableTests {
  let model: ServiceModel

  init() throws { model = try #require(ServiceModel.installed) }

  @Test(arguments: LocationOperation.table.map(\.operation))
  func agrees(_ operation: LocationOperation) throws {
    let definition = operation.definition
    let row = try #require(model.operations[operation.rawValue])
    #expect(row["http"]?["method"]?.text == definition.method)
    #expect(row["http"]?["requestUri"]?.text == definition.path)
    #expect(row["http"]?["responseCode"]?.integer == 200)
    let shape = try #require(row["input"]?["shape"]?.text)
    try compare(definition.members, with: shape)
  }

  private func compare(_ members: [InputMember], with shape: String) throws {
    let model = try #require(self.model.shapes[shape])
    let modelled = try #require(model["members"]?.members)
    #expect(Set(modelled.map(\.name)) == Set(members.map(\.name)), "\(shape)")
    let required = Set((model["required"]?.elements ?? []).compactMap(\.text))
    for member in members {
      let reference = try #require(model["members"]?[member.name])
      #expect(member.isRequired == required.contains(member.name), "\(shape).\(member.name)")
      switch member.place {
      case .body: #expect(reference["location"] == nil, "\(shape).\(member.name)")
      case .path:
        #expect(reference["location"]?.text == "uri")
        #expect(reference["locationName"]?.text == member.name)
      case .query(let key):
        #expect(reference["location"]?.text == "querystring")
        #expect(reference["locationName"]?.text == key)
      }
      try compare(member.constraint, with: try #require(reference["shape"]?.text))
    }
  }

  private func compare(_ constraint: Constraint, with shape: String) throws {
    let model = try #require(self.model.shapes[shape])
    let kind = model["type"]?.text
    let minimum = model["min"]?.integer
    let maximum = model["max"]?.integer
    switch constraint {
    case .text(let rule):
      #expect(kind == "string", "\(shape)")
      try compare(rule, with: shape)
    case .choice(let choices):
      #expect(model["enum"]?.elements?.compactMap(\.text) == choices, "\(shape)")
    case .boolean: #expect(kind == "boolean", "\(shape)")
    case .integer(let range):
      #expect(kind == "integer" && minimum == range.lowerBound && maximum == range.upperBound, "\(shape)")
    case .double(let range):
      #expect(kind == "double", "\(shape)")
      #expect(model["min"]?.double == range?.lowerBound && model["max"]?.double == range?.upperBound, "\(shape)")
    case .doubleAtLeast(let least):
      #expect(kind == "double" && model["min"]?.double == least && model["max"] == nil, "\(shape)")
    case .timestamp: #expect(kind == "timestamp" && model["timestampFormat"]?.text == "iso8601", "\(shape)")
    case .blob(let bytes): #expect(kind == "blob" && maximum == Int64(bytes), "\(shape)")
    case .list(let element, let least, let most):
      #expect(kind == "list" && minimum ?? 0 == Int64(least) && maximum == most.map { Int64($0) }, "\(shape)")
      try compare(element, with: try #require(model["member"]?["shape"]?.text))
    case .map(let key, let value, let most):
      #expect(kind == "map" && maximum == Int64(most) && minimum == 0, "\(shape)")
      try compare(key, with: try #require(model["key"]?["shape"]?.text))
      try compare(value, with: try #require(model["value"]?["shape"]?.text))
    case .structure(let members): try compare(members, with: shape)
    }
  }

  private func compare(_ rule: TextRule, with shape: String) throws {
    let model = try #require(self.model.shapes[shape])
    #expect(model["min"]?.integer ?? 0 == Int64(rule.minimum), "\(shape)")
    #expect(model["max"]?.integer == rule.maximum.map { Int64($0) }, "\(shape)")
    #expect(model["pattern"]?.text == rule.pattern?.rawValue, "\(shape)")
  }

  /// What this server does not offer must be a decision, not an oversight.
  @Test func everyTrackerAndGeofenceOperationIsOfferedOrKnownMissing() {
    let offered = Set(LocationOperation.allCases.map(\.rawValue))
    let missing = (model.operations.members ?? []).filter { member in
      let path = member.value["http"]?["requestUri"]?.text ?? ""
      let isOurs = ["/tracking/", "/geofencing/", "/tags/"].contains { path.hasPrefix($0) }
      return isOurs && !offered.contains(member.name)
    }
    #expect(Set(missing.map(\.name)) == ["VerifyDevicePosition"])
  }
}

@Suite struct OperationTableShapeTests {
  @Test func eachOperationHasOneRow() {
    #expect(LocationOperation.table.count == LocationOperation.allCases.count)
    #expect(Set(LocationOperation.table.map(\.operation)) == Set(LocationOperation.allCases))
    #expect(Set(LocationOperation.table.map { $0.method + $0.path }).count == LocationOperation.table.count)
    for operation in LocationOperation.allCases { #expect(!operation.definition.path.isEmpty) }
    #expect(LocationOperation.table.allSatisfy { $0.name == $0.operation.rawValue })
    // What Amazon does not have is told apart by name and lies outside of its paths.
    for definition in LocationOperation.extensions {
      #expect(!LocationOperation.allCases.map(\.rawValue).contains(definition.name))
      #expect(definition.path.hasPrefix("/muster/v1/"))
    }
  }
}
