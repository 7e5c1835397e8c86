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
/// paused (WK3). An iPhone can mirror it (WK13), and has sessions of its own from iOS 26 on (HK6).
///
/// The methods return immediately. Their effects follow in the order of the calls, and the delegate
/// is notified on an anonymous serial queue (WK4).
open class HKWorkoutSession: NSObject, @unchecked SimulationConfined {
  private let session: any WorkoutControl
  private let system: ServiceHandle<HealthService>
  private let receiver: WorkoutSessionReceiver
  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private var builder: HKLiveWorkoutBuilder?

  /// - Throws: `HKError.errorInvalidArgument` if the configuration cannot be used,
  ///   `errorHealthDataUnavailable` on an iPhone before iOS 26.
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

  /// Creates the iPhone's object for a session of the watch (WK13).
  init(mirroring mirror: MirroredWorkout, _ store: HKHealthStore) {
    session = mirror
    system = Self.system(of: store)
    self.store = store
    receiver = WorkoutSessionReceiver(store)
    receiver.state = HKWorkoutSessionState(mirror.state)
    configuration = HKWorkoutConfiguration(mirror.configuration)
    super.init()
    receiver.session = self
    mirror.adopt(receiver)
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
  /// Mirrored for a session that `HKHealthStore.workoutSessionMirroringStartHandler` has received.
  open var type: HKWorkoutSessionType { session.isMirror ? .mirrored : .primary }
  /// A copy of the configuration.
  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as! HKWorkoutConfiguration
  }
  /// The start of the activity as given by the app; nil before.
  open var startDate: Date? { receiver.startDate ?? session.started.map(store.date) }
  /// The end of the activity as given by the app; nil before.
  open var endDate: Date? { receiver.endDate ?? session.stopped.map(store.date) }

  /// Enters session mode without an activity, for example for a countdown.
  open func prepare() { system("prepare()") { _ in session.call(.prepare) } }

  /// Begins the activity, and ends any other session on the watch. The delegate receives an error
  /// if the app may not share workouts (4, 5), or, from watchOS 10 on, if the app is in the
  /// background (14).
  ///
  /// - Parameter date: The start; nil for now.
  open func startActivity(with date: Date?) {
    if session.state == .notStarted || session.state == .prepared { receiver.startDate = date }
    system("startActivity(with:)") { _ in session.call(.start) }
  }

  /// Ends the activity. The watch stays in session mode until `end()`.
  ///
  /// - Parameter date: The end; nil for now.
  open func stopActivity(with date: Date?) {
    receiver.endDate = date
    system("stopActivity(with:)") { _ in session.call(.stop) }
  }

  /// Ends the session and the run time that it provided.
  open func end() { system("end()") { _ in session.call(.end) } }
  /// Pauses the session. Exercise is no longer credited, but the app keeps running (WK3).
  open func pause() { system("pause()") { _ in session.call(.pause) } }
  open func resume() { system("resume()") { _ in session.call(.resume) } }

  /// Returns the builder of this session, always the same one.
  open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    if let builder { return builder }
    let made = HKLiveWorkoutBuilder(store, workoutConfiguration, session.collection, of: self)
    builder = made
    return made
  }

  func generated(_ event: HKWorkoutEvent) { builder?.collect(event) }

  func collected(_ types: Set<HKSampleType>) { builder?.collected(types) }

  /// Runs a body on the queue of the delegates.
  func onQueue(_ body: @escaping () -> Void) { receiver.onQueue(body) }

  /// The data source of the builder has changed.
  func collect(from source: HKLiveWorkoutDataSource?) {
    system("associatedWorkoutBuilder().dataSource") { _ in
      session.collect(source.map { source in { source.collects($0) } })
    }
  }

  // MARK: The other device (WK13)

  /// Mirrors the session of a watch on its iPhone, whose app is launched in background if it does not run. The watch
  /// connects again by itself when the connection was lost.
  ///
  /// - Parameter completion: Called on a background queue. The error is 3 for a session that has ended, and for one
  ///   that is a mirror itself.
  open func startMirroringToCompanionDevice(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    SystemAPI.mirroringStart.reportIfTooNew()
    guard let session = session as? WorkoutSession else {
      return Self.answer(Self.alreadyMirror, completion)
    }
    system("startMirroringToCompanionDevice(completion:)") { _ in
      session.startMirroring { Self.answer($0, completion) }
    }
  }

  open func startMirroringToCompanionDevice() async throws {
    try await awaiting { self.startMirroringToCompanionDevice(completion: $0) }
  }

  /// Ends the mirroring. The session on the iPhone is not valid any more; that on the watch goes on.
  ///
  /// - Parameter completion: Called on a background queue. The error is 3 for a session that runs without a mirror, and
  ///   for one that is a mirror itself.
  open func stopMirroringToCompanionDevice(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    SystemAPI.mirroringStop.reportIfTooNew()
    guard let session = session as? WorkoutSession else {
      return Self.answer(Self.alreadyMirror, completion)
    }
    system("stopMirroringToCompanionDevice(completion:)") { _ in
      session.stopMirroring { Self.answer($0, completion) }
    }
  }

  open func stopMirroringToCompanionDevice() async throws {
    try await awaiting { self.stopMirroringToCompanionDevice(completion: $0) }
  }

  /// Sends data to the app on the other device, at most 100 KB in any 10 s.
  ///
  /// - Parameter completion: Called on a background queue. The error is 13 for too much data, and 3 if the session is
  ///   not mirrored, is not prepared, or has no delegate on the other device.
  open func sendToRemoteWorkoutSession(
    data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    SystemAPI.mirroredData.reportIfTooNew()
    system("sendToRemoteWorkoutSession(data:completion:)") { _ in
      session.send(data) { Self.answer($0, completion) }
    }
  }

  open func sendToRemoteWorkoutSession(data: Data) async throws {
    try await awaiting { self.sendToRemoteWorkoutSession(data: data, completion: $0) }
  }

  private static let alreadyMirror: (error: HealthError, text: String) = (
    .invalidArgument, "The workout session is a mirror"
  )

  private static func answer(
    _ error: (error: HealthError, text: String)?,
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    complete(completion, error.map { HKError($0.error, $0.text) })
  }
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
  /// The app on the other device has sent data, in this order. A suspended app receives what has gathered when it is
  /// resumed (WK13). Optional at Apple.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])
  /// The connection to the other device has ended. A mirrored session is not valid any more (WK13). Optional at Apple.
  func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didDisconnectFromRemoteDeviceWithError error: (any Error)?)
}

extension HKWorkoutSessionDelegate {
  public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)
  {}
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]
  ) {}
  public func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {}
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

  var hasDelegate: Bool { delegate != nil }

  func onQueue(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    queue.async { body() }
  }

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
    case .collected(let types): session.collected(Set(types.map { HKSampleType.make($0) }))
    case .received(let data):
      delegate?.workoutSession(session, didReceiveDataFromRemoteWorkoutSession: data)
    case .disconnected(let why):
      delegate?.workoutSession(
        session, didDisconnectFromRemoteDeviceWithError: why.map { HKError(.unknown, $0) })
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
        Double(process.wallTime(at: instant.nanoseconds)) / 1e9)
  }
}
