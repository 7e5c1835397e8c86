import Foundation

/// Runs a scenario in processes of their own, so that a crash of the app ends one run only.
public actor WorkerPool: ScheduleRunner {
  public nonisolated let jobs: Int
  private var idle: [WorkerProcess]
  private var waiting: [CheckedContinuation<WorkerProcess, Never>] = []

  /// - Parameters:
  ///   - command: the command that starts a worker.
  ///   - jobs: the number of workers. Default: one for each core.
  ///   - runsMax: the number of runs after which a worker is replaced; more than 0.
  ///   - limit: the longest real time of one run, in seconds; more than 0.
  public init(
    _ command: WorkerCommand, jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    runsMax: Int = 1_000, limit: Int = 60
  ) {
    self.jobs = max(1, jobs)
    idle = (0..<self.jobs).map { _ in
      WorkerProcess(command, runsMax: max(1, runsMax), limit: max(1, limit))
    }
  }

  public func run(_ request: RunRequest) async throws -> RunResult {
    let worker = await takeWorker()
    defer { giveBack(worker) }
    return try await worker.run(request)
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
