import CYobanVirtualTime

/// The rate of the clocks of a device: the time that they have counted, by the time of the simulation. Both are
/// nanoseconds since the simulation began.
public struct ClockRate: Sendable, Hashable {
  /// The drifts that clocks can have, in parts per million: 10 % slow to 10 % fast.
  public static let drifts = -100_000.0...100_000.0

  var counting = vt_rate()

  /// The rate of clocks that run as the simulation does.
  public init() {}

  /// By how much the clocks run fast, in parts per million; below 0 if they run slow.
  public var drift: Double { counting.drift * 1e6 }

  /// Changes how fast the clocks run from now on. What they have counted stays the same.
  ///
  /// - Parameter drift: one of `drifts`.
  public mutating func change(to drift: Double, at now: VirtualInstant) {
    let now = now.nanoseconds
    counting = vt_rate(drift: drift / 1e6, since: now, lead: counted(at: now) - now)
  }

  /// The count of the clocks at a time of the simulation, which is not before the last change.
  @inline(__always)
  public func counted(at time: Int64) -> Int64 {
    withUnsafePointer(to: counting) { vt_counted($0, time) }
  }

  /// The first time of the simulation at which the clocks have counted so much.
  @inline(__always)
  public func time(ofCount count: Int64) -> Int64 {
    withUnsafePointer(to: counting) { vt_time_of_count($0, count) }
  }

  public static func == (left: ClockRate, right: ClockRate) -> Bool {
    let (one, other) = (left.counting, right.counting)
    return (one.drift, one.since, one.lead) == (other.drift, other.since, other.lead)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(counting.drift)
    hasher.combine(counting.since)
    hasher.combine(counting.lead)
  }
}

extension SimulatedProcess {
  /// Sets how fast the clocks run that the process reads, and that end its waits.
  public func setClockRate(_ rate: ClockRate) {
    clockRate = rate
    simulation.refreshContext(of: self)
  }

  /// The date as the process reads it at a time of the simulation, in nanoseconds since 1970; the first or the last one
  /// for a time that is too far away.
  public func wallTime(at time: Int64) -> Int64 {
    let (result, isTooFar) = clockRate.counted(at: time).addingReportingOverflow(wallOffset)
    return isTooFar ? (time < 0 ? .min : .max) : result
  }

  /// The inverse of `wallTime(at:)`.
  public func time(ofWallTime wall: Int64) -> Int64 {
    let (count, isTooFar) = wall.subtractingReportingOverflow(wallOffset)
    return isTooFar ? (wall < 0 ? .min : .max) : clockRate.time(ofCount: count)
  }

  /// The time since the boot as the process reads it at a time of the simulation, in nanoseconds.
  @inline(__always)
  public func uptime(at time: Int64) -> Int64 { clockRate.counted(at: time) + monotonicOffset }

  /// The time of the simulation at which the process's clocks have counted some nanoseconds more than now.
  func deadline(after nanoseconds: Int64) -> Int64 {
    let now = simulation.now.nanoseconds
    let (count, isTooFar) = clockRate.counted(at: now).addingReportingOverflow(nanoseconds)
    return isTooFar ? .max : clockRate.time(ofCount: count)
  }
}
