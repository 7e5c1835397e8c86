/// The facts about Core Location: updates, regions, beacons, permission.
enum LocationFacts {
  // MARK: Standard updates

  static let keepAliveWithoutRenewal = PlatformFact<ClosedRange<Duration>>(
    "run time with location on, without a renewed task", "LOC8", "location.keepAliveWithoutRenewal",
    .always(.seconds(29 * 60)...(.seconds(31 * 60)), .measured))
  static let autoPauseAfter = PlatformFact<ClosedRange<Duration>>(
    "lying still until updates are paused", "LOC3", "location.autoPauseAfter",
    .always(.seconds(5 * 60)...(.seconds(15 * 60)), .assumed))
  static let vehiclePauseFactor = PlatformFact<Int>(
    "as many times as long for automotive navigation and flights", "LOC5",
    "location.vehiclePauseFactor", .always(2, .assumed))
  static let needsBackgroundConsent = PlatformFact<Bool>(
    "background updates need allowsBackgroundLocationUpdates", "LOC1",
    "location.needsBackgroundConsent",
    .always(false, .documented), .since(9, true, .documented))
  static let demandsUnfilteredUpdates = PlatformFact<Bool>(
    "background updates with a hidden indicator need no filter and 100 m or better", "LOC4",
    "location.demandsUnfilteredUpdates",
    .always(false, .reported), .since(16.4, true, .reported))
  static let coarsestBackgroundAccuracy = PlatformFact<Double>(
    "coarsest accuracy that this accepts, m", "LOC4", "location.coarsestBackgroundAccuracy",
    .always(100, .reported))
  static let fineUpdateInterval = PlatformFact<Duration>(
    "between two positions at 10 m or better", "LOC4", "location.fineUpdateInterval",
    .always(.seconds(1), .assumed))
  static let coarseUpdateInterval = PlatformFact<Duration>(
    "between two positions at a coarser accuracy", "LOC4", "location.coarseUpdateInterval",
    .always(.seconds(10), .assumed))
  static let firstFix = PlatformFact<Duration>(
    "until the first position", "LOC4", "location.firstFix",
    .always(.milliseconds(500), .assumed))
  static let bestAccuracy = PlatformFact<Double>(
    "best accuracy of a position, m", "LOC4", "location.bestAccuracy", .always(5, .assumed))
  static let reducedAccuracy = PlatformFact<Double>(
    "accuracy of an approximate position, m", "LOC5", "location.reducedAccuracy",
    .always(5_000, .documented))
  static let reducedPeriod = PlatformFact<Duration>(
    "age that an approximate position reaches", "LOC5", "location.reducedPeriod",
    .always(.seconds(20 * 60), .documented))
  static let stationaryAfter = PlatformFact<Duration>(
    "lying still until live updates pause", "LOC9", "location.stationaryAfter",
    .always(.seconds(60), .assumed))

  // MARK: Permission

  static let answerDelay = PlatformFact<Duration>(
    "until the user has answered a dialog", "BC13", "location.answerDelay",
    .always(.seconds(2), .assumed))
  static let asksByItself = PlatformFact<Bool>(
    "the first use asks for permission", "BC13", "location.asksByItself",
    .always(true, .documented), .since(8, false, .documented))
  static let alwaysUsageKey = PlatformFact<String?>(
    "text in Info.plist to ask for Always", "LOC1", "location.alwaysUsageKey",
    .always(nil, .documented), .since(8, "NSLocationAlwaysUsageDescription", .documented),
    .since(11, "NSLocationAlwaysAndWhenInUseUsageDescription", .documented))
  static let alwaysNeedsBothKeys = PlatformFact<Bool>(
    "and the one for When In Use, too", "LOC1", "location.alwaysNeedsBothKeys",
    .always(false, .documented), .since(11, true, .documented))
  static let alwaysIsProvisional = PlatformFact<Bool>(
    "Always is provisional at first", "BC13", "location.alwaysIsProvisional",
    .always(false, .documented), .since(13, true, .documented))
  static let alwaysOffersWhileUsing = PlatformFact<Bool>(
    "the question for Always offers While Using", "BC13", "location.alwaysOffersWhileUsing",
    .always(false, .reported), .since(11, true, .reported))
  static let offersOnce = PlatformFact<Bool>(
    "Allow Once is offered", "BC13", "location.offersOnce",
    .always(false, .reported), .since(13, true, .reported))
  static let knowsReducedAccuracy = PlatformFact<Bool>(
    "the user may give an approximate location", "BC12", "location.knowsReducedAccuracy",
    .always(false, .documented), .since(14, true, .documented))

  // MARK: Regions

