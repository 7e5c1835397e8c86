#if os(watchOS) || os(Linux)
  import Foundation
  import HealthKit
  import WatchKit

  /// Keeps a watch app running in the background between `start()` and `stop()` (WK2, WK3).
  ///
  /// A workout session keeps the process running while the wrist is down or another app is in the
  /// foreground. It is paused immediately, so that no exercise is credited to the user; it still
  /// keeps the process running, for up to 12 hours as measured. The app needs `workout-processing`
  /// in `WKBackgroundModes`, the HealthKit entitlement, `NSHealthUpdateUsageDescription` and
  /// `NSHealthShareUsageDescription`.
  ///
  /// Call `start()` while the app is active, and `recover()` in a launch that follows one that
  /// called `start()`. A workout session of another app ends this one (WK2); a new session begins
  /// when this app is active again. Isolated to the main actor.
  @MainActor
  public final class WorkoutHold: ProcessHold {
    /// The settings. A test or a demonstration can also turn off a part of the technique, to see what it is for: those
    /// properties are visible with `@_spi(Effects) import Yoban`.
    public struct Configuration: Hashable, Sendable {
      /// A workout session. Without it, the app is suspended soon after the wrist goes down (WK1).
      @_spi(Effects) public var usesSession = true
      /// The session is paused as soon as it runs. Without this, the user is credited with exercise
      /// for the whole night (WK3).
      @_spi(Effects) public var pausesSession = true

      public init() {}
    }

    /// A problem because of which the process may be suspended.
    public enum Problem: Error, Hashable, Sendable {
      /// Health data is not available on this device.
      case healthDataUnavailable
      /// The user does not allow the app to share workouts. Request that the user changes this in
      /// Settings.
      case notAuthorized
      /// A session could not be created. The code is that of `HKError`.
      case sessionNotMade(code: Int)
      /// Another workout session began on the watch and ended this one (WK2).
      case anotherSessionStarted
      /// The session failed with this code of `HKError`, for example because it was started in the
      /// background.
      case sessionFailed(code: Int)
      /// The session ended without a call of `stop()`.
      case sessionEnded
      /// There was no session of an earlier launch to continue.
      case nothingToRecover
    }

    /// Called for every problem. When the app becomes active, a new session is begun if there is
    /// none.
    public var onProblem: (@MainActor (Problem) -> Void)?

    private let configuration: Configuration
    private let store = HKHealthStore()
    private let delegate = WorkoutHoldDelegate()
    private let observers = NotificationObservers()
    private(set) var session: HKWorkoutSession?
    private var isStarted = false
    /// Whether a callback of HealthKit is pending.
    private var isWaiting = false

    public init(_ configuration: Configuration = Configuration()) {
      self.configuration = configuration
      delegate.owner = self
      observers.observe(WKApplication.didBecomeActiveNotification) { [weak self] in
        self?.becameActive()
      }
    }

    /// Whether there is a session that keeps the process running, as far as HealthKit has reported.
    public var isHolding: Bool { session != nil }

    /// Starts keeping the process running. Requests the HealthKit permission if it was not
    /// requested before. Does nothing when already started.
    public func start() {
      guard configuration.usesSession, !isStarted else { return }
      isStarted = true
      requestSession()
    }

    /// Continues the session of an earlier launch, or begins one if there is none.
    ///
    /// Call it in a launch in which the process must still be kept running, and in
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

    package func resume() { recover() }

    /// Stops keeping the process running.
    public func stop() {
      guard isStarted else { return }
      isStarted = false
      session?.end()
      session = nil
    }

    // MARK: Beginning a session

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
      // A session that is no longer needed would keep the process running until the battery is
      // empty.
      guard isStarted else { return found.end() }
      session = found
      found.delegate = delegate
      if found.state == .running, configuration.pausesSession { found.pause() }
    }

    private func becameActive() {
      if isStarted, session == nil { requestSession() }
    }

    // MARK: Callbacks of HealthKit

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
      // A call was refused, such as a second pause. The session continues.
      case .running, .paused, .prepared, .stopped: break
      @unknown default: break
      }
      report(.sessionFailed(code: code))
    }

    private func report(_ problem: Problem) { if isStarted { onProblem?(problem) } }
  }

  /// Receives the callbacks of HealthKit on its queue (WK4) and forwards plain values.
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
