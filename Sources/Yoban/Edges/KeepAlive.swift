#if !os(watchOS)
  import CoreLocation
  import Foundation
  import UIKit

  /// Keeps an iPhone app running in background for as long as it is started (E5, LOC8).
  ///
  /// Location updates keep the process running, and a background task that is renewed each minute
  /// keeps it running for longer than half an hour. The app needs `location` in
  /// `UIBackgroundModes` (without it the first start ends the process, LOC1) and
  /// `NSLocationWhenInUseUsageDescription`.
  ///
  /// Call `start()` while the app is in foreground: location that starts in background does not
  /// keep a process running. Isolated to the main actor.
  @MainActor
  public final class KeepAlive {
    /// The parts of the recipe. Leave one out only to see what it is for.
    public struct Configuration: Hashable, Sendable {
      /// Location updates with background allowed. Without: over after the task budget (BG1).
      public var usesLocation = true
      /// A background task renewed each `renewalInterval`. Without: over after about 30 min.
      public var renewsTask = true
      /// No automatic pause. Without: over as soon as the phone lies still (LOC3).
      public var preventsAutoPause = true
      public var renewalInterval = Duration.seconds(60)

      public init() {}
    }

    /// What weakens the hold on the process.
    public enum Problem: Error, Hashable, Sendable {
      /// The user does not allow location: ask for it in Settings.
      case locationNotAuthorized
      /// The system paused location; the process is about to be suspended.
      case locationPaused
      /// Location failed with this code of `CLError`.
      case locationFailed(code: Int)
      /// The system gave no background task.
      case taskRefused
      /// The system took a background task back.
      case taskExpired
    }

    /// Called for every problem. The hold goes on as far as it can.
    public var onProblem: (@MainActor (Problem) -> Void)?

    private let configuration: Configuration
    private var renewal: RenewalMachine
    private var tasks: [Int: UIBackgroundTaskIdentifier] = [:]
    private var timer: Timer?
    private var location: CLLocationManager?
    private var locationDelegate: LocationDelegate?
    private var isStarted = false

    public init(_ configuration: Configuration = Configuration()) {
      self.configuration = configuration
      renewal = RenewalMachine(interval: configuration.renewalInterval)
    }

    /// Begins to hold the process. Asks for permission if nobody did. Nothing happens when it is
    /// started already.
    public func start() {
      guard !isStarted else { return }
      isStarted = true
      if configuration.usesLocation { startLocation() }
      if configuration.renewsTask { perform(renewal.start()) }
    }

    /// Lets the process go.
    public func stop() {
      guard isStarted else { return }
      isStarted = false
      location?.stopUpdatingLocation()
      location?.allowsBackgroundLocationUpdates = false
      perform(renewal.stop())
    }

    // MARK: Location

    private func startLocation() {
      let manager = location ?? makeManager()
      location = manager
      manager.allowsBackgroundLocationUpdates = true
      if manager.authorizationStatus == .notDetermined {
        // Enough when updates start in foreground (LOC2); the answer comes to the delegate.
        manager.requestWhenInUseAuthorization()
      } else {
        authorizationChanged()
      }
    }

    /// LOC4: with a filter, a coarser accuracy or no indicator the system suspends the process.
    private func makeManager() -> CLLocationManager {
      let manager = CLLocationManager()
      let delegate = LocationDelegate(self)
      locationDelegate = delegate
      manager.delegate = delegate
      manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
      manager.distanceFilter = kCLDistanceFilterNone
      manager.pausesLocationUpdatesAutomatically = !configuration.preventsAutoPause
      manager.showsBackgroundLocationIndicator = true
      return manager
    }

    fileprivate func authorizationChanged() {
      guard isStarted, let location else { return }
      switch location.authorizationStatus {
      case .authorizedAlways, .authorizedWhenInUse: location.startUpdatingLocation()
      case .notDetermined: break
      case .denied, .restricted: onProblem?(.locationNotAuthorized)
      @unknown default: onProblem?(.locationNotAuthorized)
      }
    }

    fileprivate func report(_ problem: Problem) {
      if isStarted { onProblem?(problem) }
    }

    // MARK: The renewed task

    private func perform(_ actions: [RenewalMachine.Action]) {
      for action in actions {
        switch action {
        case .begin(let number): begin(number)
        case .end(let number):
          if let task = tasks.removeValue(forKey: number) {
            UIApplication.shared.endBackgroundTask(task)
          }
        case .wake(let delay): wake(after: delay)
        case .cancelWake:
          timer?.invalidate()
          timer = nil
        }
      }
    }

    private func begin(_ number: Int) {
      let task = UIApplication.shared.beginBackgroundTask(withName: "Yoban") { [weak self] in
        self?.expired(number)
      }
      if task == .invalid { onProblem?(.taskRefused) } else { tasks[number] = task }
      perform(renewal.began(number, accepted: task != .invalid))
    }

    private func expired(_ number: Int) {
      perform(renewal.expired(number))
      onProblem?(.taskExpired)
    }

    private func wake(after delay: Duration) {
      timer?.invalidate()
      let timer = Timer.scheduledTimer(withTimeInterval: delay / .seconds(1), repeats: false) {
        [weak self] _ in
        MainActor.assumeIsolated {
          guard let self else { return }
          self.perform(self.renewal.renewalDue())
        }
      }
      RunLoop.main.add(timer, forMode: .common)
      self.timer = timer
    }
  }

  /// Hears what Core Location says, on the main thread, where its manager was made.
  @MainActor
  private final class LocationDelegate: NSObject, CLLocationManagerDelegate {
    private weak var owner: KeepAlive?

    init(_ owner: KeepAlive) {
      self.owner = owner
      super.init()
    }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      MainActor.assumeIsolated { owner?.authorizationChanged() }
    }

    nonisolated func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      // Where the phone is does not matter: that it may know keeps the process running.
    }

    nonisolated func locationManager(
      _ manager: CLLocationManager, didFailWithError error: any Error
    ) {
      let code = (error as NSError).code
      // A place that is unknown for now is no problem: updates go on.
      guard code != CLError.Code.locationUnknown.rawValue else { return }
      MainActor.assumeIsolated { owner?.report(.locationFailed(code: code)) }
    }

    nonisolated func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
      MainActor.assumeIsolated { owner?.report(.locationPaused) }
    }
  }
#endif
