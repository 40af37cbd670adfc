import Testing

@testable import MusterHTTPServer

@Suite struct ConnectionStateTests {
  private let answer = HTTPReply.response(HTTPResponse(status: 200))

  @Test func replyInsideTheHandlerSuspendsNothing() {
    var state = ConnectionState(deadline: 10)
    state.begin(deadline: 20)
    let exchange = state.handle()
    #expect(state.accept(answer, exchange: exchange) == .kept)
    #expect(state.accept(answer, exchange: exchange) == .tooLate)
    guard case .send = state.handled(replyDeadline: 30, sendDeadline: 40) else {
      Issue.record("the reply is to be sent")
      return
    }
    #expect(!state.isSuspended)
    #expect(state.deadline == 40)
    #expect(state.complete(deadline: 50) == nil)
    #expect(state.phase == .idle)
    #expect(state.accept(answer, exchange: exchange) == .tooLate)
  }

  @Test func lateReplyOfAnEarlierRequestIsIgnored() {
    var state = ConnectionState(deadline: 10)
    state.begin(deadline: 20)
    let first = state.handle()
    _ = state.handled(replyDeadline: 30, sendDeadline: 40)
    #expect(state.expire(now: 29, nextLook: 0) == .none)
    #expect(state.expire(now: 30, nextLook: 0) == .resume)
    #expect(state.accept(answer, exchange: first) == .tooLate)
    guard case .response(let response) = state.takeReply(sendDeadline: 40) else {
      Issue.record("a 503 is to be sent")
      return
    }
    #expect(response.status == 503)
    _ = state.complete(deadline: 50)
    state.begin(deadline: 60)
    let second = state.handle()
    _ = state.handled(replyDeadline: 70, sendDeadline: 80)
    #expect(state.accept(answer, exchange: first) == .tooLate)
    #expect(state.accept(answer, exchange: second) == .resume)
  }

  @Test func wakeWhileTheSourceIsAskedIsNotLost() {
    var state = ConnectionState(deadline: 10)
    state.begin(deadline: 20)
    let exchange = state.handle()
    _ = state.accept(answer, exchange: exchange)
    _ = state.handled(replyDeadline: 30, sendDeadline: 40)
    state.beginStream()
    #expect(state.askSource() == nil)
    #expect(state.wake(exchange: exchange) == false)
    #expect(state.pauseStream(nextLook: 50) == .suspendAndResume)
    #expect(state.askSource() == nil)
    #expect(state.pauseStream(nextLook: 50) == .suspend)
    #expect(state.wake(exchange: exchange) == true)
    #expect(state.wake(exchange: exchange) == false)
    #expect(state.wake(exchange: exchange + 1) == false)
  }

  /// Any order of events: the library is resumed exactly as often as it was suspended, only while it is, and once
  /// stopping nothing suspends it any more.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func randomEventsKeepSuspendAndResumeInStep(seed: UInt64) {
    var random = SeededBytes(seed: seed)
    var state = ConnectionState(deadline: 5)
    var isSuspended = false
    var isStopping = false
    var exchange: UInt64 = 0
    var now: UInt64 = 0
    func resumed(_ happened: Bool) {
      if happened {
        #expect(isSuspended)
        isSuspended = false
      }
      #expect(state.isSuspended == isSuspended)
    }
    func suspended() {
      #expect(!isSuspended && !isStopping)
      isSuspended = true
      #expect(state.isSuspended)
    }
    for _ in 0..<400 {
      now += UInt64(random.below(3))
      switch random.below(9) {
      case 0: resumed(state.accept(answer, exchange: exchange - UInt64(min(Int(exchange), random.below(2)))) == .resume)
      case 1: resumed(state.wake(exchange: exchange))
      case 2:
        switch state.expire(now: now, nextLook: now + 4) {
        case .resume: resumed(true)
        case .lookAtSocket: resumed(random.below(2) == 0 && state.endStream(.clientGone))
        case .none, .close: resumed(false)
        }
      case 3: if random.below(20) == 0 { resumed(state.endStream(.serverStops)) }
      case 4: if random.below(40) == 0 { resumed(state.giveUpWaiting()) }
      case 5:
        if random.below(60) == 0 {
          isStopping = true
          resumed(state.stop())
        }
      default:
        // The library's own thread goes on only while the connection isn't suspended.
        guard !isSuspended else { continue }
        switch state.phase {
        case .idle: state.begin(deadline: now + 9)
        case .receiving: exchange = state.handle()
        case .handling:
          if case .suspend = state.handled(replyDeadline: now + 5, sendDeadline: now + 9) { suspended() }
        case .replying:
          _ = state.takeReply(sendDeadline: now + 9)
          if random.below(2) == 0 { state.beginStream() } else { _ = state.complete(deadline: now + 9) }
        case .streaming:
          if state.askSource() != nil || random.below(5) == 0 {
            _ = state.complete(deadline: now + 9)
          } else if state.pauseStream(nextLook: now + 3) == .suspend {
            suspended()
          }
        case .waiting, .streamWaiting, .closed: Issue.record("not suspended, yet \(state.phase)")
        }
      }
    }
    resumed(state.stop())
    #expect(!isSuspended)
  }
}
