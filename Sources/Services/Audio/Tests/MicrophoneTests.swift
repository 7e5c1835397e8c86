import AVFoundation
import Testing
import UIKit
import YobanAudio
import YobanTesting

/// The permission for the microphone (AU4). The user answers after 2 s.
@Suite(.world()) struct MicrophoneTests {
  @Test(arguments: [true, false])
  func `the user is asked once, and later requests get the same answer (AU4)`(_ answer: Bool)
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    fixture.phone.audio.answerMicrophone(answer, for: fixture.app)
    await fixture.sounder { sounder in
      print("asks")
      sounder.session.requestRecordPermission { first in
        print("first \(first)")
        sounder.session.requestRecordPermission { print("second \($0)") }
      }
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.lines == ["asks", "first \(answer)", "second \(answer)"])
    #expect(fixture.app.log.time(from: "asks", to: "first \(answer)") == .seconds(2))
    #expect(
      fixture.app.microphonePermission == (answer ? .granted : .denied))
  }

  @Test(arguments: [(9.3 as SystemVersion, false), (10, true), (17, true)], 0..<3)
  func `from iOS 10 on the use of the microphone without a text ends the app (AU4)`(
    _ row: (version: SystemVersion, ends: Bool), _ way: Int
  ) async throws {
    let fixture = try await startApp(Sounder.app(text: nil), iOS: row.version)
    await fixture.sounder { sounder in
      switch way {
      case 0: sounder.session.requestRecordPermission { print($0) }
      case 1: AVAudioApplication.requestRecordPermission { print($0) }
      default: sounder.record()
      }
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.findings.contains { $0.matches(.plistMissingKey.by(.au4)) } == row.ends)
    let answer = way == 2 ? ["records \(!row.ends)"] : row.ends ? [] : ["true"]
    #expect(fixture.lines == answer)
    #expect(fixture.app.terminations.count == (row.ends ? 1 : 0))
    for case .crash(let why) in fixture.app.terminations {
      #expect(why.contains("NSMicrophoneUsageDescription"))
    }
  }

  @Test func `before iOS 7 the user is not asked (AU4)`() async throws {
    let fixture = try await startApp(Sounder.app(), iOS: 6)
    await fixture.sounder { $0.record() }
    #expect(fixture.lines == ["records true"])
    #expect(fixture.app.microphonePermission == .granted)
  }

  @Test func `an app in background must be in foreground before the user is asked (AU4)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { _ in _ = UIApplication.shared.beginBackgroundTask() }
    await fixture.phone.goHome()
    await fixture.sounder { $0.session.requestRecordPermission { print($0) } }
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.app.microphonePermission == .undetermined)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(3))
    #expect(fixture.lines == ["true"])
  }

  @Test func `a recorder requests permission itself, and records silence until the answer (AU4)`()
    async throws
  {
    let fixture = try await startApp(Sounder.app())
    await fixture.sounder { $0.record(for: 30) }
    try await fixture.world.pass(.seconds(3))
    #expect(fixture.app.microphonePermission == .granted)
    try await fixture.world.pass(.seconds(30))
    let url = fixture.app.container.documents.appending(path: "recording.wav")
    let file = try SoundFile(contentsOf: url)
    #expect(file.duration == .seconds(30) && file.isSilent)
  }
}
