import Foundation

/// Watches regions: decides what to register, to range and to ask, and what to tell.
///
/// What is told alternates: after an entry comes an exit, after an exit an entry, whatever the
/// system says how often and in which order. An exit is told only if no entry follows within the
/// exit delay. It is remembered with its date, so that a later launch of the process settles it.
///
/// Pure: `now` is the wall clock, because memory outlasts reboots; perform the actions in their
/// order. Every input is safe in every state.
struct RegionWatchMachine {
  /// What the user and the system allow.
  enum Access: Hashable {
    /// Denied, and why is being found out.
    case unknown
    case notDetermined, always, whenInUse, reducedAccuracy, denied, restricted, servicesOff
  }

  /// How a watch behaves.
  struct Times: Hashable {
    var exitDelay: TimeInterval = 20
    /// How long to wait at launch for the event that the app was launched for.
    var launchWindow: TimeInterval = 2
    /// How long no beacon is heard until its proximity is told as unknown.
    var timeout: TimeInterval = 10
    /// When to ask again for a state that the system does not know yet; twice as long each time.
    var firstQuestion = Duration.seconds(5)
    var questionCountMax = 6
    /// The longest delay that an assertion can bridge in background (BG1, BG3).
    var assertionMax: TimeInterval = 25
  }

  enum Action: Hashable {
    /// Answer with `started` or `monitoringFailed`.
    case register(WatchedRegion)
    /// By its name; it may be of an earlier launch and not known here.
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
    /// Call `deadlinePassed` at this time, and at no other.
    case wake(at: Date)
    case cancelWake
    /// Keep the process running until `maySleep`, as far as the system lets it.
    case stayAwake
    case maySleep
    case tell(RegionEvent)
    /// What is known of this region is true now.
    case confirm(String)
    /// Whether the device is still in this region will be known later.
    case doubt(String)
  }

  /// At most so many in one app (BC1).
  static let regionCountMax = 20

  let regions: [WatchedRegion]
  let times: Times
  let tellsProximity: Bool
  var memory: RegionMemory
  private(set) var access = Access.unknown
  /// Those whose presence is true in this launch.
  var confirmed: Set<String> = []
  /// Those whose presence is what an earlier launch knew.
  var remembered: Set<String>
  var ranging: [String: Ranging] = [:]
  /// Nothing is settled before: the event that the app was launched for comes first.
  var settlesNotBefore = Date.distantPast
  var isAwake = false
  private var hasAskedForAlways = false
  private var hasBegun = false
  private var toldProblem: RegionProblem?

  /// How often the system did not know the state of a region, since it was asked first.
  var unanswered: [String: Int] = [:]

  /// What ranging told of a region.
  struct Ranging: Hashable {
    var told: RegionProximity?
    var lastHeard: Date?
  }

  /// - Parameter memory: of earlier launches; what it knows of other regions is forgotten.
  init(
    _ regions: [WatchedRegion], memory: RegionMemory?, times: Times = Times(),
    tellsProximity: Bool = true
  ) {
    self.regions = regions
    self.times = times
    self.tellsProximity = tellsProximity
    self.memory = RegionMemory(isWanted: memory?.isWanted ?? false)
    for region in regions {
      let old = memory?.records[region.name]
      let isKnown = old?.region.isSame(as: region) ?? false
      self.memory.records[region.name] = isKnown ? old : .init(region: region)
    }
    let known = self.memory.records.filter { $0.value.presence != .unknown }
    remembered = Set(known.keys)
  }

  /// What stands in the way, if anything does.
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

  /// A launch of the process begins. What an earlier launch was asked for goes on.
  ///
  /// - Parameter monitored: what the system watches for this watch now.
  mutating func launched(
    _ access: Access, monitored: [WatchedRegion], others: Int, now: Date
  ) -> [Action] {
    self.access = access
    settlesNotBefore = now + times.launchWindow
    guard memory.isWanted, error(others: others) == nil else { return [] }
    return begin(monitored, now)
  }

