import MusterJSON
import Testing

@testable import MusterCommandLine

@Suite struct SettingsFileTests {
  private func serve(_ line: String, _ json: String, _ environment: [String: String] = [:]) throws -> ServeCommand {
    var parser = ArgumentParser(root: CommandTable.root, environment: environment)
    parser.readSettings = { (path) throws(ValueFault) in
      guard path == "f", let value = try? JSON.parse(json) else { throw ValueFault(message: "is not JSON") }
      return SettingsFile(json: value)
    }
    guard case .run(let command, _) = try parser.parse(line.split(separator: " ").map(String.init)) else {
      throw ValueFault(message: "no command")
    }
    return try #require(command as? ServeCommand)
  }

  @Test func flagsComeOverTheEnvironmentOverTheFile() throws {
    let json = #"{"data":"file","listen":"127.0.0.1:1","log-level":"error","retention-days":5,"behind-proxy":true}"#
    let all = try serve("serve --config f", json)
    #expect(
      (all.data, all.listen.port, all.level, all.retentionDays, all.isBehindProxy) == ("file", 1, .error, 5, true))
    let environment = ["MUSTER_DATA": "environment", "MUSTER_LISTEN": "127.0.0.1:2", "MUSTER_CONFIG": "f"]
    let mixed = try serve("serve --listen 127.0.0.1:3", json, environment)
    #expect((mixed.data, mixed.listen.port, mixed.level) == ("environment", 3, .error))
    #expect(try serve("serve --config f --data d", #"{"behind-proxy":false}"#).isBehindProxy == false)
  }

  @Test(arguments: [
    ("[]", "f: must hold a JSON object"), ("{", "f: is not JSON"),
    (#"{"lisetn":"x"}"#, "f: 'lisetn' is no option of this command; did you mean 'listen'?"),
    (#"{"help":true}"#, "f: 'help' is no option of this command"),
    (#"{"retention-days":0}"#, "f: 'retention-days': '0' must be a whole number from 1 to 36500"),
    (#"{"retention-days":[1]}"#, "f: 'retention-days' must be a string or a number"),
    (#"{"behind-proxy":"yes"}"#, "f: 'behind-proxy' must be true or false"),
    (#"{"data":"a","data":"b"}"#, "f: 'data' is there twice"),
    (#"{"tls-key":"k","data":"d"}"#, "--tls-certificate and --tls-key go together"),
    ("{}", "--data is required"),
  ])
  func refuses(_ json: String, _ message: String) {
    do {
      _ = try serve("serve --config f", json)
      Issue.record("accepted \(json)")
    } catch {
      #expect((error as? UsageError)?.message == message)
    }
  }
}
