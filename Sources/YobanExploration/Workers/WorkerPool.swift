import Foundation

/// Runs a scenario in processes of their own, so that a crash of the app ends one run only.
public actor WorkerPool: ScheduleRunner {
  public nonisolated let jobs: Int
  private var idle: [WorkerProcess]
  private var waiting: [CheckedContinuation<WorkerProcess, Never>] = []
  /// The processor time that one run may use. A first run is needed to know what is long.
  private var limit: Duration
  private var hasRun = false
  /// How many times as long as the first run, or as the limit for a short one, a run may take.
  private static let patience = 20

  /// - Parameters:
  ///   - command: the command that starts a worker.
  ///   - jobs: the number of workers. Default: one for each core.
  ///   - runsMax: the number of runs after which a worker is replaced; more than 0.
  ///   - limit: the processor time that every run may use; more than 0. A run may also use 20 times the real
  ///     time that the first one took, and the first one 20 times this time.
  public init(
    _ command: WorkerCommand, jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    runsMax: Int = 1_000, limit: Duration = .seconds(60)
  ) {
    self.jobs = max(1, jobs)
    self.limit = max(.seconds(1), limit)
    idle = (0..<self.jobs).map { _ in WorkerProcess(command, runsMax: max(1, runsMax)) }
  }

  public func run(_ request: RunRequest) async throws -> RunResult {
    let worker = await takeWorker()
    defer { giveBack(worker) }
    let start = ContinuousClock.now
    let result = try await worker.run(request, within: hasRun ? limit : limit * Self.patience)
    if !hasRun {
      hasRun = true
      limit = max(limit, start.duration(to: .now) * Self.patience)
    }
    return result
  }

  private func takeWorker() async -> WorkerProcess {
    if let worker = idle.popLast() { return worker }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func giveBack(_ worker: WorkerProcess) {
    if waiting.isEmpty {
      idle.append(worker)
    } else {
      waiting.removeFirst().resume(returning: worker)
    }
  }
}
