import AmazonLocation
import MusterHTTPServer
import MusterJSON
import MusterValues
import TestSupport
import Testing

@testable import MusterService

@Suite struct FastPathTests {
  /// Whatever the fast path reads, the decoder must read the same; what it refuses costs time only.
  @Test func agreesWithTheDecoder() throws {
    var random = SeededRandom(seed: 3)
    let reader = PositionUpdatesReader()
    let decoder = RequestDecoder(profile: .muster)
    /// Mostly the first, which is regular.
    func pick(_ texts: [String]) -> String {
      Int.random(in: 0..<3, using: &random) > 0 ? texts[0] : texts[Int.random(in: 0..<texts.count, using: &random)]
    }
    var fast = 0
    for _ in 0..<3000 {
      let updates = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let device = pick([#""a""#, #""crew-7""#, #""\u00c5""#, #""a b""#, #""""#, "7", #""\ud83d\ude00""#])
        let time = pick([#""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.123456+02:00""#, #""x""#, "5"])
        let position = pick(["[1,2]", "[-1.5e2,91]", "[1]", "[1,2,3]", #"["1",2]"#, "[0.1,-0.0]"])
        let accuracy = pick([
          "", "", #","Accuracy":{"Horizontal":5}"#, #","Accuracy":{"Horizontal":-1}"#, #","Accuracy":{}"#,
        ])
        let more = pick(["", "", "", #","PositionProperties":{"a":"b"}"#, #","Other":1"#])
        return "{\"DeviceId\":\(device),\"SampleTime\":\(time),\"Position\":\(position)\(accuracy)\(more)}"
      }
      let body = "{\"Updates\":[\(updates.joined(separator: ","))]}"
      let request = HTTPRequest(method: "POST", target: "/x", body: Array(body.utf8))
      let slow = try? decoder.decode(
        .batchUpdateDevicePosition,
        RequestInput(pathParameters: [("TrackerName", "T")], body: try JSON.parse(body)))
      guard let read = reader.read(request, form: .updates) else { continue }
      fast += 1
      guard case .batchUpdateDevicePosition(_, let expected) = slow else {
        Issue.record("the fast path read what the decoder refuses: \(body)")
        continue
      }
      #expect(read == expected)
    }
    #expect(fast > 100)
  }
}
