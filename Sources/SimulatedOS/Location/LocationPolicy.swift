/// The constants of Core Location on one device. `LocationFacts` has the rule and grade of each.
public struct LocationPolicy: Sendable, Hashable {
  // MARK: Standard updates

  /// Time that the app keeps running after it last began a background task (LOC8).
  public var keepAliveWithoutRenewal: ClosedRange<Duration>
  /// Time that the device lies still before updates are paused automatically (LOC3).
  public var autoPauseAfter: ClosedRange<Duration>
  /// Factor by which `autoPauseAfter` is longer for the activities `automotiveNavigation` and
  /// `airborne` (LOC5).
  public var vehiclePauseFactor: Int
  /// Whether updates continue in background only with `allowsBackgroundLocationUpdates` (LOC1).
  public var needsBackgroundConsent: Bool
  /// Whether updates continue in background with a hidden indicator only without a distance filter
  /// and with a fine accuracy (LOC4).
  public var demandsUnfilteredUpdates: Bool
  /// Coarsest desired accuracy, in meters, that `demandsUnfilteredUpdates` accepts (LOC4).
  public var coarsestBackgroundAccuracy: Double
  /// Time between two updates at an accuracy of ten meters or better.
  public var fineUpdateInterval: Duration
  /// Time between two updates at a coarser accuracy.
  public var coarseUpdateInterval: Duration
  /// Time from the start of updates to the first position.
  public var firstFix: Duration
  /// Best accuracy of a position, in meters.
  public var bestAccuracy: Double
  /// Accuracy, in meters, while the user allows only an approximate location (LOC5).
  public var reducedAccuracy: Double
  /// Time after which an approximate position is computed again (LOC5).
  public var reducedPeriod: Duration
  /// Time that the device lies still before live updates pause (LOC9).
  public var stationaryAfter: Duration

  // MARK: Permission

  /// Time that the user takes to answer a dialog.
  public var answerDelay: Duration
  /// Whether the first use of location asks the user, without a usage description in Info.plist
  /// (before iOS 8).
  public var asksByItself: Bool
  /// Info.plist key that an app needs to request Always; nil before iOS 8.
  public var alwaysUsageKey: String?
  /// Whether a request for Always needs NSLocationWhenInUseUsageDescription too.
  public var alwaysNeedsBothKeys: Bool
  /// Whether a granted Always is confirmed at the first event that needs it (BC13).
  public var alwaysIsProvisional: Bool
  /// Whether the dialog for Always also offers While Using.
  public var alwaysOffersWhileUsing: Bool
  /// Whether the user can answer "Allow Once" (BC13).
  public var offersOnce: Bool
  /// Whether the user can allow only an approximate location (BC12).
  public var knowsReducedAccuracy: Bool

  // MARK: Regions

  /// Run time after an event of a region, a significant change or a visit; each event grants it
  /// again (BC8, L12: real values are 0 to 30 s).
  public var eventWake: Duration
  /// Maximum number of regions of an app, and of conditions of a monitor (BC1, BC15).
  public var regionLimit: Int
  /// Number of beacon regions, of all apps together, that the Bluetooth controller scans for by
  /// itself (BC1).
  public var beaconSlots: Int
  /// Time that the state of a new region stays unknown while its beacon is not heard (BC10).
  public var initialDetermination: Duration
  /// Time from the first packet to the entry (BC5).
  public var entryLatency: ClosedRange<Duration>
  /// Time from the last packet to the exit (BC4).
  public var exitDelay: ClosedRange<Duration>
  /// `entryLatency` on a phone without beacon hardware (BC4).
  public var softwareEntryLatency: ClosedRange<Duration>
  /// `exitDelay` on a phone without beacon hardware (BC4).
  public var softwareExitDelay: ClosedRange<Duration>
  /// Time from the boot until stored regions are monitored again (BC11).
  public var rearming: Duration
  /// Time from screen-on until the state of regions with `notifyEntryStateOnDisplay` is delivered
  /// (BC6).
  public var displayStateDelay: Duration
  /// Longest radius of a circular region, in meters (BC16).
  public var maximumRegionRadius: Double
  /// Distance, in meters, by which the device must cross the border of a circle; at most half its
  /// radius (BC16).
  public var circleMargin: Double
  /// Time that the device must stay beyond the border (BC16).
  public var circleDwell: Duration

  // MARK: Ranging

  /// Time between two reports (BC8).
  public var rangingPeriod: Duration
  /// Time that a beacon stays in the list after it was last heard.
  public var rangingMemory: Duration
  /// Path loss exponent from which the phone estimates distances.
  public var rangingPathLoss: Double
  /// Distance, in meters, below which a beacon is immediate.
  public var immediateWithin: Double
  /// Distance, in meters, below which a beacon is near.
  public var nearWithin: Double

