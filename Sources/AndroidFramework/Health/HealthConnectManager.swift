internal import YobanSimulatedAndroid

/// `android.health.connect.HealthConnectManager`: the health records of all apps (AN26 to AN29).
///
/// Get it with `getSystemService(Context.HEALTHCONNECT_SERVICE)`, which returns nil before API level 34. A result, or
/// an error such as `ERROR_SECURITY`, comes on the executor. The system never notifies an app of new records: an app
/// asks for changes again and again, such as with WorkManager.
public final class HealthConnectManager {
  private let client: AndroidClient
  private let service: HealthConnectService

  private init(_ client: AndroidClient, _ service: HealthConnectService) {
    (self.client, self.service) = (client, service)
  }

  /// Returns the manager of the calling app; nil if its phone has no Health Connect.
  static func ofPhone(_ context: Context) -> HealthConnectManager? {
    let service = context.client.process.app.androidPhone.healthConnect
    return service.isAvailable ? HealthConnectManager(context.client, service) : nil
  }

  /// Writes records, also in background. A record replaces the one that the app wrote with the same client record
  /// identifier, unless that has a higher version.
  public func insertRecords(
    _ records: [Record], _ executor: any Executor,
    _ callback: any OutcomeReceiver<InsertRecordsResponse, HealthConnectException>
  ) {
    answer(executor, callback) { () throws(HealthConnectFailure) in
      try service.insert(records.map(\.description), for: client.process)
        .map { InsertRecordsResponse($0.map(Record.make)) }
    }
  }

  /// Reads records of one type. In background, an app without READ_HEALTH_DATA_IN_BACKGROUND may read only its own,
  /// and must name itself as their only origin (AN26).
  public func readRecords<T: Record>(
    _ request: ReadRecordsRequest<T>, _ executor: any Executor,
    _ callback: any OutcomeReceiver<ReadRecordsResponse<T>, HealthConnectException>
  ) {
    answer(executor, callback) { () throws(HealthConnectFailure) in
      try service.read(request.query, for: client.process).map { ReadRecordsResponse($0) }
    }
  }

  /// Gets a token for the changes from now on.
  public func getChangeLogToken(
    _ request: ChangeLogTokenRequest, _ executor: any Executor,
    _ callback: any OutcomeReceiver<ChangeLogTokenResponse, HealthConnectException>
  ) {
    answer(executor, callback) { () throws(HealthConnectFailure) in
      try service.changesToken(request.description, for: client.process)
        .map { ChangeLogTokenResponse($0) }
    }
  }

  /// Gets the changes after a token. In background it needs READ_HEALTH_DATA_IN_BACKGROUND (AN26). A token that is no
  /// longer valid gives `ERROR_INVALID_ARGUMENT` (AN27).
  public func getChangeLogs(
    _ changeLogsRequest: ChangeLogsRequest, _ executor: any Executor,
    _ callback: any OutcomeReceiver<ChangeLogsResponse, HealthConnectException>
  ) {
    answer(executor, callback) { () throws(HealthConnectFailure) in
      try service.changes(
        after: changeLogsRequest.getToken(), pageSize: Int(changeLogsRequest.getPageSize()),
        for: client.process
      ).map { ChangeLogsResponse($0) }
    }
  }

  /// Makes a call, and delivers its result on the executor from another thread, as the system does.
  private func answer<Response: Sendable>(
    _ executor: any Executor, _ callback: any OutcomeReceiver<Response, HealthConnectException>,
    _ call: () throws(HealthConnectFailure) -> Response?
  ) {
    let deliver: @Sendable () -> Void
    do {
      guard let response = try call() else { return }
      deliver = { callback.onResult(response) }
    } catch {
      let exception = HealthConnectException(error.code, error.message)
      deliver = { callback.onError(exception) }
    }
    DispatchQueue.global().async { executor.execute(deliver) }
  }
}

/// `android.health.connect.HealthConnectException`: an error of a call of `HealthConnectManager`.
///
/// Sendable for the same reason as its superclass.
public final class HealthConnectException: RuntimeException, @unchecked Sendable {
  public static let ERROR_UNKNOWN: Int32 = 1
  public static let ERROR_INTERNAL: Int32 = 2
  /// Also the error of a changes token that is no longer valid (AN27).
  public static let ERROR_INVALID_ARGUMENT: Int32 = 3
  public static let ERROR_IO: Int32 = 4
  /// A permission is missing, or the app is in background (AN26).
  public static let ERROR_SECURITY: Int32 = 5
  public static let ERROR_REMOTE: Int32 = 6
  /// The app calls too often (AN29).
  public static let ERROR_RATE_LIMIT_EXCEEDED: Int32 = 7
  public static let ERROR_DATA_SYNC_IN_PROGRESS: Int32 = 8
  public static let ERROR_UNSUPPORTED_OPERATION: Int32 = 9

  private let errorCode: Int32

  init(_ errorCode: Int32, _ message: String) {
    self.errorCode = errorCode
    super.init(message)
  }

  public func getErrorCode() -> Int32 { errorCode }
  override public class var javaName: String { "android.health.connect.HealthConnectException" }
}

/// `android.health.connect.HealthPermissions`, limited to the types of records that this module has.
public enum HealthPermissions {
  /// Lets the app read the records of others in background. Simulated phones have it from API level 35 on (AN26).
  public static let READ_HEALTH_DATA_IN_BACKGROUND =
    "android.permission.health.READ_HEALTH_DATA_IN_BACKGROUND"
  /// Lets the app read all older records. Simulated phones have it from API level 35 on (AN28).
  public static let READ_HEALTH_DATA_HISTORY = "android.permission.health.READ_HEALTH_DATA_HISTORY"
  public static let READ_STEPS = "android.permission.health.READ_STEPS"
  public static let READ_HEART_RATE = "android.permission.health.READ_HEART_RATE"
  public static let READ_SLEEP = "android.permission.health.READ_SLEEP"
  public static let WRITE_STEPS = "android.permission.health.WRITE_STEPS"
  public static let WRITE_HEART_RATE = "android.permission.health.WRITE_HEART_RATE"
  public static let WRITE_SLEEP = "android.permission.health.WRITE_SLEEP"
}
