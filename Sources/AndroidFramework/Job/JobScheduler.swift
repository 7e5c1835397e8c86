internal import YobanSimulatedAndroid

/// `android.app.job.JobScheduler` (AN8, AN9, AN17).
public final class JobScheduler {
  public static let RESULT_FAILURE: Int32 = 0
  public static let RESULT_SUCCESS: Int32 = 1

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Schedules a job. It replaces a job with the same number.
  ///
  /// - Throws: `IllegalArgumentException` if the manifest does not contain the service, or for a
  ///   persisted job without RECEIVE_BOOT_COMPLETED.
  @discardableResult public func schedule(_ job: JobInfo) throws -> Int32 {
    let service = job.job.service
    guard client.manifest.components.contains(where: { $0.kind == .service && $0.name == service })
    else { throw IllegalArgumentException("No such service \(service)") }
    guard !job.job.isPersisted || client.holds("RECEIVE_BOOT_COMPLETED") else {
      throw IllegalArgumentException(
        "Error: requested job be persisted without holding RECEIVE_BOOT_COMPLETED permission.")
    }
    client.schedule(job.job)
    return Self.RESULT_SUCCESS
  }

  public func cancel(_ jobId: Int32) { client.cancelJob(jobId) }
  public func cancelAll() { client.cancelJobs() }
  public func getAllPendingJobs() -> [JobInfo] { client.pendingJobs.map(JobInfo.init) }
}

/// `android.app.job.JobInfo`.
public final class JobInfo: Sendable {
  public static let NETWORK_TYPE_NONE: Int32 = 0
  public static let NETWORK_TYPE_ANY: Int32 = 1
  public static let NETWORK_TYPE_UNMETERED: Int32 = 2
  public static let BACKOFF_POLICY_LINEAR: Int32 = 0
  public static let BACKOFF_POLICY_EXPONENTIAL: Int32 = 1

  let job: JobDescription
  init(_ job: JobDescription) { self.job = job }

  public func getId() -> Int32 { job.id }
  /// Returns the interval, which is at least 15 min even if a shorter one was requested.
  public func getIntervalMillis() -> Int64 {
    job.periodMillis.map { max($0, JobInfo.getMinPeriodMillis()) } ?? 0
  }
  public static func getMinPeriodMillis() -> Int64 { 15 * 60 * 1000 }

  /// `android.app.job.JobInfo.Builder`.
  public final class Builder {
    private var job: JobDescription

    public init(_ jobId: Int32, _ jobService: ComponentName) {
      job = JobDescription(id: jobId, service: jobService.simpleName)
    }

    @discardableResult public func setRequiredNetworkType(_ networkType: Int32) -> Builder {
      job.network = JobDescription.Network(rawValue: networkType) ?? .any
      return self
    }
    @discardableResult public func setRequiresCharging(_ requiresCharging: Bool) -> Builder {
      job.requiresCharging = requiresCharging
      return self
    }
    @discardableResult public func setRequiresDeviceIdle(_ requiresDeviceIdle: Bool) -> Builder {
      job.requiresDeviceIdle = requiresDeviceIdle
      return self
    }
    @discardableResult public func setMinimumLatency(_ minLatencyMillis: Int64) -> Builder {
      job.minimumLatencyMillis = minLatencyMillis
      return self
    }
    @discardableResult public func setOverrideDeadline(_ maxDelayMillis: Int64) -> Builder {
      job.overrideDeadlineMillis = maxDelayMillis
      return self
    }
    @discardableResult public func setPeriodic(_ intervalMillis: Int64) -> Builder {
      job.periodMillis = intervalMillis
      return self
    }
    @discardableResult public func setPersisted(_ isPersisted: Bool) -> Builder {
      job.isPersisted = isPersisted
      return self
    }
    @discardableResult
    public func setBackoffCriteria(_ initialBackoffMillis: Int64, _ policy: Int32) -> Builder {
      job.initialBackoffMillis = initialBackoffMillis
      job.isBackoffLinear = policy == JobInfo.BACKOFF_POLICY_LINEAR
      return self
    }

    /// - Throws: `IllegalArgumentException` for a periodic job with a latency or a deadline.
    public func build() throws -> JobInfo {
      if job.periodMillis != nil {
        guard job.overrideDeadlineMillis == nil else {
          throw IllegalArgumentException("Can't call setOverrideDeadline() on a periodic job.")
        }
        guard job.minimumLatencyMillis == 0 else {
          throw IllegalArgumentException("Can't call setMinimumLatency() on a periodic job")
        }
      }
      return JobInfo(job)
    }
  }
}

/// `android.app.job.JobParameters`.
public final class JobParameters: Sendable {
  public static let STOP_REASON_UNDEFINED: Int32 = 0
  public static let STOP_REASON_CANCELLED_BY_APP: Int32 = 1
  public static let STOP_REASON_TIMEOUT: Int32 = 3
  public static let STOP_REASON_DEVICE_STATE: Int32 = 4
  public static let STOP_REASON_QUOTA: Int32 = 10
  public static let STOP_REASON_USER: Int32 = 13

  let job: JobDescription
  private let stopReason: Int32

  init(_ job: JobDescription, stopReason: Int32) {
    self.job = job
    self.stopReason = stopReason
  }

  public func getJobId() -> Int32 { job.id }
  public func getStopReason() -> Int32 { stopReason }
}

/// `android.app.job.JobService`.
open class JobService: Service, @unchecked SimulationConfined {
  /// Called on the main thread. The CPU is kept awake until the job is finished.
  ///
  /// - Returns: Whether the job continues. If so, call `jobFinished` within 10 min (AN17).
  open func onStartJob(_ params: JobParameters) throws -> Bool { false }

  /// Called when the job must stop.
  ///
  /// - Returns: Whether to retry the job. Here the system always does.
  open func onStopJob(_ params: JobParameters) throws -> Bool { false }

  public final func jobFinished(_ params: JobParameters, _ wantsReschedule: Bool) {
    ActivityThread.current.jobFinished(params.job, wantsReschedule: wantsReschedule)
  }
}
