import AVFAudio
import AndroidFramework
import BackgroundTasks
import CoreBluetooth
import CoreLocation
import CoreMotion
import HealthKit
import Testing
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting

/// A test that creates the system's objects without a world, as many unit tests do: the objects exist
/// and get no events, and the test process goes on.
@Suite struct OutsideAppTests {
  @Test func `a location manager without a world answers and gets no events`() {
    let manager = CLLocationManager()
    manager.startUpdatingLocation()
    manager.requestWhenInUseAuthorization()
    #expect(manager.authorizationStatus == .notDetermined)
    #expect(manager.location == nil)
    manager.stopUpdatingLocation()
  }

  @Test func `Bluetooth managers without a world stay in the state unknown`() {
    let central = CBCentralManager(delegate: nil, queue: nil)
    #expect(central.state == .unknown)
    central.stopScan()
    #expect(CBPeripheralManager(delegate: nil, queue: nil).state == .unknown)
  }

  @Test func `sensors without a world deliver nothing`() {
    let motion = CMMotionManager()
    motion.startAccelerometerUpdates()
    #expect(motion.accelerometerData == nil)
    _ = CMAltimeter()
    _ = CMSensorRecorder()
    _ = CMBatchedSensorManager()
  }

  @MainActor @Test func `shared objects without a world are the same each time`() {
    #expect(WCSession.default === WCSession.default)
    #expect(UIDevice.current === UIDevice.current)
    #expect(WKInterfaceDevice.current() === WKInterfaceDevice.current())
    #expect(BGTaskScheduler.shared === BGTaskScheduler.shared)
    #expect(URLSession.shared === URLSession.shared)
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    _ = HKHealthStore()
  }

  @Test(.world()) func `in a world, a system object of the test itself is a mistake of the test`()
    async throws
  {
    withKnownIssue {
      _ = CLLocationManager()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("create the object in the app's code") }
    }
  }

  @Test(.world(), arguments: 0..<4) func `worlds and objects outside of them do not mix`(_: Int)
    async throws
  {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(.delegate(QuietApp.self))
    await phone.open(app)
    try await World.current.pass(.seconds(5))
    #expect(app.log.contains("launched"))
  }
}

private final class QuietApp: UIResponder, UIApplicationDelegate {
  func applicationDidFinishLaunching(_ application: UIApplication) { print("launched") }
}
