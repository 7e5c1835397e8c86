extension ClockMeasurements.AccessoryReading {
  /// The maximum number of readings that are kept of one chunk.
  public static let keptMax = 64
  private static let minute: Int64 = 60_000_000_000

  /// Creates a reading from a sample; nil if its values cannot be times.
  ///
  /// - Parameter seconds: the time that the accessory's clock showed.
  public init?(recorded: Int64, seconds: Double) {
    let limit = Double(OffsetBound.magnitudeMax)
    guard recorded.magnitude <= OffsetBound.magnitudeMax, (seconds * 1e9).magnitude < limit else {
      return nil
    }
    self.init(recorded: recorded, accessory: Int64(nearest: seconds * 1e9))
  }

  /// Returns the readings that tell most: of each minute the one that was under way for the shortest time.
  ///
  /// If these are more than `keptMax`, of longer times.
  public static func fastest(_ readings: [Self]) -> [Self] {
    guard let first = readings.map(\.recorded).min(), let last = readings.map(\.recorded).max()
    else { return [] }
    let span = last.clampedSubtract(first)
    let length = max(minute, span / Int64(keptMax) + 1)
    var kept: [Int64: Self] = [:]
    for reading in readings {
      let part = reading.recorded.clampedSubtract(first) / length
      if reading.ahead > kept[part]?.ahead ?? .min { kept[part] = reading }
    }
    return kept.sorted { $0.key < $1.key }.map(\.value)
  }

  private var ahead: Int64 { accessory.clampedSubtract(recorded) }
}
