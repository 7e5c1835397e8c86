internal import YobanSimulatedAndroid

/// `android.health.connect.TimeInstantRangeFilter`: records that start at or after a time, and before another one.
public final class TimeInstantRangeFilter: Sendable {
  private let startTime: Instant?
  private let endTime: Instant?
  init(_ startTime: Instant?, _ endTime: Instant?) {
    (self.startTime, self.endTime) = (startTime, endTime)
  }

  public func getStartTime() -> Instant? { startTime }
  public func getEndTime() -> Instant? { endTime }

  public final class Builder {
    private var startTime: Instant?
    private var endTime: Instant?
    public init() {}

    @discardableResult public func setStartTime(_ startTime: Instant?) -> Builder {
      self.startTime = startTime
      return self
    }
    @discardableResult public func setEndTime(_ endTime: Instant?) -> Builder {
      self.endTime = endTime
      return self
    }

    /// - Throws: `IllegalArgumentException` without a time, or if the end is not after the start.
    public func build() throws -> TimeInstantRangeFilter {
      guard startTime != nil || endTime != nil else {
        throw IllegalArgumentException("Both start time and end time cannot be null.")
      }
      if let startTime, let endTime, !endTime.isAfter(startTime) {
        throw IllegalArgumentException("end time needs to be after start time.")
      }
      return TimeInstantRangeFilter(startTime, endTime)
    }
  }
}

/// The sizes of pages that requests may have.
enum PageSize {
  static let standard: Int32 = 1_000
  static let allowed: ClosedRange<Int32> = 1...5_000

  static func check(_ pageSize: Int32) throws {
    guard allowed.contains(pageSize) else {
      throw IllegalArgumentException(
        "Maximum page size: \(allowed.upperBound), requested: \(pageSize)")
    }
  }
}

/// `android.health.connect.ReadRecordsRequest`: a read of records of one type.
///
/// Sendable: immutable.
public class ReadRecordsRequest<T: Record>: @unchecked Sendable {
  let query: HealthConnectQuery
  init(_ query: HealthConnectQuery) { self.query = query }
}

/// `android.health.connect.ReadRecordsRequestUsingFilters`.
///
/// Sendable for the same reason as its superclass.
public final class ReadRecordsRequestUsingFilters<T: Record>: ReadRecordsRequest<T>,
  @unchecked Sendable
{
  public final class Builder {
    private let recordType: T.Type
    private var origins: [String] = []
    private var filter: TimeInstantRangeFilter?
    private var pageSize = PageSize.standard
    private var pageToken: Int64 = -1
    private var isAscending: Bool?

    public init(_ recordType: T.Type) { self.recordType = recordType }

    @discardableResult public func addDataOrigins(_ dataOrigin: DataOrigin) -> Builder {
      let name = dataOrigin.getPackageName() ?? ""
      if !origins.contains(name) { origins.append(name) }
      return self
    }
    @discardableResult
    public func setTimeRangeFilter(_ timeRangeFilter: TimeInstantRangeFilter?) -> Builder {
      filter = timeRangeFilter
      return self
    }
    /// - Throws: `IllegalArgumentException` for a size that is not from 1 to 5000.
    @discardableResult public func setPageSize(_ pageSize: Int32) throws -> Builder {
      try PageSize.check(pageSize)
      self.pageSize = pageSize
      return self
    }
    /// Sets the token of an answer, for its next page.
    @discardableResult public func setPageToken(_ pageToken: Int64) -> Builder {
      self.pageToken = pageToken
      return self
    }
    /// Sets whether the records come in the order of their start, as they do by default, or in the reverse order.
    @discardableResult public func setAscending(_ ascending: Bool) -> Builder {
      isAscending = ascending
      return self
    }

    /// - Throws: `IllegalStateException` with both a page token and an order; `IllegalArgumentException` for a class
    ///   of several types.
    public func build() throws -> ReadRecordsRequestUsingFilters<T> {
      guard pageToken == -1 || isAscending == nil else {
        throw IllegalStateException("Cannot set both pageToken and sort order")
      }
      let query = HealthConnectQuery(
        try recordType.single(), of: origins, from: filter?.getStartTime()?.toEpochMilli(),
        to: filter?.getEndTime()?.toEpochMilli(), isAscending: isAscending ?? true,
        pageSize: Int(pageSize), page: Int(exactly: pageToken))
      return ReadRecordsRequestUsingFilters(query)
    }
  }
}

extension Record {
  /// Returns the type of the records of this class.
  static func single() throws -> HealthConnectRecordType {
    guard let type else {
      throw IllegalArgumentException("Requested record types must not contain any of [\(self)]")
    }
    return type
  }
}

/// `android.health.connect.ReadRecordsResponse`.
///
/// Sendable: immutable.
public final class ReadRecordsResponse<T: Record>: @unchecked Sendable {
  private let answer: HealthConnectAnswer
  init(_ answer: HealthConnectAnswer) { self.answer = answer }

  public func getRecords() -> [T] { answer.records.compactMap { Record.make($0) as? T } }
  /// Returns the token of the next page; -1 if there is none.
  public func getNextPageToken() -> Int64 { answer.nextPage.map(Int64.init) ?? -1 }
}

/// `android.health.connect.InsertRecordsResponse`.
public final class InsertRecordsResponse: Sendable {
  private let records: [Record]
  init(_ records: [Record]) { self.records = records }

  /// Returns the records with their identifiers, in the order of the call.
  public func getRecords() -> [Record] { records }
}
