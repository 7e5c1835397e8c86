#if !os(watchOS)
  import CoreLocation
  import Foundation
  import UIKit

  /// Keeps an iPhone app running in the background between `start()` and `stop()` (E5, LOC8).
  ///
  /// Location updates keep the process running, and a background task that is renewed each minute
  /// keeps it running for longer than half an hour. The app needs `location` in `UIBackgroundModes`
  /// (without it, the first start terminates the process, LOC1) and
  /// `NSLocationWhenInUseUsageDescription`.
  ///
  /// Call `start()` while the app is in the foreground: location updates that start in the
  /// background do not keep a process running. Isolated to the main actor.
  @MainActor
  public final class KeepAlive: ProcessHold {
    /// The settings. A test or a demonstration can also turn off a part of the technique, to see what it is for: those
    /// properties are visible with `@_spi(Effects) import Yoban`.
    public struct Configuration: Hashable, Sendable {
      /// Location updates in the background. Without them, the app is suspended after its
      /// background task budget (BG1).
      @_spi(Effects) public var usesLocation = true
      /// A background task renewed each `renewalInterval`. Without it, the app is suspended after
      /// about 30 min.
      @_spi(Effects) public var renewsTask = true
      /// No automatic pause of location. Without it, the app is suspended as soon as the phone lies
      /// still (LOC3).
      @_spi(Effects) public var preventsAutoPause = true
      public var renewalInterval = Duration.seconds(60)

      public init() {}
    }

    /// A problem because of which the process may be suspended.
    public enum Problem: Error, Hashable, Sendable {
      /// The user does not allow location. Request that the user changes this in Settings.
      case locationNotAuthorized
      /// The system paused location updates. The process is about to be suspended.
      case locationPaused
      /// Location failed with this code of `CLError`.
      case locationFailed(code: Int)
      /// The system refused a background task.
      case taskRefused
      /// A background task expired.
      case taskExpired
    }

    /// Called for every problem. The other parts continue to keep the process running.
    public var onProblem: (@MainActor (Problem) -> Void)?

    private let configuration: Configuration
    private var renewal: RenewalMachine
    private var tasks: [Int: UIBackgroundTaskIdentifier] = [:]
    private let timer = WakeTimer()
    private var location: CLLocationManager?
    private var locationDelegate: LocationDelegate?
    private var isStarted = false

    public init(_ configuration: Configuration = Configuration()) {
      self.configuration = configuration
      renewal = RenewalMachine(interval: configuration.renewalInterval)
    }

    /// Starts keeping the process running. Requests the location permission if it was not requested
    /// before. Does nothing when already started.
    public func start() {
      guard !isStarted else { return }
      isStarted = true
      if configuration.usesLocation { startLocation() }
      if configuration.renewsTask { perform(renewal.start()) }
    }

    package func resume() { start() }

    /// Stops keeping the process running.
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
        // Sufficient when updates start in the foreground (LOC2). The delegate is called with the
        // result.
        manager.requestWhenInUseAuthorization()
      } else {
        authorizationChanged()
      }
    }

    /// Creates the location manager. With a distance filter, a coarser accuracy or no indicator,
    /// the system would suspend the process (LOC4).
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
        case .wake(let delay):
          timer.set(after: delay) { [weak self] in
            guard let self else { return }
            perform(renewal.renewalDue())
          }
        case .cancelWake: timer.cancel()
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
  }

  /// Receives the callbacks of Core Location on the main thread, where the manager was created.
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
      // The locations are not used. Receiving them keeps the process running.
    }

    nonisolated func locationManager(
      _ manager: CLLocationManager, didFailWithError error: any Error
    ) {
      let code = (error as NSError).code
      // A location that is unknown for now is not a problem: updates continue.
      guard code != CLError.Code.locationUnknown.rawValue else { return }
      MainActor.assumeIsolated { owner?.report(.locationFailed(code: code)) }
    }

    nonisolated func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
      MainActor.assumeIsolated { owner?.report(.locationPaused) }
    }
  }
#endif
