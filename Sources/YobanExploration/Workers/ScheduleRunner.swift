import Foundation

/// A run that an exploration needs.
public struct RunRequest: Sendable, Hashable, Codable {
  public var schedule: Schedule
  public var details: RunDetails

  public init(_ schedule: Schedule, _ details: RunDetails = []) {
    (self.schedule, self.details) = (schedule, details)
  }
}

extension RunDetails: Hashable {}

/// Runs a scenario with the schedules of an exploration.
public protocol ScheduleRunner: Sendable {
  /// The number of runs that it can do at the same time; 1 or more.
  var jobs: Int { get }

  /// Runs the scenario once. A crash of the app is a result.
  ///
  /// - Throws: an error if the run could not be started.
  func run(_ request: RunRequest) async throws -> RunResult
}

/// Runs a scenario in this process. A trap in an app, such as an index out of range, ends the process.
public struct InProcessRunner: ScheduleRunner {
  public let jobs: Int
  private let scenario: Scenario

  /// - Parameter jobs: the number of runs at the same time. Default: one for each core.
  public init(
    _ scenario: @escaping Scenario, jobs: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.scenario = scenario
    self.jobs = max(1, jobs)
  }

  public func run(_ request: RunRequest) async throws -> RunResult {
    try await run(request, report: nil)
  }

  func run(_ request: RunRequest, report: ((RunPart) -> Void)?) async throws -> RunResult {
    try await ExplorationRun(request.schedule, request.details, report: report).run(scenario)
  }
}