  static let eventWake = PlatformFact<Duration>(
    "run time after an event (0 to 30 s are known)", "BC8", "location.eventWake",
    .always(.seconds(10), .measured))
  static let regionLimit = PlatformFact<Int>(
    "regions an app may monitor", "BC1", "location.regionLimit", .always(20, .documented))
  static let beaconSlots = PlatformFact<Int>(
    "beacon regions of the phone in its hardware", "BC1", "location.beaconSlots",
    .always(30, .reported))
  static let initialDetermination = PlatformFact<Duration>(
    "until a new region without a beacon counts as outside", "BC10",
    "location.initialDetermination", .always(.seconds(3), .assumed))
  static let entryLatency = PlatformFact<ClosedRange<Duration>>(
    "from the first packet to the entry", "BC5", "location.entryLatency",
    .always(.zero...(.seconds(1)), .reported))
  static let exitDelay = PlatformFact<ClosedRange<Duration>>(
    "from the last packet to the exit", "BC4", "location.exitDelay",
    .always(.seconds(30)...(.seconds(45)), .measured))
  static let softwareEntryLatency = PlatformFact<ClosedRange<Duration>>(
    "entry without beacon hardware", "BC4", "location.softwareEntryLatency",
    .always(.zero...(.seconds(15 * 60)), .reported))
  static let softwareExitDelay = PlatformFact<ClosedRange<Duration>>(
    "exit without beacon hardware", "BC4", "location.softwareExitDelay",
    .always(.seconds(30)...(.seconds(15 * 60)), .reported))
  static let rearming = PlatformFact<Duration>(
    "from the boot until regions are armed again", "BC11", "location.rearming",
    .always(.seconds(180), .measured))
  static let displayStateDelay = PlatformFact<Duration>(
    "from screen-on to the state of the region", "BC6", "location.displayStateDelay",
    .always(.seconds(1), .reported))
  static let maximumRegionRadius = PlatformFact<Double>(
    "longest radius of a circular region, m", "BC16", "location.maximumRegionRadius",
    .always(400_000, .assumed))
  static let circleMargin = PlatformFact<Double>(
    "distance beyond the border of a circle, m", "BC16", "location.circleMargin",
    .always(20, .assumed))
  static let circleDwell = PlatformFact<Duration>(
    "stay beyond it until the event", "BC16", "location.circleDwell",
    .always(.seconds(20), .documented))

  // MARK: Ranging

  static let rangingPeriod = PlatformFact<Duration>(
    "between two reports of ranging", "BC8", "location.rangingPeriod",
    .always(.seconds(1), .measured))
  static let rangingMemory = PlatformFact<Duration>(
    "a beacon that fell silent is reported for", "BC8", "location.rangingMemory",
    .always(.seconds(10), .assumed))
  static let rangingPathLoss = PlatformFact<Double>(
    "path loss exponent of the estimated distance", "BC8", "location.rangingPathLoss",
    .always(2.4, .assumed))
  static let immediateWithin = PlatformFact<Double>(
    "a beacon is immediate below, m", "BC8", "location.immediateWithin", .always(0.5, .assumed))
  static let nearWithin = PlatformFact<Double>(
    "a beacon is near below, m", "BC8", "location.nearWithin", .always(4, .assumed))

  // MARK: Significant changes, visits

  static let significantDistance = PlatformFact<Double>(
    "distance of a significant change, m", "LOC7", "location.significantDistance",
    .always(500, .documented))
  static let significantInterval = PlatformFact<Duration>(
    "least time between two significant changes", "LOC7", "location.significantInterval",
    .always(.seconds(5 * 60), .documented))
  static let significantAccuracy = PlatformFact<Double>(
    "accuracy of the position of a significant change, m", "LOC7", "location.significantAccuracy",
    .always(500, .assumed))
  static let visitRadius = PlatformFact<Double>(
    "distance that ends a visit, m", "LOC7", "location.visitRadius", .always(150, .assumed))
  static let visitAccuracy = PlatformFact<Double>(
    "accuracy of the place of a visit, m", "LOC7", "location.visitAccuracy", .always(50, .assumed))
  static let visitArrival = PlatformFact<Duration>(
    "stay until an arrival is reported", "LOC7", "location.visitArrival",
    .always(.seconds(5 * 60), .assumed))
  static let visitDeparture = PlatformFact<Duration>(
    "absence until a departure is reported", "LOC7", "location.visitDeparture",
    .always(.seconds(3 * 60), .assumed))

  // MARK: iOS 17 and 18

  static let restoresMonitorsUnlocked = PlatformFact<Bool>(
    "CLMonitor works after a reboot only once unlocked", "BC15",
    "location.restoresMonitorsUnlocked", .always(true, .documented))
  static let knowsServiceSessions = PlatformFact<Bool>(
    "live updates and monitors need a service session", "LOC9", "location.knowsServiceSessions",
    .always(false, .documented), .since(18, true, .documented))
  static let implicitServiceSession = PlatformFact<Bool>(
    "iterating is an implicit service session", "LOC9", "location.implicitServiceSession",
    .always(true, .documented))

  static let rows = PlatformRow.section(
    "Location",
    keepAliveWithoutRenewal, autoPauseAfter, vehiclePauseFactor, needsBackgroundConsent,
    demandsUnfilteredUpdates,
    coarsestBackgroundAccuracy, fineUpdateInterval, coarseUpdateInterval, firstFix,
    bestAccuracy, reducedAccuracy, reducedPeriod, stationaryAfter, answerDelay, asksByItself,
    alwaysUsageKey,
    alwaysNeedsBothKeys, alwaysIsProvisional, alwaysOffersWhileUsing, offersOnce,
    knowsReducedAccuracy, eventWake, regionLimit, beaconSlots, initialDetermination, entryLatency,
    exitDelay, softwareEntryLatency, softwareExitDelay, rearming, displayStateDelay,
    maximumRegionRadius, circleMargin, circleDwell, rangingPeriod, rangingMemory, rangingPathLoss,
    immediateWithin, nearWithin, significantDistance, significantInterval, significantAccuracy,
    visitRadius, visitAccuracy, visitArrival, visitDeparture, restoresMonitorsUnlocked,
    knowsServiceSessions,
    implicitServiceSession)
}
