#if !os(watchOS)
  import CoreLocation
  import Foundation
  import UIKit

  /// Watches places for as long as they are wanted, also while the app is suspended, gone or
  /// force-quit and after a reboot (L16, L17), and tells when they are entered and left.
  ///
  /// ```swift
  /// let watch = RegionWatch("doors", [.beacon("front", uuid: uuid, major: 1)])
  /// let events = watch.events()
  /// try watch.start()
  /// for await event in events { … }
  /// ```
  ///
  /// Create it in `application(_:didFinishLaunchingWithOptions:)` or as a property of the
  /// application delegate, in every launch and with the same name, and keep it as long as the
  /// process launches: the system then delivers what it launched the app for (BC9), and a watch that
  /// was started in an earlier launch goes on, even if `start()` is not called. The app needs
  /// `NSLocationAlwaysAndWhenInUseUsageDescription` and `NSLocationWhenInUseUsageDescription`, and
  /// no background mode. The user is asked for permission if nobody asked before.
  ///
  /// Any number of watches work side by side, each with a name of its own; 20 regions are the most
  /// that an app may have (BC1). Isolated to the main actor; the system calls back on the main
  /// queue.
  @MainActor
  public final class RegionWatch {
    /// How patient a watch is, and what it tells.
    public struct Configuration: Hashable, Sendable {
      /// An exit that an entry follows within this time is none. The system itself has waited for
      /// 30 to 45 s already when it tells that a beacon is gone (BC4).
      ///
      /// Default 20 s, which an assertion bridges in background. If the process does not live that
      /// long, the exit is told with its date at the next wake or launch.
      public var exitDelay = Duration.seconds(20)
      /// Whether beacons are ranged while the device is in their region and the process runs (BC8).
      public var tellsProximity = true

      public init() {}
    }

    public let name: String
    public let regions: [WatchedRegion]
    let observers = EventObservers<WatchEvent>()
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
    private let eventStreams = EventStreams<RegionEvent>()
    /// What happened before anybody asked for events.
    private var undelivered: [RegionEvent]? = []

    /// What a recording wants to know besides events.
    enum WatchEvent {
      case event(RegionEvent)
      /// What is known of this region is true now.
      case confirmed(String)
      /// Whether the device is still in this region will be known later.
      case inDoubt(String)
      case stopped
    }

    /// Hears the system from now on. Nothing is registered before `start()`, unless an earlier launch
    /// was started and not stopped.
    ///
    /// - Parameters:
    ///   - name: names the watch, the same in every launch; no other watch of the app may have it.
    ///   - regions: those that are watched; others of an earlier version of the app are let go.
    public init(
      _ name: String, _ regions: [WatchedRegion], configuration: Configuration = Configuration()
    ) {
      let radiusMax = manager.maximumRegionMonitoringDistance
      let regions = regions.map { $0.cut(to: radiusMax) }
      self.name = name
      self.regions = regions
      // A region may launch the app before the first unlock (L17).
      let file = StateFile<RegionMemory>("regions", name, isReadableBeforeUnlock: true)
      self.file = file
      timer = DeadlineTimer(clock)
      let memory = Result { try file.load() }
      var times = RegionWatchMachine.Times()
      times.exitDelay = configuration.exitDelay / .seconds(1)
      machine = RegionWatchMachine(
        regions, memory: try? memory.get(), times: times,
        tellsProximity: configuration.tellsProximity)
      delegate.watch = self
      manager.delegate = delegate
      if case .failure = memory { post(.problem(.memoryUnreadable)) }
      let (own, others) = monitored
      // What the system watches for it is wanted, although the file does not say so.
      if ((try? memory.get()) ?? nil) == nil, !own.isEmpty { machine.memory.isWanted = true }
      perform(machine.launched(access ?? .unknown, monitored: own, others: others, now: Date()))
      if access == nil { findOutWhyDenied() }
      notifications.observe(UIApplication.willEnterForegroundNotification) { [weak self] in
        self?.enteredForeground()
      }
    }

    // MARK: From the app

    /// The regions are wanted from now on, in this and every later launch, until `stop()`. Nothing
    /// happens when they are already.
    ///
    /// - Throws: what is wrong with the regions; nothing is registered then.
    public func start() throws(RegionWatchError) {
      let (own, others) = monitored
      perform(try machine.start(monitored: own, others: others, now: Date()))
    }

    /// No region is wanted any more: lets all of this watch go and forgets what was known of them.
    public func stop() {
      perform(machine.stop(monitored: monitored.own.map(\.name)))
      observers.tell(.stopped)
    }

    // MARK: What is true now

    /// Whether the regions are wanted.
    public var isStarted: Bool { machine.memory.isWanted }

    /// What was told last of a region; `unknown` for one that this watch does not have.
    public func presence(in region: String) -> RegionPresence {
      machine.memory.records[region]?.presence ?? .unknown
    }

    /// When a region was entered last, in this or an earlier launch.
    public func lastEntered(_ region: String) -> Date? {
      machine.memory.records[region]?.lastEntered
    }

    /// When a region was left last, in this or an earlier launch.
    public func lastExited(_ region: String) -> Date? { machine.memory.records[region]?.lastExited }

    /// What stands in the way of watching, if permission does.
    public var problem: RegionProblem? { machine.problem }

    /// Whether what is known of a region is true now, and not what an earlier launch knew.
    func isConfirmed(_ region: String) -> Bool { machine.confirmed.contains(region) }

    /// How near the nearest beacon of a region is.
    func proximity(in region: String) -> RegionProximity {
      machine.ranging[region]?.told ?? .unknown
    }

    /// Every event from now on, for one reader; the first reader also gets what happened before.
    ///
    /// The oldest are dropped when more than 1,000 wait.
    public func events() -> AsyncStream<RegionEvent> {
      let stream = eventStreams.stream()
      let early = undelivered ?? []
      undelivered = nil
      for event in early { eventStreams.post(event) }
      return stream
    }

    func post(_ event: RegionEvent) {
      observers.tell(.event(event))
      eventStreams.post(event)
      if undelivered != nil, (undelivered?.count ?? 0) < EventStreams<RegionEvent>.waitingMax {
        undelivered?.append(event)
      }
    }
  }
#endif
