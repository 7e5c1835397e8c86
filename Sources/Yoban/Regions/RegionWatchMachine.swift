import Foundation

/// Watches regions: decides what to register, range and request, and which events to report.
///
/// Reported entries and exits alternate, regardless of how often and in which order the system
/// reports them. An exit is reported only if no entry follows within the exit delay. It is stored
/// with its date, so that a later launch can report it.
///
/// The machine is pure. `now` is the wall clock, because the memory outlasts reboots. Perform the
/// actions in their order. Every input is safe in every state.
struct RegionWatchMachine {
  /// The permission that the user and the system give.
  enum Access: Hashable {
    /// Denied, for a reason that is not known yet.
    case unknown
    case notDetermined, always, whenInUse, reducedAccuracy, denied, restricted, servicesOff
  }

  /// The delays and limits of a watch.
  struct Times: Hashable {
    var exitDelay: TimeInterval = 20
    /// The time to wait at launch for the event that the app was launched for.
    var launchWindow: TimeInterval = 2
    /// The time without a received beacon after which its proximity is reported as unknown.
    var timeout: TimeInterval = 10
    /// The delay before the first repeated request for an unknown state; doubled for each further
    /// one.
    var firstQuestion = Duration.seconds(5)
    var questionCountMax = 6
    /// The longest exit delay during which an assertion can keep the process running in the
    /// background (BG1, BG3).
    var assertionMax: TimeInterval = 25
  }

  enum Action: Hashable {
    /// Answer with `started` or `monitoringFailed`.
    case register(WatchedRegion)
    /// Stop watching the region of this name; it may be of an earlier launch and unknown here.
    case unregister(String)
    /// Answer with `determined`.
    case requestState(String)
    /// Call `askAgain` after this time.
    case askAgain(String, after: Duration)
    /// Answer with `ranged` each second.
    case startRanging(String)
    case stopRanging(String)
    case askPermission
    /// Store `memory`.
    case save
    /// Call `deadlinePassed` at this time. Replaces an earlier `wake`.
    case wake(at: Date)
    case cancelWake
    /// Keep the process running until `maySleep`, as far as the system allows.
    case stayAwake
    case maySleep
    case post(RegionEvent)
    /// The known state of this region is confirmed now.
    case confirm(String)
    /// It is not known yet whether the device is still in this region.
    case doubt(String)
  }

  /// The largest number of regions in one app (BC1).
  static let regionCountMax = 20

  let regions: [WatchedRegion]
  let times: Times
  let reportsProximity: Bool
  var memory: RegionMemory
  private(set) var access = Access.unknown
  /// The regions whose presence is confirmed in this launch.
  var confirmed: Set<String> = []
  /// The regions whose presence is only known from an earlier launch.
  var remembered: Set<String>
  var ranging: [String: Ranging] = [:]
  /// No exit is reported before this time, because the event that the app was launched for may
  /// arrive first.
  var earliestExitReport = Date.distantPast
  var isAwake = false
  private var hasAskedForAlways = false
  private var hasBegun = false
  private var reportedProblem: RegionProblem?

  /// The number of times that the system did not know the state of a region, since the first
  /// request.
  var unanswered: [String: Int] = [:]

  /// The ranging state of a region.
  struct Ranging: Hashable {
    var reported: RegionProximity?
    var lastReceived: Date?
  }

  /// - Parameter memory: the memory of earlier launches; its records of other regions are
  ///   discarded.
  init(
    _ regions: [WatchedRegion], memory: RegionMemory?, times: Times = Times(),
    reportsProximity: Bool = true
  ) {
    self.regions = regions
    self.times = times
    self.reportsProximity = reportsProximity
    self.memory = RegionMemory(isWanted: memory?.isWanted ?? false)
    for region in regions {
      let old = memory?.records[region.name]
      let isKnown = old?.region.isSame(as: region) ?? false
      self.memory.records[region.name] = isKnown ? old : .init(region: region)
    }
    let known = self.memory.records.filter { $0.value.presence != .unknown }
    remembered = Set(known.keys)
  }

  /// The permission problem that prevents watching, if any.
  var problem: RegionProblem? {
    switch access {
    case .unknown, .notDetermined, .always: nil
    case .whenInUse: .needsAlways
    case .reducedAccuracy: .reducedAccuracy
    case .denied: .denied
    case .restricted: .restricted
    case .servicesOff: .locationServicesOff
    }
  }

  /// Whether regions can be registered and ranged.
  var isAllowed: Bool {
    switch access {
    case .always, .whenInUse: true
    case .unknown, .notDetermined, .reducedAccuracy, .denied, .restricted, .servicesOff: false
    }
  }

  // MARK: From the app

  /// Starts a launch. A watch that was started in an earlier launch continues.
  ///
  /// - Parameter monitored: the regions of this watch that the system watches now.
  mutating func launched(
    _ access: Access, monitored: [WatchedRegion], others: Int, now: Date
  ) -> [Action] {
    self.access = access
    earliestExitReport = now + times.launchWindow
    guard memory.isWanted, error(others: others) == nil else { return [] }
    return begin(monitored, now)
  }

