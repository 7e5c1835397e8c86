import CoreBluetooth
import Foundation
import Observation
import Yoban

/// The recording of the app, the state of its upload, and its problems.
@MainActor @Observable final class Night {
  /// The time range of the recording in progress; nil if nothing is being recorded.
  private(set) var range: Range<Date>?
  /// The reason why the app cannot record, in words; nil if it can.
  private(set) var obstacle: String?
  private(set) var streams: [RecordingProgress.Stream] = []
  /// The progress of the upload; nil until the recording is prepared.
  private(set) var uploads: UploadProgress?
  /// The progress of the watch's recording; nil without a watch.
  private(set) var relay: RelayReceiverProgress?
  /// The gaps of the last recording, also those of earlier launches.
  private(set) var gaps = GapList()
  /// The reason why the rooms are not watched, in words; nil if they are.
  private(set) var roomProblem: String?
  /// The last problems in words, the newest first.
  private(set) var problems: [String] = []
  /// The duration of the next recording in hours.
  var hours = NightSettings.hours
  /// Whether the app needs a code, because it has no collector.
  private(set) var needsCode = false
  /// Whether a code is being sent.
  private(set) var isEnrolling = false
  /// The code that the user has pasted.
  var code = ""

  @ObservationIgnored private(set) var recording: PhoneRecording?
  /// The chest strap, if Info.plist enables its heart rate.
  @ObservationIgnored private var strap: BluetoothSession?
  /// The beacons of the rooms, if Info.plist names any.
  @ObservationIgnored private var rooms: RegionWatch?
  /// A nightly task while the phone is charged and not in use, if Info.plist permits it.
  @ObservationIgnored private var nightly: BackgroundJobSchedule?

  // MARK: From the app's delegate

  /// Continues the recording and the uploads of an earlier launch.
  func applicationDidFinishLaunching() {
    gaps = GapList.stored()
    registerNightlyTask()
    // The session of a chest strap asks for Bluetooth. The user expects that after a tap on Start.
    let wouldAsk = NightSettings.hasStrap && CBCentralManager.authorization == .notDetermined
    if !wouldAsk { attempt("cannot record") { try prepare() } }
    // The last launch may have ended before the answer came.
    if needsCode, let pending = try? Enrollment().pendingCode() {
      code = pending
      enroll()
    }
  }

  func applicationWillTerminate() { recording?.applicationWillTerminate() }

  // MARK: From the screen

  /// Tries again what was not possible at the launch, for example because the disk was full.
  func becameActive() {
    if obstacle != nil { attempt("cannot record") { try prepare() } }
  }

  /// Starts to record. The first start asks for the permissions.
  func start() {
    attempt("cannot record") { try prepare() }
    guard let recording else { return }
    // An error in this optional part does not prevent the recording.
    attempt("rooms") { try rooms?.start() }
    attempt("cannot start") {
      try recording.start(for: .seconds(hours * 3600))
      strap?.start()
      print("recording")
    }
    refresh()
  }

  /// Sends the code to its collector, and prepares the recording with the access that it gives.
  func enroll() {
    guard !isEnrolling else { return }
    isEnrolling = true
    Task {
      defer { isEnrolling = false }
      do {
        let access = try await Enrollment().enroll(with: code)
        print("enrolled as \(access.device)")
        code = ""
        attempt("cannot record") { try prepare() }
      } catch {
        print("not enrolled: \(error)")
        obstacle = "\(error)"
      }
    }
  }

  func stop() {
    recording?.stop()
    print("stopped")
    refresh()
  }

  /// Sends the chunks again that the collector refused.
  func sendRefusedAgain() {
    attempt("cannot send again") { try recording?.requeueQuarantined() }
    refresh()
  }

  /// Reads the numbers, which change all the time.
  func refresh() {
    guard let recording else { return }
    let progress = recording.recordingProgress
    streams = progress.streams
    uploads = recording.uploadProgress
    relay = recording.relayProgress
    roomProblem = rooms?.problem?.message
    range = progress.since.flatMap { since in
      progress.until.map { Date(nanosecondsSince1970: since)..<Date(nanosecondsSince1970: $0) }
    }
  }

  // MARK: The recording

