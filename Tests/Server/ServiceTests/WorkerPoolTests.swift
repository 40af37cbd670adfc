import Foundation
import MusterRuntime
import Testing

@testable import MusterService

@Suite struct WorkerPoolTests {
  @Test func runsEveryJobOnce() async {
    let pool = WorkerPool(threads: 3)
    let done = Locked<[Int]>([])
    await withCheckedContinuation { (finished: CheckedContinuation<Void, Never>) in
      for index in 0..<2000 {
        let isQueued = pool.run {
          let count = done.withLock { done in
            done.append(index)
            return done.count
          }
          if count == 2000 { finished.resume() }
        }
        #expect(isQueued)
      }
    }
    #expect(done.withLock { $0.sorted() } == Array(0..<2000))
    pool.stop()
    #expect(!pool.run {})
  }
}
