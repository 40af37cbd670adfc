import MusterJSON
import MusterValues
import Testing

@testable import MusterCommandLine

@Suite struct PolicyTests {
  private static let guest = #"""
    {"Version": "2012-10-17", "Statement": [
      {"Sid": "Report", "Effect": "Allow", "Action": "geo:BatchUpdateDevicePosition",
       "Resource": "arn:aws:geo:us-east-1:000000000000:tracker/T",
       "Condition": {"ForAllValues:StringEquals": {"geo:DeviceIds": ["a", "b"]}}},
      {"Effect": "Deny", "Action": "geo:Delete*", "Resource": "*"}]}
    """#

  private func explain(_ arguments: String...) -> TestContext {
    let test = TestContext(environment: [:], files: ["guest.json": Self.guest, "cap.json": Self.cap])
    test.run(["policy", "explain", "--policy", "guest.json"] + arguments)
    return test
  }

  private static let cap = #"{"Statement": {"Effect": "Allow", "Action": "geo:Get*", "Resource": "*"}}"#

  @Test func saysWhichStatementDecides() throws {
    let tracker = "arn:aws:geo:us-east-1:000000000000:tracker/T"
    let update = ["--action", "geo:BatchUpdateDevicePosition", "--resource", tracker]
    let allowed = explain(update[0], update[1], update[2], update[3], "--context", "geo:DeviceIds=a")
    #expect(allowed.output.hasPrefix("allowed: guest.json, Statement[0] (Report) allows it\n"))
    let two = explain(
      update[0], update[1], update[2], update[3], "--context", "geo:DeviceIds=a", "--context", "geo:DeviceIds=c")
    #expect(two.output.hasPrefix("denied: no statement allows it\n"))
    #expect(two.output.contains("no, ForAllValues:StringEquals geo:DeviceIds does not hold"))
    #expect(explain("--action", "geo:DeleteTracker").output.hasPrefix("denied: guest.json, Statement[1] denies it\n"))
    let capped = explain(update[0], update[1], update[2], update[3], "--cap", "cap.json", "--json")
    let json = try JSON.parse(capped.output)
    #expect(json["Allowed"] == false && json["Reason"] == "cap.json caps it")
    #expect(json["Statements"]?.elements?.count == 3)
    #expect(capped.transport.calls.isEmpty)
  }

  @Test func tellsWhereADocumentIsWrong() throws {
    let files = [
      "good.json": Self.guest, "comma.json": "{\n \"Statement\": [},\n",
      "effect.json": #"{"Statement":{"Effect":"Maybe"}}"#,
    ]
    let test = TestContext(environment: [:], files: files)
    #expect(test.run("policy", "check", "good.json", "comma.json", "effect.json", "none.json") == .failure)
    #expect(test.output == "good.json: fine, 2 statements\n")
    let lines = test.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("comma.json: line 2, column 16: the JSON text has an unexpected character"))
    #expect(lines[1] == "effect.json: policy, Statement.Effect: must be \"Allow\" or \"Deny\"")
    #expect(lines[2] == "can't read none.json")
    let machine = TestContext(environment: [:], files: files)
    #expect(machine.run("policy", "check", "good.json", "effect.json", "--json") == .failure)
    #expect(try JSON.parse(machine.output)["Policies"]?.elements?.map { $0["Valid"] } == [true, false])
    #expect(TestContext(files: files).run("policy", "check", "good.json") == .success)
    #expect(TestContext(files: files).run("policy", "check", "good.json", "--trust") == .failure)
  }
}
