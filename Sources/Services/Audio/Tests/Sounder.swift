import AVFoundation
import UIKit
import YobanTesting

/// The player and the recorder of an app. It prints the notifications of its audio session, the ends of its sounds,
/// and the errors of its calls.
///
/// Sendable: used only by code of its own process, which never runs concurrently.
final class Sounder: NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate, @unchecked Sendable {
  let session = AVAudioSession.sharedInstance()
  let player: AVAudioPlayer
  let recorder: AVAudioRecorder
  /// Whether it plays again when an interruption ends with `shouldResume`.
  var resumes = true

  static var recording: URL { .documentsDirectory.appending(path: "recording.wav") }

  init(_ sound: Data) {
    player = try! AVAudioPlayer(data: sound)
    player.numberOfLoops = -1
    recorder = try! AVAudioRecorder(
      url: Self.recording, settings: [AVSampleRateKey: 8_000.0, AVNumberOfChannelsKey: 1])
    super.init()
    player.delegate = self
    recorder.delegate = self
    for name in [
      AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
      AVAudioSession.silenceSecondaryAudioHintNotification,
      AVAudioSession.mediaServicesWereLostNotification,
      AVAudioSession.mediaServicesWereResetNotification,
    ] {
      _ = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
        [unowned self] in received($0)
      }
    }
  }

  private func received(_ notification: Notification) {
    func value(_ key: String) -> UInt { notification.userInfo?[key] as? UInt ?? 99 }
    switch notification.name {
    case AVAudioSession.interruptionNotification:
      guard value(AVAudioSessionInterruptionTypeKey) == 0 else { return print("interrupted") }
      let shouldResume = value(AVAudioSessionInterruptionOptionKey) == 1
      print("interruption ended \(shouldResume)")
      if shouldResume, resumes { print("resumes \(player.play())") }
    case AVAudioSession.routeChangeNotification:
      print("route \(value(AVAudioSessionRouteChangeReasonKey))")
    case AVAudioSession.silenceSecondaryAudioHintNotification:
      print("hint \(value(AVAudioSessionSilenceSecondaryAudioHintTypeKey) == 1)")
    case AVAudioSession.mediaServicesWereLostNotification: print("lost")
    default: print("reset")
    }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    print("played \(flag)")
  }

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    print("recorded \(flag)")
  }

  /// Sets the category and plays.
  func play(
    _ category: AVAudioSession.Category = .playback, _ options: AVAudioSession.CategoryOptions = []
  ) {
    attempt("setCategory") { try session.setCategory(category, options: options) }
    print("plays \(player.play())")
  }

  /// Sets the category record, and records.
  func record(for seconds: TimeInterval = 86_400) {
    attempt("setCategory") { try session.setCategory(.record) }
    print("records \(recorder.record(forDuration: seconds))")
  }

  func activate() { attempt("setActive") { try session.setActive(true) } }

  func deactivate(_ options: AVAudioSession.SetActiveOptions = []) {
    attempt("setActive") { try session.setActive(false, options: options) }
  }

  /// Runs a call of the session. Prints the code of the error that it throws.
  private func attempt(_ call: String, _ body: () throws -> Void) {
    do { try body() } catch { print("\(call) \((error as NSError).code)") }
  }

  /// Prints a line every minute.
  func tick() {
    print("tick")
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.tick() }
  }

  /// An app with a player of a sound and a recorder, from its launch on.
  static func app(
    named name: String = "Scripted", modes: [String] = ["audio"], _ sound: Data = .wave(1),
    text: String? = "To test.", _ launched: @escaping @Sendable (Sounder) -> Void = { _ in }
  ) -> AppFixture {
    var app = AppFixture { _ in
      let sounder = Sounder(sound)
      Kept.of("sounder", sounder)
      launched(sounder)
    }
    app.name = name
    app.bundleIdentifier = "example.vendor.\(name.lowercased())"
    var values: [String: Any] = ["UIBackgroundModes": modes]
    values["NSMicrophoneUsageDescription"] = text
    app.plist = InfoPlist(values)
    return app
  }
}

extension Phone {
  /// Runs the body in the app's process, with its sounds.
  func sounder(
    _ app: InstalledApp, _ body: @escaping @MainActor @Sendable (Sounder) -> Void
  ) async {
    await touch(app, "audio") { body(Kept.get("sounder")!) }
  }
}

extension WorldFixture {
  func sounder(_ body: @escaping @MainActor @Sendable (Sounder) -> Void) async {
    await phone.sounder(app, body)
  }

  /// The lines of the app, without the notifications of other categories.
  var lines: [String] { app.log.texts.filter { $0 != "route 3" } }
}

extension World {
  var audioEvents: [TraceEvent.AudioEvent] { trace.events.compactMap(\.kind.audio) }

  /// How often an app was suspended.
  var suspensions: Int { trace.events.count { $0.kind == .appState(.suspended) } }
}
