import Foundation

/// Work that needs a processor for long: to check a large chunk, or to parse a large body.
///
/// It has threads of its own and of lower priority, so that nothing short waits for it, and devices take turns.
struct HeavyWork: Sendable {
  private let threads: WorkThreads
  private let turns: FairTurns<String>

  init(threadCount: Int = ProcessInfo.processInfo.activeProcessorCount) {
    threads = WorkThreads(name: "heavy work", count: threadCount, niceness: 10)
    turns = FairTurns(runningMax: threadCount, runningOfKeyMax: 1)
  }

  /// Runs `body` when it is the turn of a device.
  func run<Value: Sendable, Failure: Error>(
    of device: String, _ body: @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await turns.withTurn(of: device) {
      await withTaskExecutorPreference(threads) {
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
      }
    }
    return try result.get()
  }
}
