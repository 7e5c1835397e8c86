internal import YobanSimulatedApple
internal import YobanVirtualTime

@nonexhaustive public enum WKExtendedRuntimeSessionState: Int, Sendable {
  case notStarted = 0
  case scheduled = 1
  case running = 2
  case invalid = 3
}

@nonexhaustive public enum WKExtendedRuntimeSessionInvalidationReason: Int, Sendable {
  case error = -1
  case none = 0
  case sessionInProgress = 1
  case expired = 2
  case resignedFrontmost = 3
  case suppressedBySystem = 4
}

public let WKExtendedRuntimeSessionErrorDomain = "com.apple.watchkit.extendedruntimesession"

/// The codes of the errors for the reason `error`.
@nonexhaustive public enum WKExtendedRuntimeSessionErrorCode: Int, Sendable {
  case unknown = 1
  case scheduledTooFarInAdvance = 2
  case mustBeActiveToStartOrSchedule = 3
  case notYetStarted = 4
  case exceededResourceLimits = 5
  case barDisabled = 6
  case notApprovedToStartSession = 7
  case notApprovedToSchedule = 8
  // These concern auto-launch, which is not simulated. They never occur.
  case mustBeActiveToPrompt = 9
  case unsupportedSessionType = 10
}

/// Keeps the app running after the user has stopped using it. The kind of session is given by
/// WKBackgroundModes in Info.plist (WK5).
open class WKExtendedRuntimeSession: NSObject {
  private let system: ServiceHandle<WatchService>
  private let session: ExtendedRuntimeSession
  private let receiver: ExtendedRuntimeReceiver
  private var isStarted = false

  public override init() {
    let process = AppProcess.callingOnWatch("WKExtendedRuntimeSession was created")
    system = Self.system(of: process)
    receiver = ExtendedRuntimeReceiver()
    session = system.service.makeExtendedSession(for: process, receiver)
    super.init()
    receiver.session = self
  }

  /// Creates the object of a scheduled session that begins in a new launch.
  init(_ session: ExtendedRuntimeSession, of process: AppProcess) {
    system = Self.system(of: process)
    self.session = session
    receiver = ExtendedRuntimeReceiver()
    super.init()
    receiver.session = self
    // As on a device, the app must keep the session: the system keeps it only with a delegate.
    isStarted = true
    session.adopt(process, receiver)
  }

  private static func system(of process: AppProcess) -> ServiceHandle<WatchService> {
    ServiceHandle(process.app.watchService, of: process, for: "WKExtendedRuntimeSession")
  }

  open weak var delegate: (any WKExtendedRuntimeSessionDelegate)? {
    didSet { updateRetention() }
  }

  /// Keeps a session with a delegate alive from its start to its end, as the system does.
  private func updateRetention() {
    receiver.keeps = isStarted && delegate != nil && !session.isInvalid ? self : nil
  }

  private func willStart() {
    isStarted = true
    updateRetention()
  }

  open var state: WKExtendedRuntimeSessionState {
    if session.isRunning { return .running }
    if session.isScheduled { return .scheduled }
    return session.isInvalid ? .invalid : .notStarted
  }

  /// The latest time at which the session ends; nil before it has run.
  open var expirationDate: Date? {
    session.expires.map {
      Date(
        timeIntervalSince1970:
          Double(system.process.process.wallTime(at: $0.nanoseconds)) / 1e9)
    }
  }

  /// Starts the session. The app must be active and have no other session. The delegate is notified
  /// of the result.
  open func start() {
    willStart()
    system("start()") { _ in session.start() }
  }

  /// Schedules a smart alarm, at most 36 h ahead.
  open func start(at date: Date) {
    willStart()
    system("start(at:)") { _ in session.start(at: system.process.instant(date)) }
  }

  /// Ends the session. A scheduled session can be ended only while the app is active.
  open func invalidate() { system("invalidate()") { _ in session.invalidate() } }

  /// Plays the alarm of a scheduled session. The alarm has no simulated output.
  open func notifyUser(
    hapticType type: WKHapticType,
    repeatHandler: ((UnsafeMutablePointer<WKHapticType>) -> TimeInterval)? = nil
  ) {
    system("notifyUser(hapticType:repeatHandler:)") { _ in session.notifyUser() }
  }
}

/// Receives the events of an extended runtime session, on the main queue.
public protocol WKExtendedRuntimeSessionDelegate: NSObjectProtocol {
  func extendedRuntimeSessionDidStart(_ extendedRuntimeSession: WKExtendedRuntimeSession)
  func extendedRuntimeSessionWillExpire(_ extendedRuntimeSession: WKExtendedRuntimeSession)
  func extendedRuntimeSession(
    _ extendedRuntimeSession: WKExtendedRuntimeSession,
    didInvalidateWith reason: WKExtendedRuntimeSessionInvalidationReason, error: (any Error)?)
}

/// Delivers the system's events of a session to its delegate.
final class ExtendedRuntimeReceiver: ExtendedRuntimeEventReceiver {
  weak var session: WKExtendedRuntimeSession?
  /// Keeps a started session with a delegate alive until it has ended, as the system does.
  var keeps: WKExtendedRuntimeSession?

  var hasDelegate: Bool { session?.delegate != nil }

  func didStart() {
    if let session { session.delegate?.extendedRuntimeSessionDidStart(session) }
  }

  func willExpire() {
    if let session { session.delegate?.extendedRuntimeSessionWillExpire(session) }
  }

  func invalidated(_ reason: ExtendedRuntimeEnd) {
    guard let session else { return }
    keeps = nil
    var error: NSError?
    if case .error(let code) = reason {
      error = NSError(domain: WKExtendedRuntimeSessionErrorDomain, code: code.rawValue)
    }
    session.delegate?.extendedRuntimeSession(
      session,
      didInvalidateWith: WKExtendedRuntimeSessionInvalidationReason(rawValue: reason.rawValue)!,
      error: error)
  }
}
