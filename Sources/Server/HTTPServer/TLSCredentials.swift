internal import Foundation

/// A certificate and its key as PEM text that stays in one place, for the library reads it in place. This
/// copy of the key is wiped at the end.
final class TLSCredentials: @unchecked Sendable {
  let certificate: UnsafeMutablePointer<CChar>
  let key: UnsafeMutablePointer<CChar>

  /// - Throws: `badCertificate` when a file can't be read.
  init(_ files: HTTPServerConfiguration.TLS) throws(HTTPServerError) {
    let certificate = try TLSCredentials.read(files.certificateFile, "certificate")
    do throws(HTTPServerError) {
      key = try TLSCredentials.read(files.keyFile, "key")
    } catch {
      certificate.deallocate()
      throw error
    }
    self.certificate = certificate
  }

  deinit {
    explicit_bzero(key, strlen(key))
    key.deallocate()
    certificate.deallocate()
  }

  private static func read(_ path: String, _ what: String) throws(HTTPServerError) -> UnsafeMutablePointer<CChar> {
    guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
      throw HTTPServerError(.badCertificate, "the TLS \(what) file can't be read: \(path)")
    }
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: data.count + 1)
    data.withUnsafeBytes {
      UnsafeMutableRawPointer(text).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(text), byteCount: $0.count)
    }
    text[data.count] = 0
    return text
  }
}
