import Foundation
internal import YobanSimulatedApple
internal import YobanVirtualTime

@nonexhaustive public enum HKWorkoutSessionState: Int, Sendable {
  case notStarted = 1
  case running = 2
  case ended = 3
  case paused = 4
  case prepared = 5
  case stopped = 6
}

@nonexhaustive public enum HKWorkoutSessionType: Int, Sendable {
  case primary = 0
  case mirrored = 1
}

/// A workout on a watch. The app keeps running until the workout ends (WK2), even while it is
/// paused (WK3).
///
/// The methods return immediately. Their effects follow in the order of the calls, and the delegate
/// is notified on an anonymous serial queue (WK4).
open class HKWorkoutSession: NSObject, @unchecked SimulationConfined {
  private let session: WorkoutSession
  private let system: ServiceHandle<HealthService>
  private let receiver: WorkoutSessionReceiver
  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private var builder: HKLiveWorkoutBuilder?

  /// - Throws: `HKError.errorInvalidArgument` if the configuration cannot be used,
  ///   `errorHealthDataUnavailable` on an iPhone.
  public init(
    healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration
  ) throws {
    SystemAPI.workoutSession.reportIfTooNew()
    receiver = WorkoutSessionReceiver(healthStore)
    session = try healthStore.makeSession(workoutConfiguration, receiver)
    system = Self.system(of: healthStore)
    store = healthStore
    configuration = workoutConfiguration.copy() as! HKWorkoutConfiguration
    super.init()
    receiver.session = self
    // The session of a store whose launch has ended does nothing.
    system("init(healthStore:configuration:)") { _ in }
  }

  /// Creates the session object of an earlier launch's session.
  init(recovering session: WorkoutSession, _ store: HKHealthStore) {
    self.session = session
    system = Self.system(of: store)
    self.store = store
    receiver = WorkoutSessionReceiver(store)
    receiver.state = HKWorkoutSessionState(session.state)
    configuration = HKWorkoutConfiguration(session.configuration)
    super.init()
    receiver.session = self
    store.adopt(session, receiver)
  }

  private static func system(of store: HKHealthStore) -> ServiceHandle<HealthService> {
    ServiceHandle(store.system.service, of: store.system.process, for: "HKWorkoutSession")
  }

  open weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { receiver.delegate }
    set { receiver.delegate = newValue }
  }
  /// The state that the delegate received last.
  open var state: HKWorkoutSessionState { receiver.state }
  /// Always `primary`, because no session is mirrored here.
  open var type: HKWorkoutSessionType { .primary }
  /// A copy of the configuration.
  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as! HKWorkoutConfiguration
  }
  /// The start of the activity as given by the app; nil before.
  open var startDate: Date? { receiver.startDate ?? session.started.map(store.date) }
  /// The end of the activity as given by the app; nil before.
  open var endDate: Date? { receiver.endDate ?? session.stopped.map(store.date) }

  /// Enters session mode without an activity, for example for a countdown.
  open func prepare() { system("prepare()") { _ in session.prepare() } }

  /// Begins the activity, and ends any other session on the watch. The delegate receives an error
  /// if the app may not share workouts (4, 5), or, from watchOS 10 on, if the app is in the
  /// background (14).
  ///
  /// - Parameter date: The start; nil for now.
  open func startActivity(with date: Date?) {
    if session.state == .notStarted || session.state == .prepared { receiver.startDate = date }
    system("startActivity(with:)") { _ in session.start() }
  }

  /// Ends the activity. The watch stays in session mode until `end()`.
  ///
  /// - Parameter date: The end; nil for now.
  open func stopActivity(with date: Date?) {
    receiver.endDate = date
    system("stopActivity(with:)") { _ in session.stop() }
  }

  /// Ends the session and the run time that it provided.
  open func end() { system("end()") { _ in session.end() } }
  /// Pauses the session. Exercise is no longer credited, but the app keeps running (WK3).
  open func pause() { system("pause()") { _ in session.pause() } }
  open func resume() { system("resume()") { _ in session.resume() } }

  /// Returns the builder of this session, always the same one.
  open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    if let builder { return builder }
    let made = HKLiveWorkoutBuilder(
      healthStore: store, configuration: workoutConfiguration, device: nil, self)
    builder = made
    return made
  }

  func generated(_ event: HKWorkoutEvent) { builder?.collect(event) }
}

/// Receives the events of a workout session (WK4), on an anonymous serial queue. If the app was
/// suspended, an event arrives late but with its true date.
public protocol HKWorkoutSessionDelegate: NSObjectProtocol {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
  /// Optional at Apple.
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)
}

extension HKWorkoutSessionDelegate {
  public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)
  {}
}

/// Delivers the system's events of a session to its delegate.
final class WorkoutSessionReceiver: WorkoutEventReceiver {
  private let queue = DispatchQueue(label: "com.apple.HealthKit.HKWorkoutSession")
  private let store: HKHealthStore
  weak var session: HKWorkoutSession?
  weak var delegate: (any HKWorkoutSessionDelegate)?
  var state = HKWorkoutSessionState.notStarted
  var startDate: Date?
  var endDate: Date?

  init(_ store: HKHealthStore) { self.store = store }

  func received(_ event: WorkoutEvent) {
    // From here on used on this queue only, except for the properties that the app reads.
    nonisolated(unsafe) let receiver = self
    queue.async { receiver.deliver(event) }
  }

  private func deliver(_ event: WorkoutEvent) {
    guard let session else { return }
    switch event {
    case .changed(let to, let from, let instant):
      state = HKWorkoutSessionState(to)
      delegate?.workoutSession(
        session, didChangeTo: HKWorkoutSessionState(to), from: HKWorkoutSessionState(from),
        date: store.date(instant))
    case .generated(let isPause, let instant):
      let date = store.date(instant)
      let event = HKWorkoutEvent(
        type: isPause ? .pause : .resume,
        dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
      session.generated(event)
      delegate?.workoutSession(session, didGenerate: event)
    case .failed(let error, let text):
      delegate?.workoutSession(session, didFailWithError: HKError(error, text))
    }
  }
}

extension HKWorkoutSessionState {
  init(_ state: WorkoutState) {
    self =
      switch state {
      case .notStarted: .notStarted
      case .running: .running
      case .ended: .ended
      case .paused: .paused
      case .prepared: .prepared
      case .stopped: .stopped
      }
  }
}

extension AppProcess {
  /// Converts an instant to the time of the app's clock.
  func date(_ instant: VirtualInstant) -> Date {
    Date(
      timeIntervalSince1970:
        Double(instant.nanoseconds + process.wallClockAtStart) / 1e9)
  }
}
