import Chunks
import Foundation

/// The state of a job as a stream of a recording, like that of any sensor: `job-<name>`.
///
/// A sample is a number: 0 waiting, 1 running, 2 canceling, and the outcome: 3 completed, 4
/// canceled, 5 expired, 6 failed. It is valid until the next one and is repeated once a minute.
/// While the system refuses a schedule's job, the recording has a gap with the cause
/// `not-authorized` if Background App Refresh is off, otherwise `sensor-off`.
///
/// Isolated to the main actor.
@MainActor
public final class JobSource: SampleSource {
  public let stream: StreamDescription
  private let value = HeldValue(repeatedEvery: .seconds(60), whileKnown: { true })
  private let begin: @MainActor (JobSource, SampleSink) -> Void
  private let end: @MainActor (JobSource) -> Void

  /// Creates a source from one job, from `ready` to its end.
  ///
  /// - Parameter name: the name of the stream, after `job-`. Default: the name of the job.
  /// - Throws: `ChunkError.invalidName` if the name is not valid for a stream.
  public init(_ job: BackgroundJob, name: String? = nil) throws(ChunkError) {
    stream = try .held("job-\(name ?? job.name)", "state")
    begin = { source, _ in
      job.broadcaster.addObserver(source) { [weak source] event in source?.note(event) }
      source.value.set(job.state.number)
    }
    end = { source in job.broadcaster.removeObserver(source) }
  }

  #if !os(watchOS)
    /// Creates a source from the jobs of a schedule, one after the other.
    ///
    /// - Parameter name: the name of the stream, after `job-`. Default: the identifier.
    /// - Throws: `ChunkError.invalidName` if the name is not valid for a stream.
    public init(_ schedule: BackgroundJobSchedule, name: String? = nil) throws(ChunkError) {
      stream = try .held("job-\(name ?? schedule.identifier)", "state")
      begin = { source, sink in
        schedule.broadcaster.addObserver(source) { [weak source] event in
          switch event {
          case .submitted: source?.submitted()
          case .job(let event): source?.note(event)
          case .problem(let problem): source?.note(problem, sink)
          }
        }
        source.value.set((schedule.current?.state ?? .ready).number)
        if let problem = schedule.problem { source.note(problem, sink) }
      }
      end = { source in schedule.broadcaster.removeObserver(source) }
    }
  #endif

  public func start(deliveringTo sink: SampleSink) {
    isRefused = false
    value.start(sink)
    begin(self, sink)
  }

  public func stop() {
    end(self)
    value.stop()
  }

  private var isRefused = false

  private func note(_ event: BackgroundJob.Event) {
    guard case .state(let state) = event else { return }
    isRefused = false
    value.set(state.number)
  }

  #if !os(watchOS)
    /// The system accepts jobs again.
    private func submitted() {
      guard isRefused else { return }
      isRefused = false
      value.set(0)
    }

    private func note(_ problem: BackgroundJobSchedule.Problem, _ sink: SampleSink) {
      // The earlier run continues and is the one that is recorded.
      if problem == .stillRunning { return }
      isRefused = true
      value.close()
      sink.fail(
        SampleSourceFailure(
          cause: problem == .unavailable ? .notAuthorized : .sensorOff, message: problem.message))
    }
  #endif
}

extension BackgroundJob.State {
  /// The number of the state in a recording.
  var number: Double {
    switch self {
    case .ready: 0
    case .running: 1
    case .canceling: 2
    case .finished(.completed): 3
    case .finished(.cancelled): 4
    case .finished(.expired): 5
    case .finished(.failed): 6
    }
  }
}
