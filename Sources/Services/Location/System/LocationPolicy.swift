import YobanPlatformProfiles

/// The constants of Core Location on one device.
public struct LocationPolicy: Policy, Sendable, Hashable {
  // MARK: Standard updates

  /// How long background updates keep an app running (LOC8). Documented: as long as they are on. Observed: for
  /// `keepAliveWithoutRenewal` after the app last began a background task.
  public var keepAlive = Behavior.documented
  /// Time that the app keeps running after it last began a background task, if `keepAlive` is `observed` (LOC8).
  @Fact(
    "run time with location on, without a renewed task", "LOC8",
    .always(.seconds(29 * 60)...(.seconds(31 * 60)), .measured))
  public var keepAliveWithoutRenewal: ClosedRange<Duration>
  /// Time that the device lies still before updates are paused automatically (LOC3).
  @Fact(
    "lying still until updates are paused", "LOC3",
    .always(.seconds(10 * 60)...(.seconds(20 * 60)), .reported))
  public var autoPauseAfter: ClosedRange<Duration>
  /// Factor by which `autoPauseAfter` is longer for the activities `automotiveNavigation` and
  /// `airborne` (LOC5).
  @Fact("as many times as long for automotive navigation and flights", "LOC5", .always(2, .assumed))
  public var vehiclePauseFactor: Int
  /// Whether updates continue in the background only with `allowsBackgroundLocationUpdates` (LOC1).
  @Fact(
    "background updates need allowsBackgroundLocationUpdates", "LOC1", .always(false, .documented),
    .since(9, true, .documented))
  public var needsBackgroundConsent: Bool
  /// Whether updates continue in the background with a hidden indicator only without a distance
  /// filter and with a fine accuracy (LOC4).
  @Fact(
    "with significant changes and no indicator, background updates need no filter and 100 m",
    "LOC4",
    .always(false, .reported), .since(16.4, true, .reported))
  public var demandsUnfilteredUpdates: Bool
  /// Coarsest desired accuracy, in meters, that `demandsUnfilteredUpdates` accepts (LOC4).
  @Fact(
    "coarsest accuracy of background updates with a hidden indicator, m", "LOC4",
    .always(100, .reported))
  public var coarsestBackgroundAccuracy: Double
  /// Time between two updates at an accuracy of ten meters or better (LOC1).
  @Fact("between two positions at 10 m or better", "LOC1", .always(.seconds(1), .assumed))
  public var fineUpdateInterval: Duration
  /// Time between two updates at a coarser accuracy (LOC1).
  @Fact("between two positions at a coarser accuracy", "LOC1", .always(.seconds(10), .assumed))
  public var coarseUpdateInterval: Duration
  /// Time from the start of updates to the first position (LOC1).
  @Fact("until the first position", "LOC1", .always(.milliseconds(500), .assumed))
  public var firstFix: Duration
  /// Best accuracy of a position, in meters (LOC1).
  @Fact("best accuracy of a position, m", "LOC1", .always(5, .assumed))
  public var bestAccuracy: Double
  /// Accuracy, in meters, while the user allows only an approximate location (LOC5).
  @Fact("accuracy of an approximate position, m", "LOC5", .always(5_000, .documented))
  public var reducedAccuracy: Double
  /// Time after which an approximate position is computed again (LOC5).
  @Fact("age that an approximate position reaches", "LOC5", .always(.seconds(20 * 60), .documented))
  public var reducedPeriod: Duration
  /// Time that the device lies still before live updates pause (LOC9).
  @Fact("lying still until live updates pause", "LOC9", .always(.seconds(60), .assumed))
  public var stationaryAfter: Duration

  // MARK: Pushes

  /// Time until an app has the token for pushes to its extension.
  @Fact("until the token for location pushes", "LOC12", .always(.seconds(1), .assumed))
  public var pushTokenDelay: Duration
  /// Time that an extension has for a push until it is warned.
  @Fact(
    "an extension is warned if a location push takes", "LOC12", .always(.seconds(30), .assumed))
  public var pushTime: Duration
  /// Time from the warning until the extension is ended.
  @Fact("and is ended after a further", "LOC12", .always(.seconds(5), .assumed))
  public var pushGrace: Duration
  /// Largest number of pushes that all extensions of a device have available.
  @Fact("location pushes of a device", "LOC12", .always(360, .documented))
  public var pushLimit: Int
  /// Time in which one push becomes available again.
  @Fact("one location push is available again in", "LOC12", .always(.seconds(240), .assumed))
  public var pushRefill: Duration

  // MARK: Permission

