internal import YobanSimulatedAndroid

/// `android.health.connect.changelog.ChangeLogTokenRequest`: the changes for which an app wants a token (AN27).
///
/// Sendable: immutable.
public final class ChangeLogTokenRequest: @unchecked Sendable {
  let description: HealthConnectTokenRequest
  init(_ description: HealthConnectTokenRequest) { self.description = description }

  public final class Builder {
    private var types: [Record.Type] = []
    private var origins: [String] = []
    public init() {}

    @discardableResult public func addRecordType(_ recordType: Record.Type) -> Builder {
      types.append(recordType)
      return self
    }
    @discardableResult public func addDataOriginFilter(_ dataOriginFilter: DataOrigin) -> Builder {
      origins.append(dataOriginFilter.getPackageName() ?? "")
      return self
    }

    /// - Throws: `IllegalArgumentException` without types, or for a class of several types.
    public func build() throws -> ChangeLogTokenRequest {
      guard !types.isEmpty else {
        throw IllegalArgumentException("Requested record types must not be empty")
      }
      return ChangeLogTokenRequest(
        HealthConnectTokenRequest(try types.map { try $0.single() }, of: origins))
    }
  }
}

/// `android.health.connect.changelog.ChangeLogTokenResponse`.
public final class ChangeLogTokenResponse: Sendable {
  private let token: String
  init(_ token: String) { self.token = token }

  /// Returns the token, which the app keeps over its launches.
  public func getToken() -> String { token }
}

/// `android.health.connect.changelog.ChangeLogsRequest`.
public final class ChangeLogsRequest: Sendable {
  private let token: String
  private let pageSize: Int32
  init(_ token: String, _ pageSize: Int32) { (self.token, self.pageSize) = (token, pageSize) }

  public func getToken() -> String { token }
  public func getPageSize() -> Int32 { pageSize }

  public final class Builder {
    private let token: String
    private var pageSize = PageSize.standard
    public init(_ token: String) { self.token = token }

    /// - Throws: `IllegalArgumentException` for a size that is not from 1 to 5000.
    @discardableResult public func setPageSize(_ pageSize: Int32) throws -> Builder {
      try PageSize.check(pageSize)
      self.pageSize = pageSize
      return self
    }
    public func build() -> ChangeLogsRequest { ChangeLogsRequest(token, pageSize) }
  }
}

/// `android.health.connect.changelog.ChangeLogsResponse`.
///
/// Sendable: immutable.
public final class ChangeLogsResponse: @unchecked Sendable {
  private let changes: HealthConnectChanges
  init(_ changes: HealthConnectChanges) { self.changes = changes }

  /// Returns the records that were written after the token and still exist.
  public func getUpsertedRecords() -> [Record] { changes.upserted.map(Record.make) }
  public func getDeletedLogs() -> [DeletedLog] {
    changes.deleted.map { DeletedLog($0.id, $0.millis) }
  }
  /// Returns the token for the next call; the same one as before if there were no changes.
  public func getNextChangesToken() -> String { changes.nextToken }
  public func hasMorePages() -> Bool { changes.hasMore }

  /// `android.health.connect.changelog.ChangeLogsResponse.DeletedLog`.
  public final class DeletedLog: Sendable {
    private let id: String
    private let millis: Int64
    init(_ id: String, _ millis: Int64) { (self.id, self.millis) = (id, millis) }

    public func getDeletedRecordId() -> String { id }
    public func getDeletedTime() -> Instant { .ofEpochMilli(millis) }
  }
}
