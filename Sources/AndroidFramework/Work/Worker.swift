internal import YobanSimulatedAndroid

/// `androidx.work.ListenableWorker`.
open class ListenableWorker: @unchecked SimulationConfined {
  private let context: Context
  private var isStoppedNow = false

  public required init(_ appContext: Context) { context = appContext }

  public final func getApplicationContext() -> Context { context }
  /// Returns whether the system has stopped the work, which should then return soon.
  public final func isStopped() -> Bool { isStoppedNow }
  open func onStopped() {}

  func stop() {
    isStoppedNow = true
    onStopped()
  }

  /// `androidx.work.ListenableWorker.Result`.
  public enum Result: Sendable, Hashable {
    case successful, failed, again

    public static func success() -> Result { .successful }
    public static func failure() -> Result { .failed }
    /// The work is retried after 30 s; the delay doubles with each retry.
    public static func retry() -> Result { .again }
  }
}

/// `androidx.work.Worker`: works on a thread of its own, for at most 10 min (AN17).
open class Worker: ListenableWorker, @unchecked SimulationConfined {
  /// Performs the work. An error that it throws counts as a failure.
  open func doWork() throws -> Result { .success() }
}

extension ActivityThread {
  func startWork(_ job: JobDescription) {
    // WorkManager does not find work again that `Application.onCreate` has replaced or canceled.
    guard client.runningJobs.contains(where: { $0.id == job.id }) else { return }
    guard case .text(let name) = job.extras["worker"],
      let type = classNamed(name) as? Worker.Type
    else {
      print(
        "WM-WorkerFactory: Could not instantiate a worker: name its class in ActivityThread.main")
      return client.jobFinished(job.id, wantsReschedule: false)
    }
    let worker = type.init(application)
    workers.append((job.id, worker))
    DispatchQueue.global().async { [self] in
      let result = (try? worker.doWork()) ?? .failure()
      DispatchQueue.main.async { [self] in
        guard !worker.isStopped() else { return }
        workers.removeAll { $0.worker === worker }
        client.jobFinished(job.id, wantsReschedule: result == .retry())
      }
    }
  }

  func stopWork(_ job: JobDescription, _ reason: Int32) {
    for entry in workers where entry.job == job.id { entry.worker.stop() }
    workers.removeAll { $0.job == job.id }
  }
}
