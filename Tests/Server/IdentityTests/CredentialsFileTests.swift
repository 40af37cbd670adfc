import Foundation
import MusterCrypto
import TestSupport
import Testing

@testable import MusterIdentity

@Suite struct CredentialsFileTests {
  /// A fresh folder's path, whose parent is removed afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent("identity-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    try body(parent + "/data")
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func random(_ seed: UInt64) -> (Int) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return { count in (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }

  private func code(_ body: () throws -> Void) -> CredentialsFileError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? CredentialsFileError)?.code
    }
  }

  @Test func isMadeOnceAndReadBack() throws {
    try inFolder { folder in
      let first = try CredentialsFile.load(directory: folder, random: random(1))
      #expect(first.region == "us-east-1")
      #expect(first.accessKey.utf8.count == 20 && first.accessKey.allSatisfy { $0.isUppercase || $0.isNumber })
      #expect(first.secretKey.utf8.count == 40)
      #expect(try mode(folder) == 0o700)
      #expect(try mode(folder + "/credentials") == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["credentials"])
      let second = try CredentialsFile.load(directory: folder, random: random(2))
      #expect(second.accessKey == first.accessKey && second.secretKey == first.secretKey)
      let text = try String(contentsOfFile: folder + "/credentials", encoding: .utf8)
      #expect(
        text == """
          [default]
          aws_access_key_id = \(first.accessKey)
          aws_secret_access_key = \(first.secretKey)
          region = us-east-1

          """)
    }
    try inFolder { folder in
      let other = try CredentialsFile.load(directory: folder, random: { try RandomBytes.make($0) })
      #expect(other.secretKey != (try CredentialsFile.load(directory: folder + "2", random: random(1))).secretKey)
    }
  }

  @Test func anotherRegionReplacesTheOld() throws {
    try inFolder { folder in
      let first = try CredentialsFile.load(directory: folder, region: "eu-west-1", random: random(1))
      let path = folder + "/credentials"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try Data(("# mine\n" + text + "[other]\nregion = x\n").utf8).write(to: URL(fileURLWithPath: path))
      let second = try CredentialsFile.load(directory: folder, region: "ap-south-1", random: random(2))
      #expect(second.region == "ap-south-1" && second.secretKey == first.secretKey)
      #expect(try CredentialsFile.load(directory: folder, random: random(3)).region == "ap-south-1")
      let changed = try String(contentsOfFile: path, encoding: .utf8)
      #expect(changed.hasPrefix("# mine\n[default]\n") && changed.contains("[other]\nregion = x\n"))
      #expect(!changed.contains("eu-west-1"))
      #expect(try mode(path) == 0o600)
    }
  }

  @Test(arguments: ["", "US-EAST-1", "a\nb", "é", String(repeating: "a", count: 65)])
  func refusesRegion(_ region: String) throws {
    try inFolder { folder in
      #expect(code { _ = try CredentialsFile.load(directory: folder, region: region, random: random(1)) } == .badRegion)
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o601])
  func refusesAFileOthersCanUse(_ mode: Int) throws {
    try inFolder { folder in
      _ = try CredentialsFile.load(directory: folder, random: random(1))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/credentials")
      do {
        _ = try CredentialsFile.load(directory: folder, random: random(1))
        Issue.record("was read")
      } catch let error as CredentialsFileError {
        #expect(error.code == .tooOpen)
        #expect(error.description.contains("chmod 600") && error.description.contains("0" + String(mode, radix: 8)))
      }
    }
  }

  @Test func refusesWhatIsNoCredentialsFile() throws {
    try inFolder { folder in
      _ = try CredentialsFile.load(directory: folder, random: random(1))
      let path = folder + "/credentials"
      func put(_ bytes: [UInt8]) -> CredentialsFileError.Code? {
        code {
          try Data(bytes).write(to: URL(fileURLWithPath: path))
          try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
          _ = try CredentialsFile.load(directory: folder, random: random(1))
        }
      }
      #expect(put([]) == .missingKey)
      #expect(put(Array("[other]\naws_access_key_id = a\naws_secret_access_key = b\n".utf8)) == .missingKey)
      #expect(put(Array("[default]\naws_access_key_id = a\naws_secret_access_key =\n".utf8)) == .missingKey)
      #expect(put(Array("[default]\n#aws_access_key_id = a\naws_secret_access_key = b\n".utf8)) == .missingKey)
      #expect(put([0xFF, 0xFE]) == .notText)
      #expect(put([UInt8](repeating: 0x20, count: 70_000)) == .notText)
      #expect(put(Array("[default]\r\n aws_access_key_id=a\r\naws_secret_access_key = b=c \r\n".utf8)) == nil)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      #expect(code { _ = try CredentialsFile.load(directory: folder, random: random(1)) } == .notAFile)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      #expect(code { _ = try CredentialsFile.load(directory: folder, random: random(1)) } == .notAFile)
    }
  }

  @Test func saysWhyItCannotBeMade() throws {
    try inFolder { folder in
      #expect(
        code { _ = try CredentialsFile.load(directory: folder + "/a/b", random: random(1)) } == .cannotMakeDirectory)
      #expect(code { _ = try CredentialsFile.load(directory: folder, random: { _ in [] }) } == .noRandom)
    }
  }

  @Test func descriptionsHideTheSecret() throws {
    try inFolder { folder in
      let file = try CredentialsFile.load(directory: folder, random: random(1))
      var dumped = ""
      dump(file, to: &dumped)
      for text in ["\(file)", String(reflecting: file), dumped] { #expect(!text.contains(file.secretKey)) }
    }
  }
}
