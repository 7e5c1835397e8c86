internal import YobanSimulatedApple

extension BGTaskScheduler {
  public class var errorDomain: String { "BGTaskSchedulerErrorDomain" }

  /// The error of a rejected request (FT2). `catch BGTaskScheduler.Error.notPermitted` matches its
  /// code.
  public struct Error: _BridgedStoredNSError, Sendable {
    @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
      public typealias _ErrorType = BGTaskScheduler.Error

      case unavailable = 1
      case tooManyPendingTaskRequests = 2
      case notPermitted = 3
      case immediateRunIneligible = 4
    }

    public let _nsError: NSError

    public init(_nsError error: NSError) {
      precondition(error.domain == BGTaskScheduler.errorDomain)
      _nsError = error
    }

    public static var _nsErrorDomain: String { BGTaskScheduler.errorDomain }
    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    public static var unavailable: Code { .unavailable }
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    public static var notPermitted: Code { .notPermitted }
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}

extension BGTaskScheduler.Error {
  init(_ error: ScheduledTaskError) {
    self.init(Code(error))
  }
}

extension BGTaskScheduler.Error.Code {
  fileprivate init(_ error: ScheduledTaskError) {
    self =
      switch error {
      case .unavailable: .unavailable
      case .tooManyPendingTaskRequests: .tooManyPendingTaskRequests
      case .notPermitted: .notPermitted
      case .immediateRunIneligible: .immediateRunIneligible
      }
  }
}
