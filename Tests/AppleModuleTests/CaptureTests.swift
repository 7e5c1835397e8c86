import AVFoundation
import Testing
import UIKit
import YobanTesting

/// A simulated device has no camera.
@Suite(.world()) struct CaptureTests {
  @Test func `there is no camera, and only the microphone can be allowed`() async throws {
    var fixture = AppFixture { _ in
      print(AVCaptureDevice.default(for: .video) == nil)
      print(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
      print(AVCaptureDevice.authorizationStatus(for: .audio) == .notDetermined)
      Task {
        print("video", await AVCaptureDevice.requestAccess(for: .video))
        print("audio", await AVCaptureDevice.requestAccess(for: .audio))
        print(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
      }
    }
    fixture.plist = InfoPlist(["NSMicrophoneUsageDescription": "Notes"])
    let running = try await startApp(fixture)
    try await running.world.pass(.seconds(10))
    #expect(running.app.log.texts == ["true", "true", "true", "video false", "audio true", "true"])
  }

  @Test func `a session of an app that reads codes runs, and finds none`() async throws {
    let running = try await startApp(
      AppFixture { _ in
        let session = AVCaptureSession()
        let output = AVCaptureMetadataOutput()
        guard session.canAddOutput(output) else { return print("no output") }
        session.addOutput(output)
        output.metadataObjectTypes = [.qr]
        session.startRunning()
        print(session.isRunning, AVCaptureVideoPreviewLayer(session: session).session === session)
      })
    try await running.world.pass(.seconds(10))
    #expect(running.app.log.texts == ["true true"])
  }
}
