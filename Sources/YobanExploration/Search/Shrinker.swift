import YobanSimulatedOS

/// Makes a schedule that fails smaller, as long as it fails in the same way.
///
/// The result is 1-minimal if the number of runs sufficed: without any of its faults, with the usual
/// decision in place of any other one, with any weaker kind, and with any simpler anchor, it does not fail
/// in this way.
struct Shrinker {
  /// Runs a schedule; returns whether it fails in the same way.
  let fails: (Schedule) async throws -> Bool
  /// The largest number of runs.
  let runsMax: Int
  /// The names of apps, such as `phone/Pulse`, for the faults of an app that are weaker than one of its
  /// device.
  var apps: [String] = []
  /// The kinds that may take the place of a stronger one: those that the search was asked for.
  var kinds = Set(FaultKind.allCases)
  /// For anchors that are calls on files, the anchor of the last event before the call.
  var nearest: [Anchor: Anchor] = [:]

  struct Result {
    var schedule: Schedule
    var runs: Int
    /// Whether all smaller schedules were tried.
    var isMinimal: Bool
  }

  /// Up to this number of faults and decisions, all subsets are tried; 2^6 runs take seconds.
  private static let allSubsetsMax = 6

  func shrink(_ schedule: Schedule) async throws -> Result {
    var known: [Schedule: Bool] = [schedule: true]
    var runs = 0
    /// Returns nil when no more runs are allowed.
    func stillFails(_ smaller: Schedule) async throws -> Bool? {
      if let result = known[smaller] { return result }
      guard runs < runsMax else { return nil }
      runs += 1
      let result = try await fails(smaller)
      known[smaller] = result
      return result
    }

    var best = schedule
    // The usual decisions first: a failure that needs none rests on no assumption about them.
    if !schedule.choices.isEmpty {
      var usual = schedule
      usual.choices = []
      if try await stillFails(usual) == true { best = usual }
    }
    if best.size <= Self.allSubsetsMax {
      for subset in Self.subsets(of: best) {
        guard let result = try await stillFails(subset) else {
          return Result(schedule: best, runs: runs, isMinimal: false)
        }
        if result {
          best = subset
          break
        }
      }
    }
    // Each step makes the schedule smaller in an order without circles, so this ends.
    search: while true {
      for smaller in Self.smaller(best, apps: apps, kinds: kinds, nearest: nearest) {
        guard let result = try await stillFails(smaller) else {
          return Result(schedule: best, runs: runs, isMinimal: false)
        }
        if result {
          best = smaller
          continue search
        }
      }
      return Result(schedule: best, runs: runs, isMinimal: true)
    }
  }

  /// The subsets of the faults and decisions, the smallest first, without the whole. Among those of the
  /// same size the ones with fewer decisions come first.
  static func subsets(of schedule: Schedule) -> [Schedule] {
    let (count, faults) = (schedule.size, schedule.faults.count)
    return (0..<(1 << count) - 1).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }.map { bits in
      var subset = schedule
      subset.faults = schedule.faults.indices.filter { bits >> $0 & 1 == 1 }.map {
        schedule.faults[$0]
      }
      subset.choices = schedule.choices.indices.filter { bits >> (faults + $0) & 1 == 1 }.map {
        schedule.choices[$0]
      }
      return subset
    }
  }

  /// The schedules that are smaller by one step: a usual decision, a fault less, a weaker kind, or a simpler
  /// anchor.
  static func smaller(
    _ schedule: Schedule, apps: [String] = [], kinds: Set<FaultKind> = Set(FaultKind.allCases),
    nearest: [Anchor: Anchor] = [:]
  ) -> [Schedule] {
    func changed(_ i: Int, _ change: (inout Fault) -> Void) -> Schedule {
      var result = schedule
      change(&result.faults[i])
      return result
    }
    var result: [Schedule] = []
    for i in schedule.choices.indices {
      var fewer = schedule
      fewer.choices.remove(at: i)
      result.append(fewer)
    }
    for i in schedule.faults.indices {
      var fewer = schedule
      fewer.faults.remove(at: i)
      result.append(fewer)
    }
    for (i, fault) in schedule.faults.enumerated() {
      // A fault that waits until the code of the app returns is simpler than one inside a call.
      if let event = nearest[fault.anchor] { result.append(changed(i) { $0.anchor = event }) }
      for kind in fault.kind.weaker where kinds.contains(kind) {
        let targets =
          kind.target == fault.kind.target
          ? [fault.target] : apps.filter { $0.hasPrefix("\(fault.target)/") }
        result += targets.map { target in
          changed(i) { ($0.kind, $0.target) = (kind, target) }
        }
      }
      if fault.anchor.delay > .zero { result.append(changed(i) { $0.anchor.delay = .zero }) }
      if fault.anchor.occurrence > 1 {
        result.append(changed(i) { $0.anchor.occurrence = 1 })
        if fault.anchor.occurrence > 2 {
          result.append(changed(i) { $0.anchor.occurrence -= 1 })
        }
      }
      if fault.anchor.subject.launch > 1 {
        result.append(changed(i) { $0.anchor.subject.launch -= 1 })
      }
    }
    for (i, choice) in schedule.choices.enumerated() where choice.place.number > 1 {
      var earlier = schedule
      earlier.choices[i].place.number -= 1
      result.append(earlier)
    }
    return result
  }
}
