/// The constants of Core Location on one device. Each has its rule and grade in `LocationFacts`.
public struct LocationPolicy: Sendable, Hashable {
  // MARK: Standard updates

  /// How long processing goes on after the last renewal of a background task (LOC8).
  public var keepAliveWithoutRenewal: ClosedRange<Duration>
  /// How long a device lies still before updates are paused automatically (LOC3).
  public var autoPauseAfter: ClosedRange<Duration>
  /// As many times as long for the activities `automotiveNavigation` and `airborne` (LOC5).
  public var vehiclePauseFactor: Int
  /// Whether updates go on in background only with `allowsBackgroundLocationUpdates` (LOC1).
  public var needsBackgroundConsent: Bool
  /// Whether they do only without a distance filter and with a fine accuracy, while the indicator is
  /// hidden (LOC4).
  public var demandsUnfilteredUpdates: Bool
  /// Longest desired accuracy, in metres, that `demandsUnfilteredUpdates` accepts (LOC4).
  public var coarsestBackgroundAccuracy: Double
  /// Time between two updates at an accuracy of ten metres or better.
  public var fineUpdateInterval: Duration
  /// Time between two updates at a coarser accuracy.
  public var coarseUpdateInterval: Duration
  /// Time from the start of updates to the first position.
  public var firstFix: Duration
  /// Metres.
  public var bestAccuracy: Double
  /// Accuracy in metres while the user gives an approximate location (LOC5).
  public var reducedAccuracy: Double
  /// How old an approximate position becomes (LOC5).
  public var reducedPeriod: Duration
  /// How long a device lies still before live updates pause (LOC9).
  public var stationaryAfter: Duration

  // MARK: Permission

  /// How long the user takes to answer a dialogue.
  public var answerDelay: Duration
  /// Whether the first use asks the user, without a text in Info.plist (before iOS 8).
  public var asksByItself: Bool
  /// What Info.plist must have to ask for Always; nil before iOS 8.
  public var alwaysUsageKey: String?
  /// Whether it must have NSLocationWhenInUseUsageDescription, too.
  public var alwaysNeedsBothKeys: Bool
  /// Whether a granted Always is confirmed at the first event that needs it (BC13).
  public var alwaysIsProvisional: Bool
  /// Whether the question for Always has an answer for less.
  public var alwaysOffersWhileUsing: Bool
  /// Whether the user can answer "Allow Once" (BC13).
  public var offersOnce: Bool
  /// Whether the user can give an approximate location (BC12).
  public var knowsReducedAccuracy: Bool

  // MARK: Regions

  /// Run time after an event of a region, a significant change or a visit; each event grants it
  /// again (BC8, L12: real values are 0 to 30 s).
  public var eventWake: Duration
  /// How many regions an app may monitor, and conditions a monitor may have (BC1, BC15).
  public var regionLimit: Int
  /// How many beacon regions of all apps the Bluetooth controller looks for by itself (BC1).
  public var beaconSlots: Int
  /// How long a new region without a sign of its beacon is of unknown state (BC10).
  public var initialDetermination: Duration
  /// From the first packet to the entry (BC5).
  public var entryLatency: ClosedRange<Duration>
  /// From the last packet to the exit (BC4).
  public var exitDelay: ClosedRange<Duration>
  /// The same on a phone without beacon hardware (BC4).
  public var softwareEntryLatency: ClosedRange<Duration>
  public var softwareExitDelay: ClosedRange<Duration>
  /// From the boot to the moment when stored regions are watched again (BC11).
  public var rearming: Duration
  /// From screen-on to the state of regions with `notifyEntryStateOnDisplay` (BC6).
  public var displayStateDelay: Duration
  /// Longest radius of a circular region, metres (BC16).
  public var maximumRegionRadius: Double
  /// How far beyond the border of a circle the device must be, metres; at most half its radius
  /// (BC16).
  public var circleMargin: Double
  /// And for how long (BC16).
  public var circleDwell: Duration

  // MARK: Ranging

  /// Time between two reports (BC8).
  public var rangingPeriod: Duration
  /// How long a beacon that is not heard any more is still in the list.
  public var rangingMemory: Duration
  /// Exponent of the path loss from which the phone estimates distances.
  public var rangingPathLoss: Double
  /// Below this distance, in metres, a beacon is immediate, and near below the next.
  public var immediateWithin: Double
  public var nearWithin: Double

  // MARK: Significant changes, visits

  /// Metres (LOC7).
  public var significantDistance: Double
  /// Least time between two (LOC7).
  public var significantInterval: Duration
  /// Metres.
  public var significantAccuracy: Double
  /// Metres around the place of a visit.
  public var visitRadius: Double
  /// Metres.
  public var visitAccuracy: Double
  /// How long the device stays before an arrival is reported.
  public var visitArrival: Duration
  /// How long it is away before a departure is reported.
  public var visitDeparture: Duration

  // MARK: iOS 17 and 18

  /// Whether monitors wait for the first unlock after a reboot (BC15, L17).
  public var restoresMonitorsUnlocked: Bool
  /// Whether live updates and monitors need a service session (LOC9).
  public var knowsServiceSessions: Bool
  /// Whether iterating them counts as one; an app refuses that with
  /// NSLocationRequireExplicitServiceSession (LOC9).
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
