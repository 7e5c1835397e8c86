import AndroidFramework
import Foundation
import Testing
import Yoban
import YobanAndroid
import YobanAndroidComponents
import YobanTesting

/// Tests that Android, which has no daemon for the transfers of a URLSession, refuses background
/// sessions.
@Suite struct BackgroundSessionTests {
  @Test(.world()) func `a background session ends the app with an explanation`() async throws {
    var appFixture = AndroidAppFixture()
    appFixture.created = { _ in
      _ = URLSession(
        configuration: .background(withIdentifier: "uploads"), delegate: nil, delegateQueue: nil)
      print("must not run")
    }
    let world = try World.current
    let (phone, app) = try installAndroidApp(appFixture)
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(world.crashes.count == 1)
    #expect(world.crashes.first?.contains("there are none on Android") == true)
    #expect(!world.log.texts.contains("must not run"))
  }

  /// An app that configures a background session, which is the default on an iPhone.
  private final class BackgroundApplication: RecorderApplication, @unchecked Sendable {
    override func makeConfiguration() throws -> AndroidRecording.Configuration {
      var configuration = AndroidRecording.Configuration(
        device: "phone", sources: [], collector: URL(string: "http://collector")!, token: "token")
      configuration.uploads = Uploader.Configuration(
        collector: URL(string: "http://collector")!, token: "token")
      return configuration
    }
    override var serviceClass: RecorderService.Type { RecorderService.self }
    override func recordingWasMade(_ recording: AndroidRecording) { print("made") }
    override func recordingFailed(_ error: any Error) { print("failed") }
  }

  @Test(.world())
  func `a recording uploads in its own process, also if a background session was configured`()
    async throws
  {
    let world = try World.current
    let phone = try world.addAndroidPhone()
    let app = try phone.install(
      AndroidManifest(package: "example.recorder", targetSdkVersion: 34, components: []),
      application: { BackgroundApplication() }, components: [])
    await phone.open(app)
    try await world.pass(.seconds(1))
    #expect(app.process != nil)
    #expect(app.log.texts == ["made"])
    #expect(world.crashes == [])
  }
}
