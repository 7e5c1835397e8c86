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
    func send(_ answer: WorkerAnswer) {
      guard let line = try? JSONEncoder().encode(answer) else { exit(3) }
      LineWriter.write(line, to: WorkerCommand.socket)
    }
    send(.ready)
    while let line = requests.next() {
      guard let request = try? JSONDecoder().decode(RunRequest.self, from: line),
        let result = try? await runner.run(request, report: { send(.part($0)) })
      else { exit(3) }
      send(.result(result))
    }
    exit(0)
  }
}

/// A line that a worker writes.
enum WorkerAnswer: Codable {
  /// The worker has reached the scenario.
  case ready
  /// A part of the run that is going on.
  case part(RunPart)
  case result(RunResult)
}
