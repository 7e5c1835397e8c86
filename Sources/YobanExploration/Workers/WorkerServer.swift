import Foundation

/// The side of a worker: it reads requests, plays them, and writes the results.
public enum WorkerServer {
  /// The key of the scenario that this process has to play; nil if it is not a worker.
  public static var key: String? { ProcessInfo.processInfo.environment[WorkerCommand.variable] }

  /// Plays a scenario for as long as requests come, and then ends the process. Call it only in a worker,
  /// with the scenario of its key.
  public static func serve(_ scenario: @escaping Scenario) async -> Never {
    let runner = InProcessRunner(scenario, jobs: 1)
    let requests = LineReader(WorkerCommand.socket)
    LineWriter.write(Data(), to: WorkerCommand.socket)  // The worker is ready.
    while let line = requests.next() {
      guard let request = try? JSONDecoder().decode(RunRequest.self, from: line),
        let result = try? await runner.run(request), let answer = try? JSONEncoder().encode(result)
      else { exit(3) }
      LineWriter.write(answer, to: WorkerCommand.socket)
    }
    exit(0)
  }
}
