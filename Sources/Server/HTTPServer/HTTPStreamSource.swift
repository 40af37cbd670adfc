/// A piece of a streamed body.
public enum HTTPStreamChunk: Sendable {
  /// To be sent now. Empty means the same as `wait`.
  case bytes([UInt8])
  /// Nothing now; the source calls `wake` when there is.
  case wait
  /// The body is complete.
  case end
}

/// Where a streamed body comes from. The server asks; the source never pushes.
///
/// Calls to `next` come one at a time from one thread; `cancelled` may come from another, also during `next`.
/// None may block. A vanished client is noticed when something is sent, so a source that is quiet for long sends a
/// heartbeat; besides, the server looks at the sockets of waiting streams about once a second.
public protocol HTTPStreamSource: AnyObject, Sendable {
  /// The next piece, at most `maximum` bytes; what is more is kept and sent by and by.
  func next(maximum: Int) -> HTTPStreamChunk
  /// Called once, before `next`. `wake` may be called from any thread, at any time, also after the stream's end; the
  /// server then asks `next` again soon. Waking in vain is harmless.
  func attach(wake: @escaping @Sendable () -> Void)
  /// Called once when the stream ended otherwise than by `.end`: the client went away, the server drains or stops, or
  /// the reply came too late to be sent. `next` is not called any more.
  func cancelled()
}
