import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs code in the style of tutorials, which compiles unchanged.
@Suite struct CoreMotionTutorialTests {
  @Test(.world()) func `motion loggers get their samples`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let logger = MotionLogger()
      Kept.of("logger", logger)
      logger.startAccelerometer()
      logger.startDeviceMotion { magnitude in Kept.of("magnitude", magnitude) }
      let stream = MotionStream()
      Kept.of("stream", stream)
      Task {
        for await _ in stream.tilts() {
          stream.stop()
          print("tilt")
          break
        }
      }
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch {
      print(
        Kept.get("logger", as: MotionLogger.self)!.samples.count / 10,
        Kept.get("magnitude", as: Double.self)! < 7)
    }
    #expect(
      fixture.world.log.texts == ["tilt", "50 true"]
        || fixture.world.log.texts == ["tilt", "49 true"])
  }
}
