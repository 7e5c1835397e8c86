import AndroidFramework
import YobanTesting

extension AndroidAppFixture {
  /// Returns an app that gets a token for steps at its first start, and asks for changes each 15 minutes.
  static func healthPoller(readsAgain: Bool = true) -> AndroidAppFixture {
    var appFixture = AndroidAppFixture()
    appFixture.permissions += [
      HealthPermissions.READ_STEPS, HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND,
    ]
    appFixture.created = { activity in
      if activity.savedToken == nil { activity.savedToken = try activity.health().token() }
      WorkManager.getInstance(activity).enqueueUniquePeriodicWork(
        "poll", .KEEP, PeriodicWorkRequest.Builder(ScriptedWorker.self, 15, .MINUTES).build())
    }
    appFixture.worked = { worker in
      let context = worker.getApplicationContext()
      do {
        let changes = try context.health().changes(context.savedToken!)
        for record in changes.getUpsertedRecords() {
          print("steps \((record as! StepsRecord).getCount())")
        }
        context.savedToken = changes.getNextChangesToken()
      } catch let error as HealthConnectException {
        print("error \(error.getErrorCode())")
        guard error.getErrorCode() == HealthConnectException.ERROR_INVALID_ARGUMENT else {
          return .success()
        }
        context.savedToken = try context.health().token()
        if readsAgain {
          for record in try context.health().steps() { print("steps \(record.getCount())") }
        }
      }
      return .success()
    }
    return appFixture
  }

  /// Returns an app whose job writes a record, reads its own, and reads those of all apps.
  static func healthWriter() -> AndroidAppFixture {
    var appFixture = AndroidAppFixture.foregroundService()
    appFixture.permissions += [HealthPermissions.READ_STEPS, HealthPermissions.WRITE_STEPS]
    appFixture.created = { activity in
      let job = try JobInfo.Builder(7, ComponentName(activity, ScriptedJobs.self))
        .setMinimumLatency(60_000).build()
      try activity.getSystemService(JobScheduler.self)!.schedule(job)
    }
    appFixture.jobStarted = { service, _ in
      try service.health().write(5, named: "job")
      let own = try service.health().steps(of: service.getPackageName())
      print("own \(own.map { $0.getCount() })")
      service.health().printAll()
      return false
    }
    return appFixture
  }
}

/// Installs an app on a charging phone, and grants it these permissions of Health Connect, or all of its own.
func installHealthApp(
  _ appFixture: AndroidAppFixture, api level: Int = 36, grant permissions: [String]? = nil,
  change: (inout AndroidPolicy) -> Void = { _ in }
) throws -> (AndroidPhone, InstalledApp) {
  let (phone, app) = try installAndroidApp(appFixture, api: level, change: change)
  phone.power.isCharging = true
  for permission in permissions ?? appFixture.permissions where permission.contains("health.") {
    phone.grant(permission, to: app)
  }
  return (phone, app)
}

/// Health Connect as the apps of these tests use it: each call waits for its answer.
struct Health {
  let manager: HealthConnectManager

  func token() throws -> String {
    let request = try ChangeLogTokenRequest.Builder().addRecordType(StepsRecord.self).build()
    return try answer { manager.getChangeLogToken(request, $0, $1) }.getToken()
  }

  func changes(_ token: String) throws -> ChangeLogsResponse {
    try answer { manager.getChangeLogs(ChangeLogsRequest.Builder(token).build(), $0, $1) }
  }

  func steps(of package: String? = nil) throws -> [StepsRecord] {
    let builder = ReadRecordsRequestUsingFilters<StepsRecord>.Builder(StepsRecord.self)
    if let package {
      builder.addDataOrigins(DataOrigin.Builder().setPackageName(package).build())
    }
    let request = try builder.build()
    return try answer { manager.readRecords(request, $0, $1) }.getRecords()
  }

  func insert(_ records: [Record]) throws -> [Record] {
    try answer { manager.insertRecords(records, $0, $1) }.getRecords()
  }

  func write(_ count: Int64, named name: String) throws {
    let now = Instant.now()
    let metadata = Metadata.Builder().setClientRecordId(name).build()
    _ = try insert([StepsRecord.Builder(metadata, now, now, count).build()])
  }

  /// Prints the steps of all apps, or the error.
  func printAll() {
    do { print("all \(try steps().map { $0.getCount() })") } catch {
      print("error \((error as? HealthConnectException)?.getErrorCode() ?? 0)")
    }
  }

  /// Prints the steps that changes after a token have.
  func printChanges(_ token: String) throws {
    let steps = try changes(token).getUpsertedRecords().compactMap { $0 as? StepsRecord }
    print("changes \(steps.map { $0.getCount() })")
  }

  private func answer<Response: Sendable>(
    _ call: (any Executor, Answer<Response>) -> Void
  ) throws -> Response {
    let answer = Answer<Response>()
    call(SameThread(), answer)
    return try answer.wait()
  }
}

/// Runs what it is given on the thread that gives it.
private final class SameThread: Executor {
  func execute(_ command: @escaping @Sendable () -> Void) { command() }
}

/// Waits for the answer of a call. It is used within one simulated process.
private final class Answer<Response: Sendable>: OutcomeReceiver, @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var outcome: Swift.Result<Response, HealthConnectException>?

  func onResult(_ result: Response) { finish(.success(result)) }
  func onError(_ error: HealthConnectException) { finish(.failure(error)) }

  private func finish(_ outcome: Swift.Result<Response, HealthConnectException>) {
    self.outcome = outcome
    semaphore.signal()
  }

  func wait() throws -> Response {
    semaphore.wait()
    return try outcome!.get()
  }
}

extension Context {
  func health() -> Health {
    Health(manager: getSystemService(HealthConnectManager.self)!)
  }

  /// The token in the app's permanent files.
  var savedToken: String? {
    get { try? String(contentsOfFile: tokenPath, encoding: .utf8) }
    set { try? newValue?.write(toFile: tokenPath, atomically: true, encoding: .utf8) }
  }
  private var tokenPath: String { getFilesDir().getPath() + "/token" }
}
