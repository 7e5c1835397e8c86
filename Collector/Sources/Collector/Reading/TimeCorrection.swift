import Chunks
import ClockOffsets
import CollectorContract

/// Finds the times of a stream's samples on the clock of the collector, from what is known of the clocks of its device.
///
/// The clocks are computed for one day at a time, so that a sample has the same time in each answer.
struct TimeCorrection {
  /// The column of the time as recorded.
  static let recordedColumn = "time_ns"
  /// The columns of the corrected time and of its uncertainty, in nanoseconds. A sample of which nothing is known has
  /// neither.
  static let columns = [timeColumn, uncertaintyColumn]
  static let timeColumn = "corrected_time_ns"
  static let uncertaintyColumn = "uncertainty_ns"

  /// A channel with the name of one of the columns; nil if there is none, so that a name has one meaning.
  static func reserved(in channels: [String]) -> String? {
    ([recordedColumn] + columns).first(where: channels.contains)
  }

  /// Throws a problem if a channel has the name of one of the columns.
  static func requireNoOtherMeaning(of channels: [String]) throws(Problem) {
    guard let name = reserved(in: channels) else { return }
    throw Problem(
      .invalidRequest,
      "A channel of this stream has the name \(name), as a column of the times. Read it as CSV.")
  }

  private static let dayNanoseconds: Int64 = 86_400_000_000_000

  private let name: StreamName
  private let storage: any CollectorStorage
  private var day: ClosedRange<Int64>?
  private var clocks = DeviceClocks(ClockMeasurements(), over: 0...0)

  init(_ name: StreamName, in storage: any CollectorStorage) {
    self.name = name
    self.storage = storage
  }

  /// Returns the times of a run's samples, in their order; nil for those that are not known.
  mutating func times(of run: TimeOrderedSamples.Run) async throws -> [CorrectedTime?] {
    let accessory = run.channels.firstIndex(of: Channel.accessoryClock.name)
    var times: [CorrectedTime?] = []
    times.reserveCapacity(run.rows.count)
    for row in run.rows {
      let time = run.times[row]
      if day?.contains(time) != true { try await load(dayOf: time) }
      let shown = accessory.flatMap { place in
        let values = run.values(of: row)
        return ClockMeasurements.AccessoryReading(
          recorded: time, seconds: values[values.startIndex + place])
      }
      let measured = shown.flatMap {
        clocks.corrected(time, ofStream: name.stream, showing: $0.accessory)
      }
      times.append(measured ?? clocks.corrected(time))
    }
    return times
  }

  private mutating func load(dayOf time: Int64) async throws {
    let (days, rest) = time.quotientAndRemainder(dividingBy: Self.dayNanoseconds)
    let start = (rest < 0 ? days - 1 : days).multipliedReportingOverflow(by: Self.dayNanoseconds)
    let first = start.overflow ? Int64.min : start.partialValue
    let day = first...first.clampedAdd(Self.dayNanoseconds - 1)
    clocks = DeviceClocks(
      try await storage.clockMeasurements(of: name.device, in: day), over: day)
    self.day = day
  }
}
