import Chunks
import Foundation
import UIKit
import Yoban

/// The charge of the battery, from 0 to 1, once a minute: stream `battery`.
@MainActor
final class BatterySource: SampleSource {
  let stream: StreamDescription
  private var timer: Timer?

  init() throws {
    stream = try StreamDescription(
      name: "battery", channels: [Channel(name: "level", unit: "")],
      nominalInterval: .seconds(60))
  }

  func start(deliveringTo sink: SampleSink) {
    UIDevice.current.isBatteryMonitoringEnabled = true
    timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in
      MainActor.assumeIsolated {
        let level = UIDevice.current.batteryLevel
        if level >= 0 {
          sink.take(ProcessInfo.processInfo.systemUptime, [Double(level)])
        } else {
          sink.fail(SampleSourceFailure(cause: .sensorOff, message: "The level is not known."))
        }
      }
    }
  }

  func stop() { timer?.invalidate() }
}
