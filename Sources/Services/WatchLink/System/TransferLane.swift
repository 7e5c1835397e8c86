import YobanVirtualTime

/// A queue of transfers in one direction, sent one after the other, in order (WC3, WC7). It has no
/// side effects.
///
/// If the link breaks, the current transfer returns to the head of the queue. It starts again from
/// its first byte (assumed) when the other device is in reach.
struct TransferLane: Equatable {
  struct Entry: Equatable {
    var number: Int
    var bytes: Int64
  }

  enum State: Equatable {
    /// No transfer is under way.
    case idle
    case sending(Entry, over: LinkRadio, since: VirtualInstant, until: VirtualInstant)
  }

  enum Action: Equatable {
    /// The transfer starts.
    case begin(Int, over: LinkRadio)
    /// The link broke after this many bytes.
    case interrupt(Int, carried: Int64, over: LinkRadio)
    /// The transfer was removed after this many bytes.
    case drop(Int, carried: Int64, over: LinkRadio)
    /// The transfer arrived completely.
    case arrive(Int, carried: Int64, over: LinkRadio)
  }

  private(set) var state = State.idle
  private(set) var waiting: [Entry] = []
  private var radio: LinkRadio?
  private let policy: WatchLinkPolicy

  init(_ policy: WatchLinkPolicy) { self.policy = policy }

  /// The time at which `timeCame` must be called.
  var deadline: VirtualInstant? {
    switch state {
    case .idle: nil
    case .sending(_, _, _, let until): until
    }
  }

  /// The numbers of the transfers that have not arrived, in order.
  var numbers: [Int] {
    switch state {
    case .idle: waiting.map(\.number)
    case .sending(let entry, _, _, _): [entry.number] + waiting.map(\.number)
    }
  }

  /// Adds a transfer to the queue.
  ///
  /// - Parameter isUrgent: whether it goes before all waiting transfers.
  mutating func add(_ entry: Entry, isUrgent: Bool = false, at now: VirtualInstant) -> [Action] {
    if isUrgent { waiting.insert(entry, at: 0) } else { waiting.append(entry) }
    return next(at: now)
  }

  /// Removes a transfer that was canceled, superseded or has failed. Unknown numbers are ignored.
  mutating func remove(_ number: Int, at now: VirtualInstant) -> [Action] {
    waiting.removeAll { $0.number == number }
    var actions: [Action] = []
    switch state {
    case .idle: break
    case .sending(let entry, let radio, _, _):
      guard entry.number == number else { break }
      actions.append(.drop(number, carried: carried(number, at: now), over: radio))
      state = .idle
    }
    return actions + next(at: now)
  }

  /// Handles that another radio is used from now on, or none.
  mutating func reachChanged(to radio: LinkRadio?, at now: VirtualInstant) -> [Action] {
    guard radio != self.radio else { return [] }
    self.radio = radio
    var actions: [Action] = []
    switch state {
    case .idle: break
    case .sending(let entry, let radio, _, _):
      actions.append(
        .interrupt(entry.number, carried: carried(entry.number, at: now), over: radio))
      waiting.insert(entry, at: 0)
      state = .idle
    }
    return actions + next(at: now)
  }

  /// Handles the arrival of `deadline`.
  mutating func timeCame(at now: VirtualInstant) -> [Action] {
    switch state {
    case .idle: return []
    case .sending(let entry, let radio, _, let until):
      guard until <= now else { return [] }
      state = .idle
      return [.arrive(entry.number, carried: entry.bytes, over: radio)] + next(at: now)
    }
  }

  /// Returns the number of bytes of a transfer that were carried since it last started.
  func carried(_ number: Int, at now: VirtualInstant) -> Int64 {
    switch state {
    case .idle: return 0
    case .sending(let entry, _, let since, let until):
      guard entry.number == number else { return 0 }
      guard now < until else { return entry.bytes }
      return Int64(Double(entry.bytes) * ((now - since) / (until - since)))
    }
  }

  private mutating func next(at now: VirtualInstant) -> [Action] {
    switch state {
    case .sending: return []
    case .idle:
      guard let radio, !waiting.isEmpty else { return [] }
      let entry = waiting.removeFirst()
      state = .sending(
        entry, over: radio, since: now,
        until: now + policy.duration(of: entry.bytes, over: radio))
      return [.begin(entry.number, over: radio)]
    }
  }
}