  /// Starts the watch. Does nothing when it is started already.
  ///
  /// - Parameter others: the number of regions of the app that do not belong to this watch.
  /// - Throws: the error in the regions; nothing has changed then.
  mutating func start(
    monitored: [WatchedRegion], others: Int, now: Date
  ) throws(RegionWatchError) -> [Action] {
    if let error = error(others: others) { throw error }
    let wasWanted = memory.isWanted
    memory.isWanted = true
    return (wasWanted ? [] : [.save]) + (hasBegun ? [] : begin(monitored, now))
  }

  /// Stops the watch and deletes the stored states of its regions.
  ///
  /// - Parameter monitored: the names of the regions of this watch that the system watches.
  mutating func stop(monitored: [String]) -> [Action] {
    let isWaiting = memory.records.values.contains { $0.pendingExit != nil }
    let ranged = ranging.keys.sorted()
    memory = RegionMemory()
    for region in regions { memory.records[region.name] = .init(region: region) }
    confirmed = []
    remembered = []
    ranging = [:]
    hasBegun = false
    reportedProblem = nil
    let sleep: [Action] = isAwake ? [.maySleep] : []
    isAwake = false
    return ranged.map { .stopRanging($0) } + monitored.sorted().map { .unregister($0) }
      + (isWaiting ? [.cancelWake] : []) + sleep + [.save]
  }

  private func error(others: Int) -> RegionWatchError? {
    if regions.count + others > Self.regionCountMax {
      return .tooManyRegions(wanted: regions.count, others: others)
    }
    var names: Set<String> = []
    for region in regions {
      if let error = region.error { return error }
      guard names.insert(region.name).inserted else { return .repeatedName(region.name) }
    }
    return nil
  }

  private mutating func begin(_ monitored: [WatchedRegion], _ now: Date) -> [Action] {
    hasBegun = true
    let hasExits = memory.records.values.contains { $0.pendingExit != nil }
    return proceed(monitored, now) + awaitExits(isNew: hasExits)
  }

  // MARK: Permission

  /// The permission changed.
  mutating func accessChanged(
    _ access: Access, monitored: [WatchedRegion], now: Date
  ) -> [Action] {
    guard access != self.access else { return [] }
    self.access = access
    return hasBegun ? proceed(monitored, now) : []
  }

  /// The app entered the foreground: determines states that may have changed unnoticed, and
  /// registers missing regions again.
  mutating func enteredForeground(monitored: [WatchedRegion], now: Date) -> [Action] {
    guard hasBegun else { return [] }
    // The user could not see a request made in the background; the system shows each question once.
    let asks: [Action] =
      access == .notDetermined || access == .whenInUse ? [.askPermission] : []
    return isAllowed ? asks + reconcile(monitored) + updateRanging() : asks
  }

  /// Does what the permission allows, and reports what it does not allow.
  private mutating func proceed(_ monitored: [WatchedRegion], _ now: Date) -> [Action] {
    let actions = updatePermission()
    guard isAllowed else {
      confirmed = []
      return actions + updateRanging()
    }
    if problem != nil { confirmed = [] }
    return actions + reconcile(monitored) + updateRanging()
  }

  private mutating func updatePermission() -> [Action] {
    var actions: [Action] = []
    if access == .notDetermined {
      actions.append(.askPermission)
    } else if access == .whenInUse, !hasAskedForAlways {
      hasAskedForAlways = true
      actions.append(.askPermission)
    }
    if let problem {
      if reportedProblem != problem { actions.append(.post(.problem(problem))) }
    } else if access == .always {
      actions.append(.post(.watching))
    }
    reportedProblem = problem
    return actions
  }

  /// Registers the regions that the system does not watch yet, and no others (BC10).
  private mutating func reconcile(_ monitored: [WatchedRegion]) -> [Action] {
    var actions: [Action] = []
    unanswered = [:]
    for old in monitored.sorted(by: { $0.name < $1.name })
    where !regions.contains(where: { $0.name == old.name && $0.isBeacon == old.isBeacon }) {
      actions.append(.unregister(old.name))
    }
    for region in regions {
      let isWatched = monitored.contains { $0.isSame(as: region) }
      // The state of a new region is requested once the system watches it.
      actions.append(isWatched ? .requestState(region.name) : .register(region))
    }
    return actions
  }

  /// The system watches a region from now on.
  func started(_ name: String) -> [Action] {
    memory.isWanted && memory.records[name] != nil ? [.requestState(name)] : []
  }

  func monitoringFailed(_ name: String?, code: Int) -> [Action] {
    // The codes 6 and 7 only report a delay.
    guard memory.isWanted, code != 6, code != 7 else { return [] }
    return [.post(.problem(.monitoringFailed(region: name, code: code)))]
  }
}
