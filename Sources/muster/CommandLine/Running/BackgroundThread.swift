internal import Foundation

/// Threads for calls that block, off the cooperative pool.
enum BackgroundThread {
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread { body() }
    thread.name = name
    thread.start()
  }
}