  /// Regions are wanted from now on. Nothing happens when they are already.
  ///
  /// - Parameter others: how many regions of the app are not this watch's.
  /// - Throws: what is wrong with the regions; nothing has changed then.
  mutating func start(
    monitored: [WatchedRegion], others: Int, now: Date
  ) throws(RegionWatchError) -> [Action] {
    if let error = error(others: others) { throw error }
    let wasWanted = memory.isWanted
    memory.isWanted = true
    return (wasWanted ? [] : [.save]) + (hasBegun ? [] : begin(monitored, now))
  }

  /// No region is wanted any more; what is known of them is forgotten.
  ///
  /// - Parameter monitored: the names of what the system watches for this watch.
  mutating func stop(monitored: [String]) -> [Action] {
    let isWaiting = memory.records.values.contains { $0.pendingExit != nil }
    let ranged = ranging.keys.sorted()
    memory = RegionMemory()
    for region in regions { memory.records[region.name] = .init(region: region) }
    confirmed = []
    remembered = []
    ranging = [:]
    hasBegun = false
    toldProblem = nil
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

  /// The user or the system allows more, or less.
  mutating func accessChanged(
    _ access: Access, monitored: [WatchedRegion], now: Date
  ) -> [Action] {
    guard access != self.access else { return [] }
    self.access = access
    return hasBegun ? proceed(monitored, now) : []
  }

  /// The app came to the foreground: what nobody told of meanwhile is found out, and what is lost
  /// is registered again.
  mutating func enteredForeground(monitored: [WatchedRegion], now: Date) -> [Action] {
    guard hasBegun else { return [] }
    // What was asked in background nobody saw; the system shows each question once.
    let asks: [Action] =
      access == .notDetermined || access == .whenInUse ? [.askPermission] : []
    return isAllowed ? asks + reconcile(monitored) + settleRanging() : asks
  }

  /// Does what the permission allows, and says what it does not.
  private mutating func proceed(_ monitored: [WatchedRegion], _ now: Date) -> [Action] {
    let actions = settlePermission()
    guard isAllowed else {
      confirmed = []
      return actions + settleRanging()
    }
    if problem != nil { confirmed = [] }
    return actions + reconcile(monitored) + settleRanging()
  }

  private mutating func settlePermission() -> [Action] {
    var actions: [Action] = []
    if access == .notDetermined {
      actions.append(.askPermission)
    } else if access == .whenInUse, !hasAskedForAlways {
      hasAskedForAlways = true
      actions.append(.askPermission)
    }
    if let problem {
      if toldProblem != problem { actions.append(.tell(.problem(problem))) }
    } else if access == .always {
      actions.append(.tell(.watching))
    }
    toldProblem = problem
    return actions
  }

  /// Registers what the system does not watch yet, and nothing that it does (BC10).
  private mutating func reconcile(_ monitored: [WatchedRegion]) -> [Action] {
    var actions: [Action] = []
    unanswered = [:]
    for old in monitored.sorted(by: { $0.name < $1.name })
    where !regions.contains(where: { $0.name == old.name && $0.isBeacon == old.isBeacon }) {
      actions.append(.unregister(old.name))
    }
    for region in regions {
      let isWatched = monitored.contains { $0.isSame(as: region) }
      // The state of a region that is new is known once it is watched.
      actions.append(isWatched ? .requestState(region.name) : .register(region))
    }
    return actions
  }

  /// The system watches a region from now on.
  func started(_ name: String) -> [Action] {
    memory.isWanted && memory.records[name] != nil ? [.requestState(name)] : []
  }

  func monitoringFailed(_ name: String?, code: Int) -> [Action] {
    // 6 and 7 say that the system takes its time.
    guard memory.isWanted, code != 6, code != 7 else { return [] }
    return [.tell(.problem(.monitoringFailed(region: name, code: code)))]
  }
}
