import AndroidFramework
import Foundation
import SimulatedOS
import Testing
import VirtualTime
import Yoban
import YobanAndroid

/// Tests that Android, which has no daemon for the transfers of a URLSession, refuses background
/// sessions.
@Suite struct BackgroundSessionTests {
  @Test func `a background session ends the app with an explanation`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { _ in
      _ = URLSession(
        configuration: .background(withIdentifier: "uploads"), delegate: nil, delegateQueue: nil)
      print("must not run")
    }
    let world = try await withAndroid(appFixture) { phone, app in
      await phone.open(app)
      try await seconds(1)
    }
    #expect(world.crashes.count == 1)
    #expect(world.crashes.first?.contains("there are none on Android") == true)
    #expect(!world.output.contains("must not run"))
  }

  /// An app that configures a background session, which is the default on an iPhone.
  private final class BackgroundApplication: RecorderApplication, @unchecked Sendable {
    override func makeConfiguration() throws -> AndroidRecording.Configuration {
      var configuration = AndroidRecording.Configuration(
        device: "phone", collector: URL(string: "http://collector")!, token: "token")
      configuration.uploads = Uploader.Configuration(
        collector: URL(string: "http://collector")!, token: "token")
      return configuration
    }
    override var serviceClass: RecorderService.Type { RecorderService.self }
    override func recordingWasMade(_ recording: AndroidRecording) { print("made") }
    override func recordingFailed(_ error: any Error) { print("failed") }
  }

  @Test func `a recording uploads in its own process, also if a background session was configured`()
    async throws
  {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addDevice("phone", .android(api: 34))
      let manifest = AndroidManifest(
        package: "example.recorder", targetSdkVersion: 34, components: [])
      let app = try phone.install(
        .android(manifest, name: "Recorder") { ActivityThread.main(BackgroundApplication.self, []) }
      )
      await phone.open(app)
      try await seconds(1)
      #expect(app.process != nil)
    }
    #expect(world.output == ["made"])
    #expect(world.crashes == [])
  }
}
