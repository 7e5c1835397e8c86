import Synchronization

/// The answer to one call of Paho, which comes on a thread of Paho, or never if the time is over.
final class PahoCall<Value: Sendable>: Sendable {
  typealias Answer = Result<Value, BrokerFailure>

  private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

  init(_ continuation: CheckedContinuation<Answer, Never>) {
    self.continuation = Mutex(continuation)
  }

  /// Answers once; later answers are ignored.
  func answer(_ answer: Answer) {
    continuation.withLock { $0.take() }?.resume(returning: answer)
  }

  /// A pointer that keeps the call alive until `taken(from:)` gets it.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The call of a pointer. Paho makes exactly one of two callbacks for a call that it has accepted.
  static func taken(from pointer: UnsafeMutableRawPointer?) -> PahoCall? {
    pointer.map { Unmanaged<PahoCall>.fromOpaque($0).takeRetainedValue() }
  }
}
