#if os(watchOS) || os(Linux)
  import Foundation
  import HealthKit
  import WatchKit

  /// Keeps a watch app running in background for as long as it is started (WK2, WK3).
  ///
  /// A workout session keeps the process running, with the wrist down and another app in front. It is
  /// paused at once: it then credits no exercise, and still gives run time, for up to 12 hours as
  /// measured. The app needs `workout-processing` in `WKBackgroundModes`, the HealthKit entitlement,
  /// `NSHealthUpdateUsageDescription` and `NSHealthShareUsageDescription`.
  ///
  /// Call `start()` while the app is active, `recover()` in a launch after one that had started it. A
  /// session of another app ends this one (WK2); the hold begins another when this app is active
  /// again. Isolated to the main actor.
  @MainActor
  public final class WorkoutHold {
    /// The parts of the recipe. Leave one out only to see what it is for.
    public struct Configuration: Hashable, Sendable {
      /// A workout session. Without: over soon after the wrist goes down (WK1).
      public var usesSession = true
      /// The session is paused as soon as it runs. Without: the user is credited with exercise
      /// for the whole night (WK3).
      public var pausesSession = true

      public init() {}
    }

    /// What weakens the hold on the process.
    public enum Problem: Error, Hashable, Sendable {
      /// This device has no health data.
      case healthDataUnavailable
      /// The user does not let the app share workouts: ask for it in Settings.
      case notAuthorized
      /// A session could not be made, with a code of `HKError`.
      case sessionNotMade(code: Int)
      /// Another session began on the watch, which ended this one (WK2).
      case anotherSessionStarted
      /// The session failed with this code of `HKError`: in background, for instance.
      case sessionFailed(code: Int)
      /// The session ended without `stop()`.
      case sessionEnded
      /// There was no session of an earlier launch to go on with.
      case nothingToRecover
    }

    /// Called for every problem. Another session is begun when the app becomes active.
    public var onProblem: (@MainActor (Problem) -> Void)?

    private let configuration: Configuration
    private let store = HKHealthStore()
    private let delegate = WorkoutHoldDelegate()
    private let observers = NotificationObservers()
    private(set) var session: HKWorkoutSession?
    private var isStarted = false
    /// Whether an answer of HealthKit is awaited.
    private var isWaiting = false

    public init(_ configuration: Configuration = Configuration()) {
      self.configuration = configuration
      delegate.owner = self
      observers.observe(WKApplication.didBecomeActiveNotification) { [weak self] in
        self?.becameActive()
      }
    }

    /// Whether a session keeps the process running, as far as HealthKit has said.
    public var isHolding: Bool { session != nil }

    /// Begins to hold the process. Asks for permission if nobody did. Nothing happens when it is
    /// started already.
    public func start() {
      guard configuration.usesSession, !isStarted else { return }
      isStarted = true
      requestSession()
    }

    /// Goes on with the session of an earlier launch, or begins one if there is none.
    ///
    /// Call it at the launch in which the hold is still wanted, and in
    /// `handleActiveWorkoutRecovery()`.
    public func recover() {
      guard configuration.usesSession else { return }
      isStarted = true
      guard session == nil, !isWaiting else { return }
      isWaiting = true
      store.recoverActiveWorkoutSession { [weak self] session, _ in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self?.recovered(session) }
        }
      }
    }

    /// Lets the process go.
    public func stop() {
      guard isStarted else { return }
      isStarted = false
      session?.end()
      session = nil
    }

    // MARK: Beginning

    private func requestSession() {
      guard HKHealthStore.isHealthDataAvailable() else { return report(.healthDataUnavailable) }
      guard session == nil, !isWaiting else { return }
      switch store.authorizationStatus(for: .workoutType()) {
      case .sharingAuthorized: begin()
      case .sharingDenied: report(.notAuthorized)
      case .notDetermined: askUser()
      @unknown default: report(.notAuthorized)
      }
    }

    private func askUser() {
      isWaiting = true
      store.requestAuthorization(toShare: [.workoutType()], read: []) { [weak self] _, error in
        let code = error.map { ($0 as NSError).code }
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self?.userAnswered(errorCode: code) }
        }
      }
    }

    private func userAnswered(errorCode: Int?) {
      isWaiting = false
      guard isStarted else { return }
      if let errorCode { return report(.sessionNotMade(code: errorCode)) }
      if store.authorizationStatus(for: .workoutType()) == .sharingAuthorized {
        begin()
      } else {
        report(.notAuthorized)
      }
    }

    private func begin() {
      let workout = HKWorkoutConfiguration()
      workout.activityType = .other
      workout.locationType = .unknown
      do {
        let session = try HKWorkoutSession(healthStore: store, configuration: workout)
        session.delegate = delegate
        self.session = session
        session.startActivity(with: Date())
      } catch {
        report(.sessionNotMade(code: (error as NSError).code))
      }
    }

    private func recovered(_ found: HKWorkoutSession?) {
      isWaiting = false
      guard let found else {
        guard isStarted else { return }
        report(.nothingToRecover)
        return requestSession()
      }
      // A session that nobody wants any more would hold the process until the battery is empty.
      guard isStarted else { return found.end() }
      session = found
      found.delegate = delegate
      if found.state == .running, configuration.pausesSession { found.pause() }
    }

    private func becameActive() {
      if isStarted, session == nil { requestSession() }
    }

    // MARK: What HealthKit says

    fileprivate func changed(_ changed: HKWorkoutSession, to state: HKWorkoutSessionState) {
      guard changed === session else { return }
      switch state {
      case .running: if configuration.pausesSession { changed.pause() }
      case .ended:
        session = nil
        report(.sessionEnded)
      case .notStarted, .paused, .prepared, .stopped: break
      @unknown default: break
      }
    }

    fileprivate func failed(_ failed: HKWorkoutSession, code: Int) {
      guard failed === session else { return }
      if code == HKError.Code.errorAnotherWorkoutSessionStarted.rawValue {
        session = nil
        return report(.anotherSessionStarted)
      }
      switch failed.state {
      case .notStarted, .ended: session = nil
      // A call was refused, such as a second pause: the session goes on.
      case .running, .paused, .prepared, .stopped: break
      @unknown default: break
      }
      report(.sessionFailed(code: code))
    }

    private func report(_ problem: Problem) { if isStarted { onProblem?(problem) } }
  }

  /// Hears HealthKit on its queue (WK4) and passes on plain values.
  @MainActor
  private final class WorkoutHoldDelegate: NSObject, HKWorkoutSessionDelegate {
    weak var owner: WorkoutHold?

    nonisolated func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date
    ) {
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.owner?.changed(workoutSession, to: toState) }
      }
    }

    nonisolated func workoutSession(
      _ workoutSession: HKWorkoutSession, didFailWithError error: any Error
    ) {
      let code = (error as NSError).code
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.owner?.failed(workoutSession, code: code) }
      }
    }
  }
#endif
