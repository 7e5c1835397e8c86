import Foundation

extension OperationQueue {
  /// Wraps a handler of values that arrive on the main queue. For any other queue, the wrapper
  /// dispatches each value to it.
  func calling<Value>(_ handler: @escaping (Value) -> Void) -> (Value) -> Void {
    if self === OperationQueue.main { return handler }
    // A simulation runs one thing at a time, so that the value is never used concurrently.
    nonisolated(unsafe) let handler = handler
    if let underlying = underlyingQueue {
      return { value in
        nonisolated(unsafe) let value = value
        underlying.async { handler(value) }
      }
    }
    return { value in
      nonisolated(unsafe) let value = value
      self.addOperation { handler(value) }
    }
  }
}
