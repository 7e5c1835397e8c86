import ClockOffsets
import CollectorContract

/// Returns what a clock of the device showed at a reading; nil while it does not run.
package typealias MeasuringClock = @RecorderActor (ClockReading) -> ClockStamp?

extension Timeline {
  /// The time and the wall clock at a reading of the same boot, taken in the process that keeps the timeline.
  func stamp(_ reading: ClockReading, as clock: (_ since: Int64) -> MeasuredClock) -> ClockStamp {
    var timeline = self
    _ = timeline.update(reading)
    return ClockStamp(clock(timeline.since), timeline.now, wall: reading.wall)
  }
}

/// The clock of the phone with which a watch compares its own: it counts from the launch on.
struct RelayClock: Sendable {
  private let timeline: Timeline

  init(_ reading: ClockReading = .now()) { timeline = Timeline(reading) }

  func stamp(_ reading: ClockReading) -> ClockStamp {
    timeline.stamp(reading) { .relay(since: $0) }
  }
}
