/// Makes a schedule that fails smaller, as long as it fails in the same way.
///
/// The result is 1-minimal if the number of runs sufficed: without any of its faults, with any weaker
/// kind, and with any simpler anchor, it does not fail in this way.
struct Shrinker {
  /// Runs a schedule; returns whether it fails in the same way.
  let fails: (Schedule) async throws -> Bool
  /// The largest number of runs.
  let runsMax: Int

  struct Result {
    var schedule: Schedule
    var runs: Int
    /// Whether all smaller schedules were tried.
    var isMinimal: Bool
  }

  /// Up to this number of faults, all subsets are tried; 2^6 runs take seconds.
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
    if schedule.faults.count <= Self.allSubsetsMax {
      for subset in Self.subsets(of: schedule) {
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
      for smaller in Self.smaller(best) {
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

  /// The subsets of the faults, the smallest first, without the whole.
  static func subsets(of schedule: Schedule) -> [Schedule] {
    let count = schedule.faults.count
    return (0..<(1 << count) - 1).sorted {
      ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
    }.map { bits in
      var subset = schedule
      subset.faults = schedule.faults.indices.filter { bits >> $0 & 1 == 1 }.map {
        schedule.faults[$0]
      }
      return subset
    }
  }

  /// The schedules that are smaller by one step: a fault less, a weaker kind, or a simpler anchor.
  static func smaller(_ schedule: Schedule) -> [Schedule] {
    func changed(_ i: Int, _ change: (inout Fault) -> Void) -> Schedule {
      var result = schedule
      change(&result.faults[i])
      return result
    }
    var result: [Schedule] = []
    for i in schedule.faults.indices {
      var fewer = schedule
      fewer.faults.remove(at: i)
      result.append(fewer)
    }
    for (i, fault) in schedule.faults.enumerated() {
      result += fault.kind.row.weaker.map { kind in changed(i) { $0.kind = kind } }
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
    return result
  }
}
