internal import YobanSimulatedAndroid

/// `android.health.connect.datatypes.Record`: a record of Health Connect.
///
/// Sendable: immutable, as its subclasses are.
public class Record: @unchecked Sendable {
  let description: HealthConnectRecord
  init(_ description: HealthConnectRecord) { self.description = description }

  public func getMetadata() -> Metadata { Metadata(description) }

  /// The type of the records of this class; nil for a class of several types.
  class var type: HealthConnectRecordType? { nil }

  static func make(_ description: HealthConnectRecord) -> Record {
    switch description.type {
    case .steps: StepsRecord(description)
    case .heartRate: HeartRateRecord(description)
    case .sleepSession: SleepSessionRecord(description)
    }
  }
}

/// `android.health.connect.datatypes.IntervalRecord`: a record with a start and an end.
///
/// Sendable for the same reason as its superclass.
public class IntervalRecord: Record, @unchecked Sendable {
  public func getStartTime() -> Instant { .ofEpochMilli(description.startMillis) }
  public func getEndTime() -> Instant { .ofEpochMilli(description.endMillis) }
}

/// The common content of the builders of records.
struct RecordParts {
  let metadata: Metadata
  let startTime: Instant
  let endTime: Instant

  /// - Throws: `IllegalArgumentException` if the start is in the future, or after the end.
  func make(_ content: HealthConnectRecord.Content) throws -> HealthConnectRecord {
    guard !startTime.isAfter(.now()) else {
      throw IllegalArgumentException("Record start time must not be in the future")
    }
    guard !endTime.isBefore(startTime) else {
      throw IllegalArgumentException(
        "end time in millis needs to be after start time in millis.")
    }
    var record = HealthConnectRecord(
      content, startMillis: startTime.toEpochMilli(), endMillis: endTime.toEpochMilli())
    record.clientRecordId = metadata.getClientRecordId()
    record.clientRecordVersion = metadata.getClientRecordVersion()
    return record
  }
}

/// Checks a number of a record.
private func check(_ value: Int64, in range: ClosedRange<Int64>, _ name: String) throws {
  guard range.contains(value) else {
    throw IllegalArgumentException(
      "\(name) must not be outside of [\(range.lowerBound), \(range.upperBound)], currently \(value)"
    )
  }
}

/// `android.health.connect.datatypes.StepsRecord`.
///
/// Sendable for the same reason as its superclass.
public final class StepsRecord: IntervalRecord, @unchecked Sendable {
  override class var type: HealthConnectRecordType? { .steps }

  public func getCount() -> Int64 {
    if case .steps(let count) = description.content { count } else { 0 }
  }

  public final class Builder {
    private let parts: RecordParts
    private let count: Int64

    public init(_ metadata: Metadata, _ startTime: Instant, _ endTime: Instant, _ count: Int64) {
      parts = RecordParts(metadata: metadata, startTime: startTime, endTime: endTime)
      self.count = count
    }

    /// - Throws: `IllegalArgumentException` for wrong times, or for a count that is not from 0 to 1,000,000.
    public func build() throws -> StepsRecord {
      try check(count, in: 0...1_000_000, "stepsCount")
      return StepsRecord(try parts.make(.steps(count)))
    }
  }
}

/// `android.health.connect.datatypes.HeartRateRecord`.
///
/// Sendable for the same reason as its superclass.
public final class HeartRateRecord: IntervalRecord, @unchecked Sendable {
  override class var type: HealthConnectRecordType? { .heartRate }

  public func getSamples() -> [HeartRateSample] {
    guard case .heartRate(let samples) = description.content else { return [] }
    return samples.map { HeartRateSample($0) }
  }

  public final class HeartRateSample: Sendable {
    let description: HealthConnectRecord.HeartRate
    init(_ description: HealthConnectRecord.HeartRate) { self.description = description }

