import YobanVirtualTime

/// The uses of power on one device, and since when. It knows no figures: `EnergyLedger.energies` applies them. Pure.
package struct EnergyLedger: Sendable, Equatable {
  /// The uses of one source from a time on, in place of its earlier ones.
  struct Change: Sendable, Equatable {
    let at: VirtualInstant
    /// An index of `sources`.
    let source: Int
    let uses: [EnergyUse]
  }

  /// Advertisements that passed the filter of an app's scan, counted in about a minute.
  struct Discoveries: Sendable, Equatable {
    let at: VirtualInstant
    let app: String
    var count: Int64
  }

  private static let minute = Duration.seconds(60)

  private(set) var changes: [Change] = []
  /// In the order of their ends.
  private(set) var bursts: [EnergyBurst] = []
  private(set) var discoveries: [Discoveries] = []
  /// The place of the last entry of each app. Used only for lookup.
  private var lastDiscovery: [String: Int] = [:]
  private var sources: [String] = []
  /// The uses of each source now.
  private var latest: [[EnergyUse]] = []

  package init() {}

  /// Sets everything that a source keeps on from now on.
  ///
  /// - Parameter source: the service, such as `location`. Each source replaces only its own uses.
  package mutating func set(_ uses: [EnergyUse], by source: String, at now: VirtualInstant) {
    let known = sources.firstIndex(of: source)
    guard uses != known.map({ latest[$0] }) ?? [] else { return }
    let index = known ?? sources.endIndex
    if known == nil {
      sources.append(source)
      latest.append([])
    }
    latest[index] = uses
    let change = Change(at: now, source: index, uses: uses)
    if let last = changes.last, last.at == now, last.source == index {
      changes[changes.endIndex - 1] = change
    } else {
      changes.append(change)
    }
  }

  package mutating func add(_ burst: EnergyBurst) { bursts.append(burst) }

  /// Counts an advertisement that passed the filter of an app's scan.
  package mutating func discovered(_ app: String, at now: VirtualInstant) {
    if let place = lastDiscovery[app], now - discoveries[place].at < Self.minute {
      discoveries[place].count += 1
    } else {
      lastDiscovery[app] = discoveries.endIndex
      discoveries.append(Discoveries(at: now, app: app, count: 1))
    }
  }

  /// Calls a function with each period in which nothing changes, and everything that is on in it.
  func forEachPeriod(
    from start: VirtualInstant, to end: VirtualInstant,
    _ body: (_ from: VirtualInstant, _ to: VirtualInstant, _ uses: [EnergyUse]) -> Void
  ) {
    var state = sources.map { _ in [EnergyUse]() }
    var uses: [EnergyUse] = []
    var at = start
    func pass(to next: VirtualInstant) {
      let to = min(next, end)
      if at < to, !uses.isEmpty { body(at, to, uses) }
      at = max(at, to)
    }
    for change in changes {
      if change.at >= end { break }
      if change.at > at { pass(to: change.at) }
      state[change.source] = change.uses
      uses = state.flatMap(\.self)
    }
    pass(to: end)
  }
}
