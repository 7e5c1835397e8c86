import Dispatch
import Foundation
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

/// An app's audio session with one player and one recorder, in place of AVFAudio's. It prints its
/// notifications.
final class Sounder: AudioEventReceiver, SoundEventReceiver, @unchecked SimulationConfined {
  let launch: TestLaunch
  let session: AudioSession
  private(set) var playback: AudioPlayback!
  private(set) var recording: AudioRecording!
  /// Whether it plays again when an interruption ends with `shouldResume`.
  var resumes = true

  init(_ launch: TestLaunch, _ sound: SoundFile = .tone()) {
    self.launch = launch
    session = launch.device.audio.session(of: launch.process)
    session.attach(self)
    playback = AudioPlayback(sound, in: session, self)
    playback.loops = -1
    recording = AudioRecording(
      to: launch.process.app.container.documents.appending(path: "recording.wav"),
      SoundFormat(.wave, sampleRate: 8_000, channels: 1, bitDepth: 16), in: session, self)
    launch.kept.append(self)
  }

  static var current: Sounder {
    TestLaunch.current.kept.lazy.compactMap { $0 as? Sounder }.first!
  }

  func received(_ notice: AudioNotice) {
    switch notice {
    case .interruptionBegan(let reason, _): print("began \(reason)")
    case .interruptionEnded(let shouldResume):
      print("ended \(shouldResume)")
      if shouldResume, resumes { print("resumes \(playback.play())") }
    case .routeChanged(let change, let previous): print("route \(change) from \(previous)")
    case .secondaryAudioHint(let isSilent): print("hint \(isSilent)")
    case .volumeChanged: print("volume")
    case .mediaServicesWereLost: print("lost")
    case .mediaServicesWereReset: print("reset")
    }
  }

  func finished(successfully: Bool) { print("finished \(successfully)") }

  /// Sets the category and plays. Prints an error or whether it plays.
  func play(_ category: AudioCategory = .playback, _ options: AudioOptions = []) {
    configure(category, options)
    print("plays \(playback.play())")
  }

  func configure(_ category: AudioCategory, _ options: AudioOptions = []) {
    attempt("setCategory") { () throws(AudioFailure) in
      try session.configure(AudioConfiguration(category, options: options))
    }
  }

  func activate() { attempt("setActive") { () throws(AudioFailure) in try session.activate() } }

  func deactivate(notifiesOthers: Bool = false) {
    attempt("setActive") { () throws(AudioFailure) in
      try session.deactivate(notifiesOthers: notifiesOthers)
    }
  }

  /// Runs a call of the session. Prints the error that it throws.
  private func attempt(_ what: String, _ body: () throws(AudioFailure) -> Void) {
    do throws(AudioFailure) { try body() } catch { print("\(what) \(error)") }
  }

  /// Prints a line every minute.
  func tick() {
    print("tick")
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.tick() }
  }
}

extension SoundFile {
  /// A WAV file with 8 kHz and 16 bits.
  static func tone(_ seconds: Double = 1, isSilent: Bool = false) -> SoundFile {
    let format = SoundFormat(.wave, sampleRate: 8_000, channels: 1, bitDepth: 16)
    let frames = format.frames(in: .seconds(seconds))
    let samples = [UInt8](repeating: isSilent ? 0 : 1, count: Int(frames) * 2)
    return try! SoundFile(format.header(frames: frames) + Data(samples))
  }
}

struct AudioApp {
  /// An app with a player of this sound, from its launch on.
  static func app(
    named name: String = "App", modes: [String] = ["audio"], _ sound: SoundFile = .tone(),
    _ launched: @escaping @Sendable (Sounder) -> Void = { _ in }
  ) -> TestApp {
    var app = TestApp()
    app.name = name
    app.modes = modes
    app.info = ["NSMicrophoneUsageDescription": "To test."]
    return app.on(.didFinishLaunching) { launch in launched(Sounder(launch, sound)) }
  }
}

extension AppleDevice {
  /// Runs the body in the app's process, with its session.
  func sounder(_ app: InstalledApp, _ body: @escaping @Sendable (Sounder) -> Void) async {
    await touch(app, "audio") { body(.current) }
  }
}

extension World {
  var audioEvents: [TraceEvent.AudioEvent] {
    trace.events.compactMap { if let event = $0.kind.audio { event } else { nil } }
  }
}
