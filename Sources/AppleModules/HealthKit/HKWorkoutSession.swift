import Foundation
internal import SimulatedOS
internal import VirtualTime

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

/// A workout on a watch: while it goes on, the app keeps running (WK2), also paused (WK3).
///
/// Its methods return at once; what they do follows in their order, and the delegate hears of it on
/// an anonymous serial queue (WK4).
///
/// Sendable: the session and the receiver are touched by the holder of the simulation's baton.
open class HKWorkoutSession: NSObject, @unchecked Sendable {
  private let session: WorkoutSession
  private let receiver: WorkoutSessionReceiver
  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private var builder: HKLiveWorkoutBuilder?

  /// - Throws: `HKError.errorInvalidArgument` if the configuration is not usable,
  ///   `errorHealthDataUnavailable` on an iPhone.
  public init(
    healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration
  ) throws {
    receiver = WorkoutSessionReceiver(healthStore)
    session = try healthStore.makeSession(workoutConfiguration, receiver)
    store = healthStore
    configuration = workoutConfiguration.copy() as! HKWorkoutConfiguration
    super.init()
    receiver.session = self
  }

  /// A session of an earlier launch.
  init(recovering session: WorkoutSession, of process: AppProcess, _ store: HKHealthStore) {
    self.session = session
    self.store = store
    receiver = WorkoutSessionReceiver(store)
    receiver.state = HKWorkoutSessionState(session.state)
    configuration = HKWorkoutConfiguration(session.configuration)
    super.init()
    receiver.session = self
    store.adopt(session, receiver)
  }

  open weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { receiver.delegate }
    set { receiver.delegate = newValue }
  }
  /// The state that the delegate was told last.
  open var state: HKWorkoutSessionState { receiver.state }
  /// No session is mirrored here.
  open var type: HKWorkoutSessionType { .primary }
  /// A copy.
  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as! HKWorkoutConfiguration
  }
  /// When the activity began, as the app gave it; nil before.
  open var startDate: Date? { receiver.startDate ?? session.started.map(store.date) }
  /// When it was stopped, as the app gave it; nil before.
  open var endDate: Date? { receiver.endDate ?? session.stopped.map(store.date) }

  /// Session mode without an activity, such as for a countdown.
  open func prepare() { session.prepare() }

  /// Begins the activity. Fails through the delegate if the app may not share workouts (4, 5), or, from
  /// watchOS 10 on, is in background (14). Another session on the watch ends.
  ///
  /// - Parameter date: nil: now.
  open func startActivity(with date: Date?) {
    if session.state == .notStarted || session.state == .prepared { receiver.startDate = date }
    session.start()
  }

  /// Ends the activity; the watch stays in session mode until `end()`.
  ///
  /// - Parameter date: nil: now.
  open func stopActivity(with date: Date?) {
    receiver.endDate = date
    session.stop()
  }

  /// Ends the session, and the run time that it gave.
  open func end() { session.end() }
  /// No exercise is credited from now on; the app keeps running (WK3).
  open func pause() { session.pause() }
  open func resume() { session.resume() }

  /// The one builder of this session.
  open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    if let builder { return builder }
    let made = HKLiveWorkoutBuilder(
      healthStore: store, configuration: workoutConfiguration, device: nil, self)
    builder = made
    return made
  }

  func generated(_ event: HKWorkoutEvent) { builder?.collect(event) }
}

/// Hears what becomes of a workout session (WK4): called on an anonymous serial queue, late if the
/// app was suspended, with the true date.
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

/// Takes what the system says of a session to its delegate.
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
    // Used on this queue only from now on, beside what the app reads of it.
    nonisolated(unsafe) let receiver = self
    queue.async { receiver.tell(event) }
  }

  private func tell(_ event: WorkoutEvent) {
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
  /// A moment as the app's clocks show it.
  func date(_ instant: VirtualInstant) -> Date {
    Date(
      timeIntervalSince1970:
        Double(instant.nanoseconds + process.simulation.wallClockAtStart) / 1e9)
  }
}
