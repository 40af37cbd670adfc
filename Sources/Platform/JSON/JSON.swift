public import MusterValues

/// Reads JSON text (RFC 8259).
public enum JSON {
  /// The deepest nesting that any caller may ask for.
  public static let greatestDepth = 256

  /// Parses one JSON document in UTF-8.
  ///
  /// Members of one name are all kept, in order; `JSONValue`'s lookup takes the last. Integers beyond 64 bits become
  /// the nearest `Double`; a number too large for a `Double`, a lone surrogate escape and malformed UTF-8 are errors.
  ///
  /// - Parameter maximumDepth: levels of arrays and objects, 1 for a flat one; bounded to 1...`greatestDepth`.
  public static func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64
  ) throws(JSONError) -> JSONValue {
    let depth = min(max(maximumDepth, 1), greatestDepth)
    if let tape = JSONTape(parsing: bytes), let value = tape.value(maximumDepth: depth) { return value }
    // simdjson does not say where it stopped, and refuses integers beyond 64 bits: read again, slowly and exactly.
    var parser = ExactJSONParser(bytes, maximumDepth: depth)
    return try parser.document()
  }

  /// Parses one JSON document in UTF-8; see `parse(_:maximumDepth:)` for a buffer.
  public static func parse(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) -> JSONValue {
    var result: Result<JSONValue, JSONError> = .failure(JSONError(.unexpectedEnd, at: 0))
    bytes.withUnsafeBytes { buffer in
      do throws(JSONError) {
        result = .success(try parse(buffer, maximumDepth: maximumDepth))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Parses one JSON document in UTF-8; see `parse(_:maximumDepth:)` for a buffer.
  public static func parse(_ text: String, maximumDepth: Int = 64) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8), maximumDepth: maximumDepth)
  }
}
