import Foundation
import Yoban
import YobanAndroid

/// The recording of this process, which Java starts and stops. Isolated to `RecorderActor`.
@RecorderActor
final class RecorderEngine {
  static let shared = RecorderEngine()

  private(set) var recording: AndroidRecording?
  private(set) var settings: RecorderSettings?
  private(set) var system: (any AndroidSystem)?
  private var onEvent: (@Sendable (_ kind: String, _ message: String) -> Void)?
  private var enrollment: Enrollment?

  private init() {}

  // MARK: Opening

  /// Opens the recording of the stored settings, if it is not open: it continues, and what waits is sent.
  ///
  /// - Parameter onEvent: called for each event.
  func open(
    on system: any AndroidSystem,
    onEvent: @escaping @Sendable (_ kind: String, _ message: String) -> Void
  ) {
    if self.system == nil {
      (self.system, self.onEvent) = (system, onEvent)
      // Beside the recordings: neither comes to another phone with a backup.
      let enrollment = Enrollment(folder: system.filesFolder)
      self.enrollment = enrollment
      // The last process may have ended before the answer came.
      if let code = try? enrollment.pendingCode() { enroll(code) }
    }
    guard recording == nil, let known = RecorderSettings(in: system.filesFolder) else { return }
    do throws(RecorderError) {
      try make(known, on: system)
    } catch {
      // The disk may be full, or locked. The next call of Java tries again.
      report("open-failed", error.description)
    }
  }

  private func make(
    _ settings: RecorderSettings, on system: any AndroidSystem
  ) throws(RecorderError) {
    let made = try AndroidRecording(settings.configuration(on: system), on: system)
    (recording, self.settings) = (made, settings)
    let events = made.events()
    Task { @RecorderActor [weak self] in
      for await event in events {
        guard let (kind, message) = event.forJava else { continue }
        // From Android 14 on, a service comes back by itself only without battery optimization (AN4).
        let isRefusal = if case .keepAlive(.serviceRefused) = event { true } else { false }
        let hint =
          isRefusal && !system.ignoresBatteryOptimizations
          ? " Battery optimization is on for this app." : ""
        self?.report(kind, message + hint)
      }
    }
    made.launched()
  }

  private func report(_ kind: String, _ message: String) {
    NativeLog.write(.info, message.isEmpty ? kind : "\(kind): \(message)")
    onEvent?(kind, message)
  }

  // MARK: Calls of the app

  /// Sends a code to its collector. An event tells the result.
  func enroll(_ code: String) {
    guard let enrollment else { return }
    Task { @RecorderActor in
      do throws(EnrollmentError) {
        report("enrolled", try await enrollment.enroll(with: code).device)
      } catch {
        switch error {
        case .invalidCode, .refused: report("enrollment-refused", error.description)
        case .noAnswer, .store: report("enrollment-failed", error.description)
        case .canceled: break
        }
      }
    }
  }

  /// The access that a code has given: the device, the address of the collector, and the token; empty without one.
  func access() throws -> [String] {
    guard let access = try enrollment?.access() else { return [] }
    return [access.device, access.collector.absoluteString, access.token]
  }

  /// Starts a recording. After a failure the earlier settings hold: what waits is sent as before.
  func start(_ settings: RecorderSettings) throws {
    try change(to: settings)
    try recording?.start(for: .milliseconds(settings.durationMillis))
  }

  /// Sends what waits, and what the next recording records, to another collector, or with another token.
  func setCollector(_ collector: String, token: String) throws {
    guard let settings else {
      throw RecorderSettings.Invalid(
        description: "There was no recording yet. Pass the collector to the first one.")
    }
    try change(to: try settings.with(collector: collector, token: token))
  }

  /// Opens the recording with new settings; with the earlier ones if that fails.
  private func change(to settings: RecorderSettings) throws {
    guard let system else {
      throw AndroidRefusal(
        className: "java.lang.IllegalStateException", message: "The runtime is not open.")
    }
    if recording?.isRecording == true { throw RecorderError.alreadyRecording }
    if recording != nil, self.settings == settings { return }
    let earlier = self.settings
    recording?.close()
    recording = nil
    do {
      try make(settings, on: system)
      try settings.save(in: system.filesFolder)
    } catch {
      recording?.close()
      recording = nil
      if let earlier { try? make(earlier, on: system) }
      throw error
    }
  }

  /// The numbers of Java's `RecorderProgress`, in the order of its constructor.
  var progress: [Int64] {
    guard let recording else { return [Int64](repeating: 0, count: 9) }
    let (recorded, sent) = (recording.recordingProgress, recording.uploadProgress)
    let counts = recorded.streams.map(\.counts)
    return [
      recording.isRecording ? 1 : 0,
      (recorded.since ?? 0) / 1_000_000, (recorded.until ?? 0) / 1_000_000,
      Int64(counts.map(\.stored).reduce(0, +)), Int64(counts.map(\.gaps).reduce(0, +)),
      Int64(sent.delivered), Int64(sent.inFlight + sent.waiting), Int64(sent.quarantined),
      recording.isServiceRunning ? 1 : 0,
    ]
  }

  // MARK: Calls of the system

  /// - Returns: whether the service is needed and runs.
  func serviceStarted(_ service: JavaObject) -> Bool {
    guard let recording, let settings, let system else { return false }
    return recording.serviceStarted(
      JavaService(service, settings, apiLevel: system.apiLevel))
  }
}

extension AndroidRecordingEvent {
  /// The kind, a constant of Java's `RecorderEvent`, and the message.
  fileprivate var forJava: (kind: String, message: String)? {
    switch self {
    case .recording(let event): event.forJava
    case .upload(let event): event.forJava
    case .keepAlive(.serviceRefused(let reason)): ("service-refused", reason)
    case .keepAlive(.wakeLockRefused(let reason)): ("wake-lock-refused", reason)
    case .keepAlive(.serviceStopped): ("service-stopped", "")
    case .keepAlive(.serviceTimedOut): ("service-timed-out", "")
    }
  }
}

extension RecorderEvent {
  fileprivate var forJava: (kind: String, message: String)? {
    switch self {
    case .started: ("started", "")
    case .resumed(_, let cause): ("resumed", cause.rawValue)
    case .stopped: ("stopped", "")
    case .chunkClosed: nil
    case .gap(let stream, let gap):
      ("gap", "\(stream) \((gap.end - gap.start) / 1_000_000) ms: \(gap.cause.rawValue)")
    case .clockChanged(let difference): ("clock-changed", "\(difference)")
    case .storageFailed(let stream, let error): ("storage-failed", "\(stream): \(error)")
    case .storageWorks(let stream): ("storage-works", stream)
    case .sourceFailed(let stream, let failure):
      ("sensor-failed", "\(stream): \(failure.message)")
    }
  }
}

extension UploadEvent {
  fileprivate var forJava: (kind: String, message: String)? {
    switch self {
    case .delivered(let chunk): ("delivered", "\(chunk)")
    case .failed(let chunk, let failure): ("upload-failed", "\(chunk): \(failure)")
    case .quarantined(let chunk, let problem):
      ("quarantined", "\(chunk): \(problem.title) \(problem.detail)")
    case .storageFailed(let chunk, let error): ("storage-failed", "\(chunk): \(error)")
    }
  }
}
