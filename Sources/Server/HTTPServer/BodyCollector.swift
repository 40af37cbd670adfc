/// Gathers a request's body within a limit and a shared budget of memory.
///
/// A body that breaks one of them can't be answered in the middle; the rest is read and dropped, up to a bound, so
/// that the client gets to read why.
struct BodyCollector {
  enum Refusal: Equatable, Sendable { case tooLarge, outOfMemory }

  /// How much of a refused body is read before the connection is closed without an answer.
  static let discardLimit = 16 << 20
  private static let firstCapacity = 16 << 10

  let limit: Int
  let declared: Int?
  private let budget: Budget
  private(set) var bytes: [UInt8] = []
  private(set) var refusal: Refusal?
  private var room = 0
  private var discarded = 0

  init(limit: Int, declared: Int?, budget: Budget) {
    self.limit = limit
    self.declared = declared
    self.budget = budget
  }

  /// Takes the next bytes. False: the connection is not worth keeping.
  mutating func append(_ buffer: UnsafeRawBufferPointer) -> Bool {
    if refusal == nil {
      if buffer.count > limit - bytes.count {
        refuse(.tooLarge)
      } else if !makeRoom(bytes.count + buffer.count) {
        refuse(.outOfMemory)
      } else {
        bytes.append(contentsOf: buffer)
        return true
      }
    }
    discarded += buffer.count
    return discarded <= BodyCollector.discardLimit
  }

  /// Gives the memory back; the bytes may live on in the request, which is soon over.
  mutating func release() {
    budget.giveBack(room)
    room = 0
    bytes = []
  }

  private mutating func refuse(_ reason: Refusal) {
    refusal = reason
    release()
  }

  /// Room is paid for as bytes arrive, not as they are announced: an announcement costs a client nothing.
  private mutating func makeRoom(_ needed: Int) -> Bool {
    guard needed > room else { return true }
    var wanted = max(needed, room == 0 ? min(declared ?? 0, BodyCollector.firstCapacity) : room * 2)
    if let declared { wanted = max(needed, min(wanted, declared)) }
    wanted = max(needed, min(wanted, limit))
    guard budget.take(wanted - room) else { return false }
    room = wanted
    var larger = PaddedBytes.make(capacity: wanted)
    larger.append(contentsOf: bytes)
    bytes = larger
    return true
  }
}
