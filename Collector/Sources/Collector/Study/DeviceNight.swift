/// The recordings of a device in one night, for the list of devices that have sent and of those that have not.
struct DeviceNight: Hashable, Sendable {
  var device: String
  var state: NightState
  var description: DeviceDescription
  /// The facts that the device has sent with its latest upload; nil if it has never uploaded a chunk.
  var report: DeviceReport?
  /// The recordings with a part in the night, the latest first.
  var nights: [Night]
  /// The latest recording that begins before the end of the night; nil if there is none.
  var latest: NightSpan?

  var sampleCount: Int { nights.map(\.sampleCount).clampedSum() }
  var gapCount: Int { nights.map(\.gapCount).clampedSum() }
  var hasOnlyCountedGaps: Bool { nights.allSatisfy(\.hasOnlyCountedGaps) }
  /// The number of chunks that have not arrived, although later ones have.
  var missingCount: UInt64 { nights.map(\.missingCount).clampedSum() }

  /// The sum of the gaps of the stream with the longest ones, in nanoseconds.
  var gapNanoseconds: Int64 {
    nights.map { night in
      Dictionary(grouping: night.gaps, by: \.stream).values.map { gaps in
        gaps.map { max(0, $0.end.clampedSubtract($0.start)) }.clampedSum()
      }.max() ?? 0
    }.clampedSum()
  }

  /// The time from which on samples are missing at the end, in nanoseconds since 1970: the recording was not stopped,
  /// and its last sample is older than an hour. Nil if there is no such gap.
  ///
  /// - Parameter end: the end of the night, or now if that is earlier.
  func openGapStart(until end: Int64) -> Int64? {
    guard let latest, latest.isOpen,
      end.clampedSubtract(latest.end) > NightSpan.pauseNanosecondsMax
    else { return nil }
    return latest.end
  }

  /// The maximum number of recordings of a night that are counted.
  private static let nightsMax = 20
  /// The number of recordings that are read at once: mostly, there is one in a night, and one before it.
  private static let nightsPerStep = 2

  /// Loads what the list shows about a device.
  static func load(
    _ position: NightStatePosition, _ description: DeviceDescription?, in times: ClosedRange<Int64>,
    from storage: any CollectorStorage
  ) async throws(StorageError) -> DeviceNight {
    let device = position.device
    var result = DeviceNight(
      device: device, state: position.state, description: description ?? DeviceDescription(),
      report: try await storage.report(of: device), nights: [])
    var before = times.upperBound.clampedAdd(1)
    while result.nights.count < nightsMax {
      // Recordings do not overlap, so the one that begins earlier ends earlier.
      let step = try await storage.nights(of: device, before: before, atMost: nightsPerStep)
      if result.latest == nil { result.latest = step.first?.span }
      let own = step.prefix { $0.span.end >= times.lowerBound }
      result.nights += own
      guard own.count == nightsPerStep, let last = own.last else { break }
      before = last.span.start
    }
    return result
  }
}