  // MARK: Significant changes, visits

  /// Distance, in meters, that counts as a significant change (LOC7).
  public var significantDistance: Double
  /// Shortest time between two significant changes (LOC7).
  public var significantInterval: Duration
  /// Accuracy of the position of a significant change, in meters.
  public var significantAccuracy: Double
  /// Radius, in meters, around the place of a visit.
  public var visitRadius: Double
  /// Accuracy of the position of a visit, in meters.
  public var visitAccuracy: Double
  /// Time that the device stays before an arrival is reported.
  public var visitArrival: Duration
  /// Time that the device is away before a departure is reported.
  public var visitDeparture: Duration

  // MARK: iOS 17 and 18

  /// Whether monitors wait for the first unlock after a reboot (BC15, L17).
  public var restoresMonitorsUnlocked: Bool
  /// Whether live updates and monitors need a service session (LOC9).
  public var knowsServiceSessions: Bool
  /// Whether iterating live updates or monitor events counts as a service session; an app opts out
  /// with NSLocationRequireExplicitServiceSession (LOC9).
  public var implicitServiceSession: Bool

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    keepAliveWithoutRenewal = LocationFacts.keepAliveWithoutRenewal(version)
    autoPauseAfter = LocationFacts.autoPauseAfter(version)
    vehiclePauseFactor = LocationFacts.vehiclePauseFactor(version)
    needsBackgroundConsent = LocationFacts.needsBackgroundConsent(version)
    demandsUnfilteredUpdates = LocationFacts.demandsUnfilteredUpdates(version)
    coarsestBackgroundAccuracy = LocationFacts.coarsestBackgroundAccuracy(version)
    fineUpdateInterval = LocationFacts.fineUpdateInterval(version)
    coarseUpdateInterval = LocationFacts.coarseUpdateInterval(version)
    firstFix = LocationFacts.firstFix(version)
    bestAccuracy = LocationFacts.bestAccuracy(version)
    reducedAccuracy = LocationFacts.reducedAccuracy(version)
    reducedPeriod = LocationFacts.reducedPeriod(version)
    stationaryAfter = LocationFacts.stationaryAfter(version)
    answerDelay = LocationFacts.answerDelay(version)
    asksByItself = LocationFacts.asksByItself(version)
    alwaysUsageKey = LocationFacts.alwaysUsageKey(version)
    alwaysNeedsBothKeys = LocationFacts.alwaysNeedsBothKeys(version)
    alwaysIsProvisional = LocationFacts.alwaysIsProvisional(version)
    alwaysOffersWhileUsing = LocationFacts.alwaysOffersWhileUsing(version)
    offersOnce = LocationFacts.offersOnce(version)
    knowsReducedAccuracy = LocationFacts.knowsReducedAccuracy(version)
    eventWake = LocationFacts.eventWake(version)
    regionLimit = LocationFacts.regionLimit(version)
    beaconSlots = LocationFacts.beaconSlots(version)
    initialDetermination = LocationFacts.initialDetermination(version)
    entryLatency = LocationFacts.entryLatency(version)
    exitDelay = LocationFacts.exitDelay(version)
    softwareEntryLatency = LocationFacts.softwareEntryLatency(version)
    softwareExitDelay = LocationFacts.softwareExitDelay(version)
    rearming = LocationFacts.rearming(version)
    displayStateDelay = LocationFacts.displayStateDelay(version)
    maximumRegionRadius = LocationFacts.maximumRegionRadius(version)
    circleMargin = LocationFacts.circleMargin(version)
    circleDwell = LocationFacts.circleDwell(version)
    rangingPeriod = LocationFacts.rangingPeriod(version)
    rangingMemory = LocationFacts.rangingMemory(version)
    rangingPathLoss = LocationFacts.rangingPathLoss(version)
    immediateWithin = LocationFacts.immediateWithin(version)
    nearWithin = LocationFacts.nearWithin(version)
    significantDistance = LocationFacts.significantDistance(version)
    significantInterval = LocationFacts.significantInterval(version)
    significantAccuracy = LocationFacts.significantAccuracy(version)
    visitRadius = LocationFacts.visitRadius(version)
    visitAccuracy = LocationFacts.visitAccuracy(version)
    visitArrival = LocationFacts.visitArrival(version)
    visitDeparture = LocationFacts.visitDeparture(version)
    restoresMonitorsUnlocked = LocationFacts.restoresMonitorsUnlocked(version)
    knowsServiceSessions = LocationFacts.knowsServiceSessions(version)
    implicitServiceSession = LocationFacts.implicitServiceSession(version)
  }
}
