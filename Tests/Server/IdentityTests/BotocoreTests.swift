import Foundation
import MusterCrypto
import MusterIdentity
import MusterJSON
import MusterValues
import Testing

/// Requests signed by botocore, a client nobody here wrote, must be let in.
@Suite struct BotocoreTests {
  private struct Credentials: CredentialSource {
    let root: RootCredentialSource

    func credential(accessKey: Identifier) -> StoredCredential? {
      guard accessKey == "TEMPORARY" else { return root.credential(accessKey: accessKey) }
      return StoredCredential(
        principal: .root(account: "000000000000", accessKey: "TEMPORARY"), secretKey: "temporary/secret+key",
        sessionToken: "token/with+odd=characters==")
    }
  }

  @Test(.enabled(if: Python.hasBotocore, "no Python with botocore"))
  func botocoreSignsWhatWeVerify() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("botocore-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try CredentialsFile.load(directory: folder, region: "eu-north-1") { try RandomBytes.make($0) }
    let authenticator = RequestAuthenticator(
      configuration: .init(region: "eu-north-1"),
      credentials: Credentials(
        root: RootCredentialSource(accessKey: file.accessKey, secretKey: file.secretKey, account: "000000000000")),
      decoySecret: "decoy")

    let output = try JSON.parse(try Python.run(Self.script, arguments: [folder + "/credentials"]))
    #expect(output["accessKey"]?.text == file.accessKey)
    #expect(output["region"]?.text == "eu-north-1")
    let requests = output["requests"]?.elements ?? []
    #expect(requests.count == 400)
    for entry in requests {
      let request = try Self.request(entry)
      let result = authenticator.authenticate(request, service: "geo")
      #expect(result.principal != nil, "\(entry.encodedText): \(result)")
      #expect(result.principal?.accessKey == entry["accessKey"]?.text)
      #expect(authenticator.authenticate(request.with(body: request.body + [0])).principal == nil)
      #expect(authenticator.authenticate(request.with(method: "PURGE")).principal == nil)
    }
  }

  private static func request(_ entry: JSONValue) throws -> SignedRequest {
    let headers = try #require(entry["headers"]?.elements)
    return SignedRequest(
      method: try #require(entry["method"]?.text), target: Array(try #require(entry["target"]?.text).utf8),
      headers: headers.compactMap { header in
        guard let pair = header.elements, pair.count == 2, let name = pair[0].text, let value = pair[1].text else {
          return nil
        }
        return (name, value)
      },
      body: try #require(Data(base64Encoded: entry["body"]?.text ?? "missing").map { Array($0) }),
      arrived: Timestamp(milliseconds: try #require(entry["arrived"]?.integer)))
  }

  private static let script = """
    import base64, json, os, random, sys, time
    os.environ["AWS_SHARED_CREDENTIALS_FILE"] = sys.argv[1]
    os.environ["AWS_CONFIG_FILE"] = "/nonexistent"
    for name in ("AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        os.environ.pop(name, None)
    import botocore.session
    from botocore.auth import SigV4Auth, SigV4QueryAuth
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials
    from urllib.parse import quote

    session = botocore.session.get_session()
    root = session.get_credentials()
    region = session.get_config_variable("region")
    temporary = Credentials("TEMPORARY", "temporary/secret+key", "token/with+odd=characters==")
    rng = random.Random(20240102)
    alphabet = ["a", "Z", "0", "-", ".", "_", "~", " ", "/", ":", "%", "+", "&", "=", "?", "#", "*", "'", "(", "@", ",",
                ";", "é", "Å", "\\u212b", "😀", "日本", "\\t", "<", ">", '"', "|", "..", "."]

    def text(most):
        return "".join(rng.choice(alphabet) for _ in range(rng.randint(0, most)))

    def path():
        segments = [rng.choice([quote(text(6), safe="-._~"), quote(text(6), safe="-._~:@,;'(*"), "%2F", "..", ".", "",
                                "devices", "a%20b", "arn%3Aaws%3Ageo%3Ax%3A1%3Atracker%2FT"])
                    for _ in range(rng.randint(0, 6))]
        return "/" + "/".join(segments)

    def value():
        return rng.choice(["application/json", "a  b   c", "x=1; y=2", " padded ", '"a   b"', "é", ""])

    requests = []
    for number in range(400):
        presigned = number % 2 == 1
        credentials = rng.choice([root, temporary])
        method = rng.choice(["GET", "PUT", "DELETE", "PATCH", "HEAD"] if presigned else
                            ["GET", "PUT", "POST", "DELETE", "PATCH"])
        host = rng.choice(["127.0.0.1:8080", "tracking.localhost:8080", "localhost", "[::1]:9"])
        url = "http://" + host + path()
        params = {text(4) + str(i): text(6) for i in range(rng.randint(0, 4))}
        if rng.random() < 0.3:
            url += "?" + "&".join(quote(text(3), safe="-_.~") + "k" + str(i) + "=" + quote(text(4), safe="-_.~")
                                  for i in range(rng.randint(1, 3)))
            params = {}
        body = b"" if presigned or method == "GET" else rng.randbytes(rng.randint(0, 200))
        headers = {name: value() for name in ("Content-Type", "X-Amz-Target", "X-Custom", "User-Agent")
                   if rng.random() < 0.5}
        request = AWSRequest(method=method, url=url, data=body, headers=headers, params=params)
        if presigned:
            signer = SigV4QueryAuth(credentials, "geo", region, expires=rng.choice([1, 60, 604800]))
        else:
            signer = SigV4Auth(credentials, "geo", region)
        signer.add_auth(request)
        arrived = int(time.time() * 1000)
        if presigned and signer._expires == 1:
            arrived = arrived // 1000 * 1000
        prepared = request.prepare()
        sent = [["Host", host]]
        for name, item in prepared.headers.items():
            sent.append([name, item.decode("utf-8") if isinstance(item, bytes) else str(item)])
        requests.append({
            "method": prepared.method, "target": prepared.url[len("http://" + host):], "headers": sent,
            "body": base64.b64encode(body).decode(), "arrived": arrived, "accessKey": credentials.access_key})
    print(json.dumps({"accessKey": root.access_key, "region": region, "requests": requests}))
    """
}

/// The Python beside the package if there is one, else the system's.
private enum Python {
  static let program: [String] = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let own = root.appendingPathComponent(".venv/bin/python").path
    return FileManager.default.isExecutableFile(atPath: own) ? [own] : ["/usr/bin/env", "python3"]
  }()

  static let hasBotocore = (try? run("import botocore; print('yes')", arguments: [])) == Array("yes\n".utf8)

  static func run(_ script: String, arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program[0])
    process.arguments = Array(program.dropFirst()) + ["-c", script] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return [] }
    return Array(output)
  }
}
