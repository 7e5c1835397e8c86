internal import YobanSimulatedAndroid

/// `android.app.job.JobScheduler` (AN8, AN9, AN17, AN21).
public final class JobScheduler {
  public static let RESULT_FAILURE: Int32 = 0
  public static let RESULT_SUCCESS: Int32 = 1

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Schedules a job. It replaces a job with the same number.
  ///
  /// - Returns: `RESULT_FAILURE` for a user-initiated job if the app is not visible and may not start an activity from
  ///   the background (AN21); otherwise `RESULT_SUCCESS`.
  /// - Throws: `IllegalArgumentException` if the manifest does not contain the service, or for a
  ///   persisted job without RECEIVE_BOOT_COMPLETED; `SecurityException` for a user-initiated job
  ///   without RUN_USER_INITIATED_JOBS.
  @discardableResult public func schedule(_ job: JobInfo) throws -> Int32 {
    let service = job.job.service
    guard client.manifest.components.contains(where: { $0.kind == .service && $0.name == service })
    else { throw IllegalArgumentException("No such service \(service)") }
    guard !job.job.isPersisted || client.holds("RECEIVE_BOOT_COMPLETED") else {
      throw IllegalArgumentException(
        "Error: requested job be persisted without holding RECEIVE_BOOT_COMPLETED permission.")
    }
    guard !job.job.isUserInitiated || client.holds("RUN_USER_INITIATED_JOBS") else {
      throw SecurityException(
        "android.permission.RUN_USER_INITIATED_JOBS required to schedule user-initiated jobs.")
    }
    return client.schedule(job.job) ? Self.RESULT_SUCCESS : Self.RESULT_FAILURE
  }

  public func cancel(_ jobId: Int32) { client.cancelJob(jobId) }
  public func cancelAll() { client.cancelJobs() }
  /// Returns whether the app holds RUN_USER_INITIATED_JOBS. Requires API level 34.
  public func canRunUserInitiatedJobs() -> Bool {
    client.needs(api: 34, for: "JobScheduler.canRunUserInitiatedJobs")
    return client.holds("RUN_USER_INITIATED_JOBS")
  }
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
  /// Returns whether it is a transfer that the user asked for (AN21). Requires API level 34.
  public func isUserInitiated() -> Bool {
    ActivityThread.current.client.needs(api: 34, for: "JobInfo.isUserInitiated")
    return job.isUserInitiated
  }
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

    /// Makes the job a data transfer that the user asked for: it starts at once, in Doze and without the quota of the
    /// standby bucket, needs a network and, within 10 s, a notification (AN21). Requires API level 34.
    @discardableResult public func setUserInitiated(_ userInitiated: Bool) -> Builder {
      ActivityThread.current.client.needs(api: 34, for: "JobInfo.Builder.setUserInitiated")
      job.isUserInitiated = userInitiated
      return self
    }

    /// - Throws: `IllegalArgumentException` for a periodic job with a latency or a deadline, and for a
    ///   user-initiated job with one of them, with a period, with `setRequiresDeviceIdle` or without a network.
    public func build() throws -> JobInfo {
      if job.periodMillis != nil {
        guard job.overrideDeadlineMillis == nil else {
          throw IllegalArgumentException("Can't call setOverrideDeadline() on a periodic job.")
        }
        guard job.minimumLatencyMillis == 0 else {
          throw IllegalArgumentException("Can't call setMinimumLatency() on a periodic job")
        }
      }
      if job.isUserInitiated { try checkUserInitiated() }
      return JobInfo(job)
    }

    private func checkUserInitiated() throws {
      let mistake: String? =
        if job.minimumLatencyMillis != 0 {
          "A user-initiated job cannot have a time delay"
        } else if job.overrideDeadlineMillis != nil {
          "A user-initiated job cannot have a deadline"
        } else if job.periodMillis != nil {
          "A user-initiated job cannot be periodic"
        } else if job.requiresDeviceIdle {
          "A user-initiated job cannot have a device-idle constraint"
        } else if job.network == .none {
          "A user-initiated data transfer job must specify a valid network type"
        } else { nil }
      if let mistake { throw IllegalArgumentException(mistake) }
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
  /// Returns whether it is a transfer that the user asked for (AN21). Requires API level 34.
  public func isUserInitiatedJob() -> Bool {
    ActivityThread.current.client.needs(api: 34, for: "JobParameters.isUserInitiatedJob")
    return job.isUserInitiated
  }
}

/// `android.app.job.JobService`.
open class JobService: Service, @unchecked SimulationConfined {
  /// The notification stays when the job has ended.
  public static let JOB_END_NOTIFICATION_POLICY_DETACH: Int32 = 0
  /// The notification is removed when the job has ended.
  public static let JOB_END_NOTIFICATION_POLICY_REMOVE: Int32 = 1

  /// Called on the main thread. The CPU is kept awake until the job is finished.
  ///
  /// - Returns: Whether the job continues. If so, call `jobFinished` within 10 min (AN17).
  open func onStartJob(_ params: JobParameters) throws -> Bool { false }

  /// Called when the job must stop.
  ///
  /// - Returns: Whether to retry the job. Here the system always does.
  open func onStopJob(_ params: JobParameters) throws -> Bool { false }

  /// Gives a running job its notification, which a user-initiated job must have 10 s after `onStartJob` began;
  /// otherwise the app does not respond (AN21). Requires API level 34.
  ///
  /// - Parameter jobEndNotificationPolicy: One of the `JOB_END_NOTIFICATION_POLICY_…` constants. Nothing is shown here.
  /// - Throws: `IllegalArgumentException` for a channel that does not exist.
  public final func setNotification(
    _ params: JobParameters, _ notificationId: Int32, _ notification: Notification,
    _ jobEndNotificationPolicy: Int32
  ) throws {
    client.needs(api: 34, for: "JobService.setNotification")
    guard notification.channel.map({ ActivityThread.current.channels[$0] != nil }) ?? false else {
      throw IllegalArgumentException("invalid notification channel")
    }
    client.jobNotified(params.job.id)
  }

  public final func jobFinished(_ params: JobParameters, _ wantsReschedule: Bool) {
    ActivityThread.current.jobFinished(params.job, wantsReschedule: wantsReschedule)
  }
}
