/// The activity of the user of a device, as Core Motion classifies it.
public enum MotionActivity: String, Sendable, Hashable, CaseIterable {
  case unknown, stationary, walking, running, cycling, automotive
}

/// The activities over time, and the steps that they take (MO5, MO6). Pure. Times are nanoseconds since the
/// simulation began.
struct ActivityHistory: Sendable {
  /// An activity from its beginning on.
  struct Change: Sendable, Equatable {
    var time: Int64
    var activity: MotionActivity
  }

  /// Steps and meters of a period.
  struct Walk: Sendable, Equatable {
    var steps = 0
    var meters = 0.0
    /// The time spent walking or running, in nanoseconds.
    var activeTime: Int64 = 0
  }

  /// Steps per second and meters per step of an activity.
  struct Gait: Sendable, Equatable {
    var cadence: Double
    var stepLength: Double
  }

  let walking: Gait
  let running: Gait
  private(set) var changes = [Change(time: .min, activity: .stationary)]

  var current: MotionActivity { changes[changes.count - 1].activity }

  mutating func begin(_ activity: MotionActivity, at now: Int64) {
    if changes[changes.count - 1].time == now {
      changes[changes.count - 1].activity = activity
    } else {
      changes.append(Change(time: now, activity: activity))
    }
  }

  func gait(of activity: MotionActivity) -> Gait? {
    switch activity {
    case .walking: walking
    case .running: running
    case .unknown, .stationary, .cycling, .automotive: nil
    }
  }

  /// Returns the activities of a period; the first one may have begun before it.
  func changes(from start: Int64, to end: Int64) -> [Change] {
    guard start < end else { return [] }
    let first = changes.lastIndex { $0.time <= start } ?? 0
    return changes[first...].filter { $0.time < end }
  }

  /// Returns what was walked in a period. The steps of adjoining periods add up to those of the whole.
  func walk(from start: Int64, to end: Int64) -> Walk {
    var walk = Walk()
    for (index, change) in changes.enumerated() {
      guard let gait = gait(of: change.activity) else { continue }
      let stop = index + 1 < changes.count ? changes[index + 1].time : Int64.max
      let (from, to) = (max(change.time, start), min(stop, end))
      guard from < to else { continue }
      func steps(until time: Int64) -> Int {
        Int(Double(time - change.time) / 1e9 * gait.cadence)
      }
      let count = steps(until: to) - steps(until: from)
      walk.steps += count
      walk.meters += Double(count) * gait.stepLength
      walk.activeTime += to - from
    }
    return walk
  }
}