  /// Time that the user takes to answer a dialog.
  @Fact("until the user has answered a dialog", "BC13", .always(.seconds(2), .assumed))
  public var answerDelay: Duration
  /// Whether the first use of location asks the user, without a usage description in Info.plist
  /// (before iOS 8).
  @Fact(
    "the first use asks for permission", "BC13", .always(true, .documented),
    .since(8, false, .documented))
  public var asksByItself: Bool
  /// Info.plist key that an app needs to request Always; nil before iOS 8.
  @Fact(
    "text in Info.plist to ask for Always", "LOC11", .always(nil, .documented),
    .since(8, "NSLocationAlwaysUsageDescription", .documented),
    .since(11, "NSLocationAlwaysAndWhenInUseUsageDescription", .documented))
  public var alwaysUsageKey: String?
  /// Whether a request for Always needs NSLocationWhenInUseUsageDescription too.
  @Fact(
    "and the one for When In Use, too", "LOC11", .always(false, .documented),
    .since(11, true, .documented))
  public var alwaysNeedsBothKeys: Bool
  /// Whether a granted Always is confirmed at the first event that needs it (BC13).
  @Fact(
    "Always is provisional at first", "BC13", .always(false, .documented),
    .since(13, true, .documented))
  public var alwaysIsProvisional: Bool
  /// Whether the dialog for Always also offers While Using.
  @Fact(
    "the question for Always offers While Using", "BC13", .always(false, .reported),
    .since(11, true, .reported))
  public var alwaysOffersWhileUsing: Bool
  /// Whether the user can answer "Allow Once" (BC13).
  @Fact("Allow Once is offered", "BC13", .always(false, .reported), .since(13, true, .reported))
  public var offersOnce: Bool
  /// Whether the user can allow only an approximate location (BC12).
  @Fact(
    "the user may give an approximate location", "BC12", .always(false, .documented),
    .since(14, true, .documented))
  public var supportsReducedAccuracy: Bool

  // MARK: Regions

  /// Run time after an event of a region, a significant change or a visit; each event grants it
  /// again (BC8, L12: real values are 0 to 30 s).
  @Fact("run time after an event (0 to 30 s are known)", "BC8", .always(.seconds(10), .measured))
  public var eventWake: Duration
  /// Maximum number of regions of an app, and of conditions of a monitor (BC1, BC15).
  @Fact("regions an app may monitor", "BC1", .always(20, .documented))
  public var regionLimit: Int
  /// Number of beacon regions, of all apps together, that the Bluetooth controller scans for by
  /// itself (BC1).
  @Fact("beacon regions of the phone in its hardware", "BC1", .always(30, .reported))
  public var beaconSlots: Int
  /// Time that the state of a new region stays unknown while its beacon is not received (BC10).
  @Fact(
    "until a new region without a beacon counts as outside", "BC10", .always(.seconds(3), .assumed))
  public var initialDetermination: Duration
  /// Time from the first packet to the entry (BC5).
  @Fact("from the first packet to the entry", "BC5", .always(.zero...(.seconds(1)), .reported))
  public var entryLatency: ClosedRange<Duration>
  /// Time from the last packet to the exit (BC4).
  @Fact(
    "from the last packet to the exit", "BC4", .always(.seconds(30)...(.seconds(45)), .measured))
  public var exitDelay: ClosedRange<Duration>
  /// `entryLatency` on a phone without beacon hardware (BC4).
  @Fact("entry without beacon hardware", "BC4", .always(.zero...(.seconds(15 * 60)), .reported))
  public var softwareEntryLatency: ClosedRange<Duration>
  /// `exitDelay` on a phone without beacon hardware (BC4).
  @Fact(
    "exit without beacon hardware", "BC4", .always(.seconds(30)...(.seconds(26 * 60)), .reported))
  public var softwareExitDelay: ClosedRange<Duration>
  /// Time from the boot until stored regions are monitored again (BC11).
  @Fact("from the boot until regions are armed again", "BC11", .always(.seconds(180), .measured))
  public var rearming: Duration
  /// The same on a device that needs longer, which an exploration may choose (BC11).
  @Fact(
    "from the boot until regions are armed again, at most", "BC11",
    .always(.seconds(600), .reported))
  public var slowRearming: Duration
  /// Time from screen-on until the state of regions with `notifyEntryStateOnDisplay` is delivered
  /// (BC6).
  @Fact("from screen-on to the state of the region", "BC6", .always(.seconds(1), .assumed))
  public var displayStateDelay: Duration
  /// Longest radius of a circular region, in meters (BC16).
  @Fact("longest radius of a circular region, m", "BC16", .always(400_000, .assumed))
  public var maximumRegionRadius: Double
  /// Distance, in meters, by which the device must cross the border of a circle; at most half its
  /// radius (BC16).
  @Fact("distance beyond the border of a circle, m", "BC16", .always(20, .assumed))
  public var circleMargin: Double
  /// Time that the device must stay beyond the border (BC16).
  @Fact(
    "stay beyond the border of a circle until the event", "BC16", .always(.seconds(20), .documented)
  )
  public var circleDwell: Duration

