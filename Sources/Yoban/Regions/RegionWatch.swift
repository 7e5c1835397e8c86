#if !os(watchOS)
  import CoreLocation
  import Foundation
  import UIKit

  /// Watches regions and reports when they are entered and left, also while the app is suspended,
  /// terminated or force-quit, and after a reboot (L16, L17).
  ///
  /// ```swift
  /// let watch = RegionWatch("doors", [.beacon("front", uuid: uuid, major: 1)])
  /// let events = watch.events()
  /// try watch.start()
  /// for await event in events { … }
  /// ```
  ///
  /// Create the watch in `application(_:didFinishLaunchingWithOptions:)` or as a property of the
  /// application delegate, in every launch and with the same name, and keep it until the process
  /// ends. The system then delivers the event that it launched the app for (BC9), and a watch that
  /// was started in an earlier launch continues, even if `start()` is not called. The app needs
  /// `NSLocationAlwaysAndWhenInUseUsageDescription` and `NSLocationWhenInUseUsageDescription`, and
  /// no background mode. The watch requests permission if the app has not requested it before.
  ///
  /// An app may use any number of watches at once, each with its own name, but at most 20 regions
  /// in total (BC1). Isolated to the main actor; the system calls back on the main queue.
  @MainActor
  public final class RegionWatch {
    /// The delay of exits, and the reporting of proximity.
    public struct Configuration: Hashable, Sendable {
      /// An exit is ignored if an entry follows within this time. For a beacon, the system itself
      /// has already waited 30 to 45 s before it reports an exit (BC4).
      ///
      /// Default 20 s; in the background a background task assertion keeps the process running for
      /// this time. If the process is suspended or terminated earlier, the exit is reported with
      /// its date when the app next runs.
      public var exitDelay = Duration.seconds(20)
      /// Whether beacons are ranged while the device is in their region and the process runs (BC8).
      public var reportsProximity = true

      public init() {}
    }

    public let name: String
    public let regions: [WatchedRegion]
    let watchEvents = EventBroadcaster<WatchEvent>()
    var machine: RegionWatchMachine
    let manager = CLLocationManager()
    private let delegate = RegionDelegate()
    let file: StateFile<RegionMemory>
    let created = ContinuousClock.now
    let clock = SessionClock()
    let timer: DeadlineTimer
    private let notifications = NotificationObservers()
    let assertion = AssertionHold(name: "Yoban region exit")
    var assertionNumber = 0
    var isUnsaved = false
    private let regionEvents = EventBroadcaster<RegionEvent>()
    /// The events that happened before `events()` was called for the first time.
    private var undelivered: [RegionEvent]? = []

    /// The events that a recording needs.
    enum WatchEvent {
      case event(RegionEvent)
      /// The known state of this region is confirmed now.
      case confirmed(String)
      /// It is not known yet whether the device is still in this region.
      case inDoubt(String)
      case stopped
    }

    /// Creates the watch and receives events of the system from now on. Nothing is registered
    /// before `start()`, unless the watch was started and not stopped in an earlier launch.
    ///
    /// - Parameters:
    ///   - name: the name of the watch, the same in every launch; no other watch of the app may use
    ///     it.
    ///   - regions: the regions to watch; the system stops watching other regions that an earlier
    ///     version of the app registered under this name.
    public init(
      _ name: String, _ regions: [WatchedRegion], configuration: Configuration = Configuration()
    ) {
      let radiusMax = manager.maximumRegionMonitoringDistance
      let regions = regions.map { $0.cut(to: radiusMax) }
      self.name = name
      self.regions = regions
      // A region may launch the app before the first unlock (L17).
      let file = StateFile<RegionMemory>("regions", name)
      self.file = file
      timer = DeadlineTimer(clock)
      let memory = Result { try file.load() }
      var times = RegionWatchMachine.Times()
      times.exitDelay = configuration.exitDelay / .seconds(1)
      machine = RegionWatchMachine(
        regions, memory: try? memory.get(), times: times,
        reportsProximity: configuration.reportsProximity)
      delegate.watch = self
      manager.delegate = delegate
      if case .failure = memory { post(.problem(.memoryUnreadable)) }
      let (own, others) = monitored
      // If the system watches regions of this watch, it is started, although the file does not
      // record it.
      if ((try? memory.get()) ?? nil) == nil, !own.isEmpty { machine.memory.isWanted = true }
      perform(machine.launched(access ?? .unknown, monitored: own, others: others, now: Date()))
      if access == nil { findOutWhyDenied() }
      notifications.observe(UIApplication.willEnterForegroundNotification) { [weak self] in
        self?.enteredForeground()
      }
    }

    // MARK: From the app

    /// Starts to watch the regions, in this and every later launch, until `stop()`. Does nothing
    /// when the watch is started already.
    ///
    /// - Throws: the error in the regions; nothing is registered then.
    public func start() throws(RegionWatchError) {
      let (own, others) = monitored
      perform(try machine.start(monitored: own, others: others, now: Date()))
    }

    /// Stops the watch: unregisters all of its regions and deletes their stored states.
    public func stop() {
      perform(machine.stop(monitored: monitored.own.map(\.name)))
      watchEvents.post(.stopped)
    }

    // MARK: What is true now

    /// Whether the watch is started.
    public var isStarted: Bool { machine.memory.isWanted }

    /// Returns the presence that was reported last; `unknown` for a region that this watch does not
    /// have.
    public func presence(in region: String) -> RegionPresence {
      machine.memory.records[region]?.presence ?? .unknown
    }

    /// Returns the time at which a region was entered last, in this or an earlier launch.
    public func lastEntered(_ region: String) -> Date? {
      machine.memory.records[region]?.lastEntered
    }

    /// Returns the time at which a region was left last, in this or an earlier launch.
    public func lastExited(_ region: String) -> Date? { machine.memory.records[region]?.lastExited }

    /// The permission problem that prevents watching, if any.
    public var problem: RegionProblem? { machine.problem }

    /// Returns whether the known state of a region is confirmed in this launch, and not only stored
    /// by an earlier one.
    func isConfirmed(_ region: String) -> Bool { machine.confirmed.contains(region) }

    /// Returns the proximity of the nearest beacon of a region.
    func proximity(in region: String) -> RegionProximity {
      machine.ranging[region]?.reported ?? .unknown
    }

    /// Returns every event from now on, for one reader; the first reader also receives the earlier
    /// events.
    ///
    /// If more than 1,000 events are waiting, the oldest are dropped.
    public func events() -> AsyncStream<RegionEvent> {
      let stream = regionEvents.stream()
      let early = undelivered ?? []
      undelivered = nil
      for event in early { regionEvents.post(event) }
      return stream
    }

    func post(_ event: RegionEvent) {
      watchEvents.post(.event(event))
      regionEvents.post(event)
      if undelivered != nil, (undelivered?.count ?? 0) < EventBroadcaster<RegionEvent>.waitingMax {
        undelivered?.append(event)
      }
    }
  }
#endif
