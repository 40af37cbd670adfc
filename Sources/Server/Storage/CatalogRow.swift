/// One fence, collection, tracker, link or other definition.
public struct CatalogRow: Sendable, Equatable {
  public let kind: UInt8
  public let key: Int64
  /// Nil deletes the row.
  public let body: [UInt8]?

  public init(kind: UInt8, key: Int64, body: [UInt8]?) {
    self.kind = kind
    self.key = key
    self.body = body
  }
}
