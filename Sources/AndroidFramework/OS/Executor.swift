/// `java.util.concurrent.Executor`: runs what it is given, on a thread of its choice.
public protocol Executor: AnyObject, Sendable {
  func execute(_ command: @escaping @Sendable () -> Void)
}

/// The executor of the main thread.
final class MainExecutor: Executor {
  func execute(_ command: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: command)
  }
}

/// `android.os.OutcomeReceiver`: receives the result of a call, or its error.
public protocol OutcomeReceiver<Result, Failure>: AnyObject, Sendable {
  associatedtype Result
  associatedtype Failure: Throwable
  func onResult(_ result: Result)
  func onError(_ error: Failure)
}

extension OutcomeReceiver {
  public func onError(_ error: Failure) {}
}
