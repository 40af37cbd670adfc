/// Counts open connections, in total and by peer, and says whether one more may come in.
struct ConnectionAdmission {
  enum Verdict: Equatable, Sendable { case admitted, tooMany, tooManyOfPeer }

  let limit: Int
  let limitPerPeer: Int?
  private(set) var count = 0
  private var counts: [PeerAddress.Key: Int] = [:]

  init(limit: Int, limitPerPeer: Int?) {
    self.limit = limit
    self.limitPerPeer = limitPerPeer
  }

  /// Counts the connection when it is admitted; each must then be released once.
  mutating func admit(_ peer: PeerAddress.Key) -> Verdict {
    guard count < limit else { return .tooMany }
    let ofPeer = counts[peer, default: 0]
    if let limitPerPeer, ofPeer >= limitPerPeer { return .tooManyOfPeer }
    count += 1
    counts[peer] = ofPeer + 1
    return .admitted
  }

  mutating func release(_ peer: PeerAddress.Key) {
    guard let ofPeer = counts[peer] else { return }
    count -= 1
    counts[peer] = ofPeer > 1 ? ofPeer - 1 : nil
  }
}
