import Foundation
import MusterRuntime
import MusterValues
import Testing

private struct FixedClock: WallClock {
  func now() -> Timestamp { Timestamp(milliseconds: 1_700_000_000_123) }
}

@Suite struct LoggerTests {
  private func lines(_ level: LogLevel, _ body: (Logger) -> Void) -> [String] {
    let lines = Locked<[String]>([])
    body(
      Logger(level: level, metadata: [("role", "api")], clock: FixedClock()) { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      })
    return lines.withLock { $0 }
  }

  @Test func oneObjectALine() {
    let written = lines(.info) { logger in
      logger.info("started", [("port", 80), ("note", "a\n\"b\"\u{1}")])
      logger.warning("plain")
    }
    #expect(
      written == [
        #"{"time":"2023-11-14T22:13:20.123Z","level":"info","message":"started","role":"api","port":80,"#
          + #""note":"a\u000a\"b\"\u0001"}"# + "\n",
        #"{"time":"2023-11-14T22:13:20.123Z","level":"warning","message":"plain","role":"api"}"# + "\n",
      ])
  }

  @Test func lowerLevelsAreDroppedUnbuilt() {
    let written = lines(.warning) { logger in
      func costly() -> [(String, JSONValue)] {
        Issue.record("built for nothing")
        return []
      }
      logger.debug("no", costly())
      logger.info("no", costly())
      logger.warning("yes")
      logger.error("yes")
    }
    #expect(written.count == 2)
  }

}

@Suite struct WallClockTests {
  @Test func agreesWithFoundation() {
    let now = SystemWallClock().now().milliseconds
    #expect(abs(Double(now) / 1000 - Date().timeIntervalSince1970) < 5)
  }
}

@Suite struct ProcessSignalsTests {
  @Test func terminationReachesTheWaitingThread() {
    #expect(ProcessSignals.catchTermination())
    let received = Locked<[ProcessSignals.Termination]>([])
    onThread {
      for _ in 0..<2 {
        let signal = ProcessSignals.waitForTermination()
        received.withLock { $0.append(signal) }
      }
    }
    kill(getpid(), SIGTERM)
    #expect(eventually { received.withLock { $0 } == [.terminate] })
    kill(getpid(), SIGINT)
    #expect(eventually { received.withLock { $0 } == [.terminate, .interrupt] })
  }
}

@Suite struct ProcessLimitsTests {
  @Test func openFilesAreRaisedToTheHardLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #expect(ProcessLimits.raiseOpenFiles() == Int(clamping: limit.rlim_max))
    var after = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &after)
    #expect(after.rlim_cur == limit.rlim_max)
  }
}