  // MARK: Ranging

  /// Time between two reports (BC8).
  @Fact("between two reports of ranging", "BC8", .always(.seconds(1), .measured))
  public var rangingPeriod: Duration
  /// Time that a beacon stays in the list after it was last received.
  @Fact("a beacon that fell silent is reported for", "BC8", .always(.seconds(10), .assumed))
  public var rangingMemory: Duration
  /// Path loss exponent from which the phone estimates distances.
  @Fact("path loss exponent of the estimated distance", "BC8", .always(2.4, .assumed))
  public var rangingPathLoss: Double
  /// Distance, in meters, below which a beacon is immediate.
  @Fact("a beacon is immediate below, m", "BC8", .always(0.5, .assumed))
  public var immediateWithin: Double
  /// Distance, in meters, below which a beacon is near.
  @Fact("a beacon is near below, m", "BC8", .always(4, .assumed))
  public var nearWithin: Double

  // MARK: Significant changes, visits

  /// Distance, in meters, that counts as a significant change (LOC7).
  @Fact("distance of a significant change, m", "LOC7", .always(500, .documented))
  public var significantDistance: Double
  /// Shortest time between two significant changes (LOC7).
  @Fact(
    "least time between two significant changes", "LOC7", .always(.seconds(5 * 60), .documented))
  public var significantInterval: Duration
  /// Accuracy of the position of a significant change, in meters.
  @Fact("accuracy of the position of a significant change, m", "LOC7", .always(500, .assumed))
  public var significantAccuracy: Double
  /// Radius, in meters, around the place of a visit.
  @Fact("distance that ends a visit, m", "LOC7", .always(150, .assumed))
  public var visitRadius: Double
  /// Accuracy of the position of a visit, in meters.
  @Fact("accuracy of the place of a visit, m", "LOC7", .always(50, .assumed))
  public var visitAccuracy: Double
  /// Time that the device stays before an arrival is reported.
  @Fact("stay until an arrival is reported", "LOC7", .always(.seconds(5 * 60), .assumed))
  public var visitArrival: Duration
  /// Time that the device is away before a departure is reported.
  @Fact("absence until a departure is reported", "LOC7", .always(.seconds(3 * 60), .assumed))
  public var visitDeparture: Duration

  // MARK: iOS 17 and 18

  /// Whether monitors wait for the first unlock after a reboot (BC15, L17).
  @Fact("CLMonitor works after a reboot only once unlocked", "BC15", .always(true, .documented))
  public var restoresMonitorsUnlocked: Bool
  /// Whether live updates and monitors need a service session (LOC9).
  @Fact(
    "live updates and monitors need a service session", "LOC9", .always(false, .documented),
    .since(18, true, .documented))
  public var supportsServiceSessions: Bool
  /// Whether the events of monitors need a service session for Always while an app with Always is not in use (LOC9).
  @Fact(
    "an app with Always that is not in use needs a service session for it", "LOC9",
    .always(false, .documented), .since(18, true, .documented))
  public var alwaysNeedsServiceSession: Bool
  /// Time after a launch within which the app can resume the sessions of the launch before (LOC9).
  @Fact("sessions are resumed after a launch within", "LOC9", .always(.seconds(5), .assumed))
  public var sessionResumption: Duration
  /// Whether iterating live updates or monitor events counts as a service session; an app opts out
  /// with NSLocationRequireExplicitServiceSession (LOC9).
  @Fact(
    "iterating live updates or events of a monitor is an implicit service session", "LOC9",
    .always(true, .documented))
  public var implicitServiceSession: Bool

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of Core Location.
  public var location: LocationPolicy {
    get { self[LocationPolicy.self] }
    set { self[LocationPolicy.self] = newValue }
  }
}

extension LocationPolicy {
  @available(*, deprecated, renamed: "supportsReducedAccuracy")
  public var knowsReducedAccuracy: Bool {
    get { supportsReducedAccuracy }
    set { supportsReducedAccuracy = newValue }
  }
  @available(*, deprecated, renamed: "supportsServiceSessions")
  public var knowsServiceSessions: Bool {
    get { supportsServiceSessions }
    set { supportsServiceSessions = newValue }
  }
}
