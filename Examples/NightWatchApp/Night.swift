import Foundation
import Observation
import Yoban

/// The recording of the watch, the state of its relay, and its problems.
@MainActor @Observable final class Night {
  /// The time range of the recording in progress; nil if nothing is being recorded.
  private(set) var range: Range<Date>?
  /// The reason why the app cannot record, in words; nil if it can.
  private(set) var obstacle: String?
  /// The samples of all streams that this launch has stored.
  private(set) var samples = 0
  private(set) var relay = RelayProgress()
  /// The number of gaps since the app was launched, and the last one in words.
  private(set) var gaps = (count: 0, last: "")
  /// The last problem in words.
  private(set) var problem: String?

  @ObservationIgnored private(set) var recording: WatchRecording?

  // MARK: From the app's delegate

  /// Continues the recording and the relay of an earlier launch.
  func applicationDidFinishLaunching() { prepare() }

  private func prepare() {
    guard recording == nil else { return }
    obstacle = nil
    do {
      let recording = try WatchRecording(.fromInfoPlist())
      self.recording = recording
      watch(recording)
      recording.applicationDidFinishLaunching()
    } catch {
      print("cannot record: \(error)")
      obstacle = "\(error)"
    }
    refresh()
  }

  // MARK: From the screen

  /// Tries again what was not possible at the launch, for example because the disk was full.
  func becameActive() {
    if obstacle != nil { prepare() }
  }

  /// Starts to record. The first start asks for the permissions.
  func start() {
    prepare()
    guard let recording else { return }
    do {
      try recording.start(for: .seconds(WatchRecording.Configuration.hours * 3600))
      print("recording")
    } catch {
      print("cannot start: \(error)")
      problem = error.description
    }
    refresh()
  }

  func stop() {
    recording?.stop()
    print("stopped")
    refresh()
  }

  /// Reads the numbers, which change all the time.
  func refresh() {
    guard let recording else { return }
    let progress = recording.recordingProgress
    samples = progress.streams.reduce(0) { $0 + $1.counts.stored }
    relay = recording.relayProgress
    range = progress.since.flatMap { since in
      progress.until.map { Date(nanosecondsSince1970: since)..<Date(nanosecondsSince1970: $0) }
    }
  }

  /// Shows the events of the recording, and logs those that are useful in the console.
  private func watch(_ recording: WatchRecording) {
    let events = recording.events()
    Task {
      for await event in events { show(event) }
    }
  }

  private func show(_ event: WatchRecordingEvent) {
    switch event {
    case .recording(.started):
      gaps = (0, "")
      print("recording began")
    case .recording(.resumed(_, let cause)):
      print("recording continues after \(cause.rawValue)")
    case .recording(.stopped): print("recording is complete")
    case .recording(.gap(let stream, let gap)):
      let text =
        "gap of \((gap.end - gap.start) / 1_000_000_000) s in \(stream): \(gap.cause.rawValue)"
      gaps = (gaps.count + 1, text)
      print(text)
    case .recording(.storageFailed(_, let error)): problem = error.description
    case .recording(.sourceFailed(let stream, let failure)):
      problem = "\(stream): \(failure.message)"
    case .relay(.failed(let chunk, let failure)): print("chunk \(chunk): \(failure)")
    case .relay(.storageFailed(_, let error)): problem = error.description
    case .workout(let problem):
      print("workout: \(problem)")
      self.problem = problem.words
    case .recording, .relay: break
    }
  }
}

extension WorkoutHold.Problem {
  /// The problem in words for the user.
  fileprivate var words: String {
    switch self {
    case .healthDataUnavailable: "This watch has no health data, so that it cannot record."
    case .notAuthorized:
      "Workouts are not allowed, so that the recording ends when the wrist goes down. Allow them in Settings."
    case .sessionNotMade(let code), .sessionFailed(let code):
      "The workout session failed with error \(code). Open the app to begin another one."
    case .anotherSessionStarted: "Another workout has ended the recording's session."
    case .sessionEnded: "The workout session has ended. Open the app to begin another one."
    case .nothingToRecover: "The workout session of the recording is gone. Open the app."
    }
  }
}

extension Date {
  fileprivate init(nanosecondsSince1970 nanoseconds: Int64) {
    self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9)
  }
}
