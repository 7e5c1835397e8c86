import Foundation

/// Events of the system about the device's presence in regions.
extension RegionWatchMachine {
  /// - Parameter whileNotRunning: whether the system launched the app for this event.
  mutating func entered(_ name: String, whileNotRunning: Bool, now: Date) -> [Action] {
    inside(name, .monitored, whileNotRunning, now)
  }

  /// - Parameter whileNotRunning: whether the system launched the app for this event.
  mutating func exited(_ name: String, whileNotRunning: Bool, now: Date) -> [Action] {
    outside(name, .monitored, whileNotRunning, now)
  }

  /// The system reported the state of a region: on request, or after each entry and exit (BC3,
  /// BC7).
  ///
  /// - Parameter whileNotRunning: whether the system launched the app for this event.
  mutating func determined(
    _ name: String, _ presence: RegionPresence, whileNotRunning: Bool, now: Date
  ) -> [Action] {
    // A difference from the state that an earlier launch stored arose while the app was not
    // running.
    let wasMissed = whileNotRunning || remembered.contains(name)
    switch presence {
    case .unknown: return askLater(name)
    case .inside: return inside(name, .determined, wasMissed, now)
    case .outside:
      guard let record = memory.records[name], memory.isWanted else { return [] }
      if record.presence == .unknown, record.pendingExit == nil {
        // No entry was ever reported, so there is no exit to report.
        memory.records[name]?.presence = .outside
        note(name)
        return [.save, .confirm(name)]
      }
      return outside(name, .determined, wasMissed, now)
    }
  }

  /// Requests the state again later: right after the registration of a region the system does not
  /// know it.
  private mutating func askLater(_ name: String) -> [Action] {
    let count = unanswered[name, default: 0]
    guard memory.isWanted, memory.records[name] != nil, !confirmed.contains(name),
      count < times.questionCountMax
    else { return [] }
    unanswered[name] = count + 1
    return [.askAgain(name, after: times.firstQuestion * (1 << Int64(count)))]
  }

  /// The time of `askAgain` is reached.
  func askAgain(_ name: String) -> [Action] {
    memory.isWanted && isAllowed && !confirmed.contains(name) ? [.requestState(name)] : []
  }

  private mutating func inside(
    _ name: String, _ source: RegionChange.Source, _ whileNotRunning: Bool, _ now: Date
  ) -> [Action] {
    guard var record = memory.records[name], memory.isWanted else { return [] }
    note(name)
    let before = record
    var actions: [Action] = []
    if let exit = record.pendingExit {
      record.pendingExit = nil
      if isDue(exit, now) { actions += reportExit(&record, exit) }
    }
    if record.presence != .inside {
      record.presence = .inside
      record.lastEntered = now
      actions.append(
        .post(
          .entered(
            RegionChange(
              region: record.region, date: now, source: source,
              happenedWhileNotRunning: whileNotRunning))))
    }
    memory.records[name] = record
    let changes: [Action] = record == before ? [] : [.save]
    let waits = before.pendingExit == nil ? [] : awaitExits()
    return actions + changes + [.confirm(name)] + waits + updateRanging()
  }

  private mutating func outside(
    _ name: String, _ source: RegionChange.Source, _ whileNotRunning: Bool, _ now: Date
  ) -> [Action] {
    guard var record = memory.records[name], memory.isWanted else { return [] }
    note(name)
    guard record.presence != .outside else { return [.confirm(name)] }
    guard record.pendingExit == nil else { return [] }
    let exit = RegionMemory.PendingExit(
      date: now, source: source, happenedWhileNotRunning: whileNotRunning)
    if times.exitDelay <= 0 {
      let reported = reportExit(&record, exit)
      memory.records[name] = record
      return reported + [.save, .confirm(name)] + updateRanging()
    }
    record.pendingExit = exit
    memory.records[name] = record
    return [.save, .doubt(name)] + updateRanging() + awaitExits(isNew: true)
  }

  /// Marks the state of a region as confirmed in this launch.
  private mutating func note(_ name: String) {
    confirmed.insert(name)
    remembered.remove(name)
  }

  // MARK: Exits that wait

  /// The time of the last `wake` is reached or past.
  mutating func deadlinePassed(now: Date) -> [Action] {
    guard memory.isWanted, now >= earliestExitReport else { return awaitExits() }
    var actions: [Action] = []
    for region in regions {
      guard var record = memory.records[region.name], let exit = record.pendingExit,
        isDue(exit, now)
      else { continue }
      record.pendingExit = nil
      actions += reportExit(&record, exit)
      memory.records[region.name] = record
      confirmed.insert(region.name)
      actions.append(.confirm(region.name))
    }
    return actions + (actions.isEmpty ? [] : [.save]) + updateRanging() + awaitExits()
  }

  private func isDue(_ exit: RegionMemory.PendingExit, _ now: Date) -> Bool {
    // The date of an exit is in the future if the clock was set back since; its age is unknown.
    let age = now.timeIntervalSince(exit.date)
    return age >= times.exitDelay || age < 0
  }

  private func reportExit(
    _ record: inout RegionMemory.Record, _ exit: RegionMemory.PendingExit
  ) -> [Action] {
    record.presence = .outside
    record.lastExited = exit.date
    return [
      .post(
        .exited(
          RegionChange(
            region: record.region, date: exit.date, source: exit.source,
            happenedWhileNotRunning: exit.happenedWhileNotRunning)))
    ]
  }

  /// Sets the time at which exits are reported, and keeps the process running until then if
  /// possible.
  ///
  /// - Parameter isNew: whether an exit has just begun to wait, which requires a new assertion.
  mutating func awaitExits(isNew: Bool = false) -> [Action] {
    let dates = memory.records.values.compactMap(\.pendingExit?.date)
    guard let first = dates.min(), memory.isWanted else {
      defer { isAwake = false }
      return [.cancelWake] + (isAwake ? [.maySleep] : [])
    }
    let wake = Action.wake(at: max(first + times.exitDelay, earliestExitReport))
    guard isNew, times.exitDelay <= times.assertionMax else { return [wake] }
    isAwake = true
    return [wake, .stayAwake]
  }
}