    /// - Throws: `IllegalArgumentException` for a heart rate that is not from 1 to 300.
    public init(_ beatsPerMinute: Int64, _ time: Instant) throws {
      try check(beatsPerMinute, in: 1...300, "beatsPerMinute")
      description = .init(beatsPerMinute: beatsPerMinute, millis: time.toEpochMilli())
    }

    public func getBeatsPerMinute() -> Int64 { description.beatsPerMinute }
    public func getTime() -> Instant { .ofEpochMilli(description.millis) }
  }

  public final class Builder {
    private let parts: RecordParts
    private let samples: [HeartRateSample]

    /// - Throws: `IllegalArgumentException` without samples.
    public init(
      _ metadata: Metadata, _ startTime: Instant, _ endTime: Instant,
      _ heartRateSamples: [HeartRateSample]
    ) throws {
      guard !heartRateSamples.isEmpty else {
        throw IllegalArgumentException("record samples should not be empty")
      }
      parts = RecordParts(metadata: metadata, startTime: startTime, endTime: endTime)
      samples = heartRateSamples
    }

    /// - Throws: `IllegalArgumentException` for wrong times, or for a sample outside of them.
    public func build() throws -> HeartRateRecord {
      let isOutside = samples.contains {
        $0.getTime().isBefore(parts.startTime) || $0.getTime().isAfter(parts.endTime)
      }
      guard !isOutside else {
        throw IllegalArgumentException("Time of a sample must be within the record interval")
      }
      return HeartRateRecord(try parts.make(.heartRate(samples.map(\.description))))
    }
  }
}

/// `android.health.connect.datatypes.SleepSessionRecord`, without title, notes and stages.
///
/// Sendable for the same reason as its superclass.
public final class SleepSessionRecord: IntervalRecord, @unchecked Sendable {
  override class var type: HealthConnectRecordType? { .sleepSession }

  public final class Builder {
    private let parts: RecordParts

    public init(_ metadata: Metadata, _ startTime: Instant, _ endTime: Instant) {
      parts = RecordParts(metadata: metadata, startTime: startTime, endTime: endTime)
    }

    /// - Throws: `IllegalArgumentException` for wrong times.
    public func build() throws -> SleepSessionRecord {
      SleepSessionRecord(try parts.make(.sleepSession))
    }
  }
}

/// `android.health.connect.datatypes.Metadata`, without the device and the method of recording.
public final class Metadata: Sendable {
  private let description: HealthConnectRecord
  init(_ description: HealthConnectRecord) { self.description = description }

  /// Returns the identifier that Health Connect gave the record; empty before that.
  public func getId() -> String { description.id }
  public func getDataOrigin() -> DataOrigin { DataOrigin(description.origin) }
  public func getLastModifiedTime() -> Instant { .ofEpochMilli(description.lastModifiedMillis) }
  public func getClientRecordId() -> String? { description.clientRecordId }
  public func getClientRecordVersion() -> Int64 { description.clientRecordVersion }

  public final class Builder {
    private var description = HealthConnectRecord(.sleepSession, startMillis: 0, endMillis: 0)
    public init() {}

    @discardableResult public func setClientRecordId(_ clientRecordId: String?) -> Builder {
      description.clientRecordId = clientRecordId
      return self
    }
    @discardableResult public func setClientRecordVersion(_ clientRecordVersion: Int64) -> Builder {
      description.clientRecordVersion = clientRecordVersion
      return self
    }
    public func build() -> Metadata { Metadata(description) }
  }
}

/// `android.health.connect.datatypes.DataOrigin`: the app that wrote a record.
public final class DataOrigin: Sendable {
  private let packageName: String
  init(_ packageName: String) { self.packageName = packageName }

  public func getPackageName() -> String? { packageName.isEmpty ? nil : packageName }

  public final class Builder {
    private var packageName = ""
    public init() {}

    @discardableResult public func setPackageName(_ packageName: String) -> Builder {
      self.packageName = packageName
      return self
    }
    public func build() -> DataOrigin { DataOrigin(packageName) }
  }
}
