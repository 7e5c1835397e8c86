import ClockOffsets
import CollectorContract
import Foundation

/// The exchange of an upload with the collector, which compares their clocks.
///
/// The system sends an upload some time after it was requested, and reports its end some time after that, perhaps to
/// another launch. Metrics of the task have the times of the request and the answer on the wall clock, which may be set
/// or corrected at any time. So its distance to the device's own clock is read at the request and at the end, and the
/// exchange is valid with either.
struct UploadExchange: Hashable {
  /// The clock when the upload was requested, and when its end was reported.
  var requested: ClockStamp
  var ended: ClockStamp
  /// When the request was sent and the answer began to arrive, on the wall clock, in nanoseconds since 1970; nil if
  /// this is not known.
  var sentWall: Int64?
  var returnedWall: Int64?
  /// The stamps of the collector.
  var arrived: Int64
  var answered: Int64

  /// Wall times are dates of Foundation, which are this exact, in nanoseconds.
  private static let dateError: Int64 = 1_000

  /// The exchange; nil if the device was booted in between or if no offset explains the times.
  var measurement: ClockMeasurements.Exchange? {
    guard requested.clock == ended.clock else { return nil }
    let distances = [requested, ended].map { $0.time.clampedSubtract($0.wall) }
    let sent = sentWall?.clampedAdd(distances.min()!).clampedSubtract(Self.dateError)
    let returned = returnedWall?.clampedAdd(distances.max()!).clampedAdd(Self.dateError)
    // The device's own clock was read before and after all this.
    return ClockExchange(
      sent: max(sent ?? requested.time, requested.time), arrived: arrived, answered: answered,
      returned: min(returned ?? ended.time, ended.time)
    ).map { ClockMeasurements.Exchange(requested.clock, to: .collector, $0) }
  }
}

extension Int64 {
  /// The nanoseconds since 1970; the nearest number for a date that is too far away.
  init(nanosecondsTo date: Date) {
    let nanoseconds = (date.timeIntervalSince1970 * 1e9).rounded()
    self = Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }
}
