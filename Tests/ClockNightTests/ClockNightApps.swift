import Chunks
import CollectorContract
import CoreMotion
import Foundation
import UIKit
import WatchKit
import Yoban
import YobanTesting
import YobanVirtualTime

/// A stream with the true time of each sample, in seconds since the simulation began, so that what the runtime and the
/// collector make of its times can be compared with it.
@MainActor
final class TruthSource: SampleSource {
  nonisolated static let name = "truth"
  static let interval = 60.0
  let stream: StreamDescription
  private var timer: Timer?

  init() throws {
    stream = try StreamDescription(
      name: Self.name, channels: [Channel(name: "seconds", unit: "s")],
      timeout: .seconds(3 * Self.interval))
  }

  func start(deliveringTo sink: SampleSink) {
    timer = Timer.scheduledTimer(withTimeInterval: Self.interval, repeats: true) { _ in
      MainActor.assumeIsolated {
        sink.take(ProcessInfo.processInfo.systemUptime, [Simulation.current!.now.seconds])
      }
    }
  }

  func stop() { timer?.invalidate() }
}

extension VirtualInstant {
  /// Since the simulation began.
  var seconds: Double { Double(nanoseconds) / 1e9 }
}

/// The value that the strap sends: the time of its own clock, and the true time.
struct StampedValue: CharacteristicValue {
  var shown: Double
  var truth: Double

  init(shown: Double, truth: Double) {
    self.shown = shown
    self.truth = truth
  }

  init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    guard bytes.count == 16 else {
      throw .tooShort(byteCount: bytes.count, needed: 16)
    }
    let words = Array(bytes)
    func number(_ start: Int) -> Double {
      Double(bitPattern: words[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
    }
    self.init(shown: number(0), truth: number(8))
  }

  var bytes: Data {
    Data(
      [shown, truth].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (56 - 8 * UInt64($0))) }
      })
  }

  static let characteristic = Characteristic(
    StampedValue.self, "A001", in: "A000", [.notifies])
}

/// The app of the phone: records the truth and a strap, and passes on what the watch records.
final class ClockPhoneDelegate: UIResponder, UIApplicationDelegate {
  static let strapStream = "strap"
  private let session = BluetoothSession(
    AccessoryProfile(
      name: "strap", advertises: ["A000"], services: [ServiceProfile(StampedValue.characteristic)],
      accepts: { _ in true }),
    restoreIdentifier: "strap")
  private var night: PhoneRecording?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let collector = URL(string: "http://collector.test")!
    do {
      let strap = BluetoothSource(
        session, StampedValue.characteristic,
        stream: try StreamDescription(
          name: Self.strapStream, channels: [Channel(name: "seconds", unit: "s"), .accessoryClock],
          timeout: .seconds(10))
      ) { [.init(values: [$0.truth, $0.shown])] }
      var configuration = PhoneRecording.Configuration(
        device: "phone", sources: [try TruthSource(), strap], collector: collector, token: "phone")
      configuration.relay = RelayReceiver.Configuration(
        device: "watch", collector: collector, token: "watch")
      let night = try PhoneRecording(configuration)
      night.applicationDidFinishLaunching()
      self.night = night
    } catch {
      print("cannot record: \(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    night?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  func start(hours: Double) {
    do { try night?.start(for: .seconds(hours * 3_600)) } catch { print("cannot start: \(error)") }
  }
}

/// The app of the watch: records the truth.
final class ClockWatchDelegate: NSObject, WKApplicationDelegate {
  private var night: WatchRecording?

  func applicationDidFinishLaunching() {
    do {
      let night = try WatchRecording(.init(device: "watch", sources: [try TruthSource()]))
      night.applicationDidFinishLaunching()
      self.night = night
    } catch {
      print("cannot record: \(error)")
    }
  }

  func handleActiveWorkoutRecovery() { night?.handleActiveWorkoutRecovery() }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in night?.handle(backgroundTasks) ?? backgroundTasks {
      task.setTaskCompletedWithSnapshot(false)
    }
  }

  func start(hours: Double) {
    do { try night?.start(for: .seconds(hours * 3_600)) } catch { print("cannot start: \(error)") }
  }
}
