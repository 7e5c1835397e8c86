internal import YobanSimulatedAndroid

/// `androidx.work.WorkManager`, limited to AN17: periodic and one-time work with constraints, on
/// top of JobScheduler. Work is kept when the process ends and across reboots. After a force stop
/// it waits until the user opens the app (AN18).
public final class WorkManager {
  static let jobService = "SystemJobService"
  private let client: AndroidClient
  private init(_ client: AndroidClient) { self.client = client }

  public static func getInstance(_ context: Context) -> WorkManager { WorkManager(context.client) }

  /// Enqueues periodic work. The policy decides whether it replaces existing work of this name.
  public func enqueueUniquePeriodicWork(
    _ uniqueWorkName: String, _ existingPeriodicWorkPolicy: ExistingPeriodicWorkPolicy,
    _ periodicWork: PeriodicWorkRequest
  ) {
    enqueue(
      periodicWork, number(uniqueWorkName), keeps: existingPeriodicWorkPolicy == .KEEP)
  }

  public func enqueueUniqueWork(
    _ uniqueWorkName: String, _ existingWorkPolicy: ExistingWorkPolicy,
    _ work: OneTimeWorkRequest
  ) {
    enqueue(work, number(uniqueWorkName), keeps: existingWorkPolicy == .KEEP)
  }

  /// Enqueues separate work with each call.
  public func enqueue(_ request: WorkRequest) {
    enqueue(request, number("request \(client.nextWork())"), keeps: false)
  }

  public func cancelUniqueWork(_ uniqueWorkName: String) {
    client.cancelJob(number(uniqueWorkName))
  }

  public func cancelAllWork() {
    for job in client.pendingJobs where job.service == Self.jobService { client.cancelJob(job.id) }
  }

  private func enqueue(_ request: WorkRequest, _ id: Int32, keeps: Bool) {
    if keeps, client.pendingJobs.contains(where: { $0.id == id }) { return }
    var job = request.job
    job.id = id
    client.schedule(job)
  }

  /// Returns the job number of a name. It is the same in every launch (FNV-1a) and differs from the
  /// numbers that apps use themselves.
  private func number(_ name: String) -> Int32 {
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int32(bitPattern: hash | 0x8000_0000)
  }
}

public enum ExistingPeriodicWorkPolicy: Sendable { case KEEP, UPDATE, CANCEL_AND_REENQUEUE }
public enum ExistingWorkPolicy: Sendable { case KEEP, REPLACE }

/// `androidx.work.NetworkType`.
public enum NetworkType: Sendable { case NOT_REQUIRED, CONNECTED, UNMETERED }

/// `java.util.concurrent.TimeUnit`.
public enum TimeUnit: Sendable {
  case MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS

  func millis(_ duration: Int64) -> Int64 {
    switch self {
    case .MILLISECONDS: duration
    case .SECONDS: duration * 1000
    case .MINUTES: duration * 60_000
    case .HOURS: duration * 3_600_000
    case .DAYS: duration * 86_400_000
    }
  }
}

/// `androidx.work.Constraints`.
public final class Constraints: Sendable {
  let network: NetworkType
  let requiresCharging: Bool
  let requiresDeviceIdle: Bool

  private init(_ network: NetworkType, _ charging: Bool, _ idle: Bool) {
    self.network = network
    requiresCharging = charging
    requiresDeviceIdle = idle
  }

  public final class Builder {
    private var network = NetworkType.NOT_REQUIRED
    private var charging = false
    private var idle = false
    public init() {}

    @discardableResult public func setRequiredNetworkType(_ networkType: NetworkType) -> Builder {
      network = networkType
      return self
    }
    @discardableResult public func setRequiresCharging(_ requiresCharging: Bool) -> Builder {
      charging = requiresCharging
      return self
    }
    @discardableResult public func setRequiresDeviceIdle(_ requiresDeviceIdle: Bool) -> Builder {
      idle = requiresDeviceIdle
      return self
    }
    public func build() -> Constraints { Constraints(network, charging, idle) }
  }
}

/// `androidx.work.WorkRequest`.
///
/// Sendable: immutable.
public class WorkRequest: @unchecked Sendable {
  let job: JobDescription
  let worker: String

  init(_ job: JobDescription, _ worker: String) {
    self.job = job
    self.worker = worker
  }
}

/// `androidx.work.PeriodicWorkRequest`.
///
/// Sendable for the same reason as its superclass.
public final class PeriodicWorkRequest: WorkRequest, @unchecked Sendable {
  public static let MIN_PERIODIC_INTERVAL_MILLIS: Int64 = 15 * 60 * 1000

  public final class Builder {
    private var parts: WorkParts

    /// - Parameter repeatInterval: The interval. Less than 15 min counts as 15 min.
    public init(
      _ workerClass: ListenableWorker.Type, _ repeatInterval: Int64,
      _ repeatIntervalTimeUnit: TimeUnit
    ) {
      parts = WorkParts(workerClass)
      parts.job.periodMillis = repeatIntervalTimeUnit.millis(repeatInterval)
    }

    @discardableResult public func setConstraints(_ constraints: Constraints) -> Builder {
      parts.set(constraints)
      return self
    }
    @discardableResult public func setInitialDelay(_ duration: Int64, _ timeUnit: TimeUnit)
      -> Builder
    {
      parts.job.minimumLatencyMillis = timeUnit.millis(duration)
      return self
    }
    public func build() -> PeriodicWorkRequest { PeriodicWorkRequest(parts.job, parts.worker) }
  }
}

/// `androidx.work.OneTimeWorkRequest`.
///
/// Sendable for the same reason as its superclass.
public final class OneTimeWorkRequest: WorkRequest, @unchecked Sendable {
  public final class Builder {
    private var parts: WorkParts

    public init(_ workerClass: ListenableWorker.Type) { parts = WorkParts(workerClass) }

    @discardableResult public func setConstraints(_ constraints: Constraints) -> Builder {
      parts.set(constraints)
      return self
    }
    @discardableResult public func setInitialDelay(_ duration: Int64, _ timeUnit: TimeUnit)
      -> Builder
    {
      parts.job.minimumLatencyMillis = timeUnit.millis(duration)
      return self
    }
    public func build() -> OneTimeWorkRequest { OneTimeWorkRequest(parts.job, parts.worker) }
  }
}

/// The common content of both kinds of requests.
struct WorkParts {
  var job: JobDescription
  let worker: String

  init(_ type: ListenableWorker.Type) {
    worker = simpleName(type)
    job = JobDescription(id: 0, service: WorkManager.jobService)
    job.isPersisted = true
    job.isWork = true
    job.extras = ["worker": .text(worker)]
  }

  mutating func set(_ constraints: Constraints) {
    job.requiresCharging = constraints.requiresCharging
    job.requiresDeviceIdle = constraints.requiresDeviceIdle
    job.network =
      switch constraints.network {
      case .NOT_REQUIRED: .none
      case .CONNECTED: .any
      case .UNMETERED: .unmetered
      }
  }
}