  /// Creates the recording. The system then delivers the results of uploads, and a recording in progress
  /// continues.
  private func prepare() throws {
    guard recording == nil else { return }
    obstacle = nil
    var configuration = try PhoneRecording.Configuration.stored()
    needsCode = false
    if NightSettings.hasStrap {
      let strap = self.strap ?? BluetoothSession(.strap, restoreIdentifier: "strap")
      self.strap = strap
      configuration.sources.append(BluetoothSource.heartRate(strap))
    }
    if let rooms = rooms ?? RegionWatch.rooms() {
      self.rooms = rooms
      for room in rooms.regions {
        configuration.sources.append(try RegionSource.presence(rooms, room.name))
      }
    }
    if let nightly { configuration.sources.append(try JobSource(nightly, name: "nightly")) }
    let recording = try PhoneRecording(configuration)
    self.recording = recording
    watch(recording)
    if let rooms { watch(rooms) }
    recording.applicationDidFinishLaunching()
    if recording.isRecording { strap?.start() }
    refresh()
  }

  /// Shows an error as a problem, and as the obstacle if there is no recording because of it.
  private func attempt(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      print("\(what): \(error)")
      if case SettingsError.noCollector = error { needsCode = true }
      if recording == nil { obstacle = "\(error)" } else { report("\(error)") }
    }
  }

  private func report(_ problem: String) {
    problems.removeAll { $0 == problem }
    problems = [problem] + problems.prefix(9)
  }

  /// Shows the events of a recording, and logs those that are useful in the console.
  private func watch(_ recording: PhoneRecording) {
    let events = recording.events()
    Task {
      for await event in events { show(event) }
    }
  }

  private func show(_ event: PhoneRecordingEvent) {
    switch event {
    case .recording(.started):
      gaps = GapList()
      attempt("gaps") { try gaps.save() }
      print("recording began")
    case .recording(.resumed(_, let cause)):
      print("recording continues after \(cause.rawValue)")
    case .recording(.stopped):
      strap?.stop()
      rooms?.stop()
      print("recording is complete")
    case .recording(.gap(let stream, let gap)):
      gaps.add(
        GapList.Entry(
          stream: stream, start: Date(nanosecondsSince1970: gap.start),
          end: Date(nanosecondsSince1970: gap.end), cause: gap.cause.rawValue))
      attempt("gaps") { try gaps.save() }
      print("gap of \((gap.end - gap.start) / 1_000_000_000) s in \(stream): \(gap.cause.rawValue)")
    case .keepAlive(let problem):
      print("keep-alive: \(problem)")
    default: break
    }
    if let problem = event.problem { report(problem) }
  }

  /// Logs when the phone enters and leaves a room.
  private func watch(_ rooms: RegionWatch) {
    let events = rooms.events()
    Task {
      for await event in events {
        switch event {
        case .entered(let change): print("in the \(change.region.name)")
        case .exited(let change): print("left the \(change.region.name)")
        case .problem(let problem): print("rooms: \(problem)")
        case .watching, .proximity: break
        }
      }
    }
  }

  // MARK: The nightly task

  private func registerNightlyTask() {
    guard let identifier = NightSettings.nightlyTask else { return }
    let nightly = BackgroundJobSchedule(
      identifier, .processing(requiresPower: true), every: .seconds(20 * 3600)
    ) { [weak self] context in
      try await self?.tidyUp(context)
    }
    self.nightly = nightly
    attempt("nightly") {
      try nightly.register()
      try nightly.start()
    }
  }

  /// Retries the chunks that the collector refused, and waits until all are sent.
  private func tidyUp(_ context: BackgroundJobContext) async throws {
    guard let recording else { return }
    print("tidying up: \(recording.uploadProgress.waiting) chunks wait")
    try recording.requeueQuarantined()
    for _ in 0..<10 where recording.uploadProgress.waiting > 0 {
      try await context.wait(for: .seconds(30))
    }
    print("tidied up")
  }
}

extension AccessoryProfile {
  /// Any chest strap that advertises its name.
  fileprivate static let strap = AccessoryProfile(
    name: "chest strap", advertises: ["180D"], services: [.heartRate, .battery.optional],
    accepts: { $0.localName != nil })
}

extension Date {
  init(nanosecondsSince1970 nanoseconds: Int64) {
    self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9)
  }
}
