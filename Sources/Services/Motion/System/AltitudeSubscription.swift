import YobanSimulatedDevices

/// A stream of an altimeter.
package enum AltitudeStream: String, Sendable, Hashable, CaseIterable {
  /// Altitudes relative to the first one after the start, from the air pressure alone.
  case relative = "relativeAltitude"
  /// Altitudes above sea level, which the system computes from the air pressure and its location.
  case absolute = "absoluteAltitude"
}

/// A reading of an altimeter.
package struct AltitudeReading: Sendable, Hashable {
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  package var timestamp: Double
  /// In meters: relative to the first reading after the start, or above sea level.
  package var altitude: Double
  /// The air pressure in kilopascals.
  package var pressure: Double
}

/// Receives readings of an altimeter, on the process's main queue.
package protocol AltitudeEventReceiver: AnyObject {
  func received(_ reading: AltitudeReading)
  /// The user does not allow motion for the app; no readings are delivered.
  func wasRefused()
}

/// One app's use of a stream of the altimeter (MO3). It uses no power beyond that of the device
/// (assumed).
final class AltitudeSubscription: MotionSubscription {
  private let kind: AltitudeStream
  private let receiver: any AltitudeEventReceiver
  /// The altitude at which the air has the pressure of the first reading, in meters.
  @exclusivity(unchecked) private var reference: Double?

  init(
    _ kind: AltitudeStream, _ weather: GeneratedWeather, _ process: AppProcess,
    _ receiver: any AltitudeEventReceiver
  ) {
    self.kind = kind
    self.receiver = receiver
    super.init(kind.rawValue, ReadAheadSeries(weather), process, owner: receiver)
  }

  override func deliver(
    _ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool
  ) {
    let device = app.app.device
    let pressure = StandardAtmosphere.pressure(at: device.altitude) + values.x + values.y
    let altitude =
      switch kind {
      case .relative: climbed(to: pressure)
      case .absolute:
        device.altitude + values.z * device.policy(MotionPolicy.self).absoluteAltitudeAccuracy
      }
    let reading = AltitudeReading(
      timestamp: timestamp, altitude: altitude, pressure: pressure / 1000)
    if isInMain {
      if isTaken() { receiver.received(reading) }
    } else {
      process.onMain { [self] in if isTaken() { receiver.received(reading) } }
    }
  }

  /// Returns the meters climbed since the first reading, as the pressure shows them.
  private func climbed(to pressure: Double) -> Double {
    let altitude = StandardAtmosphere.altitude(at: pressure)
    defer { reference = reference ?? altitude }
    return altitude - (reference ?? altitude)
  }
}

/// `CMAltimeter` (MO3).
extension MotionService {
  /// Whether the device has a stream: relative altitudes from iPhone 6 with iOS 8 on and on every
  /// simulated watch, absolute ones from iPhone 12 with iOS 15 and from Apple Watch Series 6 with
  /// watchOS 8 on.
  package func canMeasure(_ stream: AltitudeStream) -> Bool {
    let version = device.profile.version
    switch (stream, device.profile.hardware) {
    case (.relative, .phone(let model)):
      return version >= 8 && model != .iPhone4S && model != .iPhone5S
    case (.relative, .watch): return true
    case (.absolute, .phone(let model)):
      return version >= 15 && (model == .iPhone12 || model == .iPhone16)
    case (.absolute, .watch(let model)):
      return version >= 8 && model != .series3 && model != .series4
    case (_, .android): return false
    }
  }

  /// Starts a stream for a process. Replaces an earlier start of the same stream by the same
  /// receiver. Has no effect on a device without the stream. If the user does not allow motion, the
  /// receiver is notified, on the main queue.
  ///
  /// - Parameter receiver: retained until the stream is stopped or the process has ended.
  package func startAltitude(
    _ stream: AltitudeStream, for process: AppProcess, _ receiver: any AltitudeEventReceiver
  ) {
    guard process.isAlive(for: "CMAltimeter start") else { return }
    stopAltitude(stream, for: process, receiver)
    guard canMeasure(stream) else { return process.report(.noAltimeter(stream)) }
    guard mayUseMotion(process, withoutKey: .altimeterWithoutUsageDescription) else {
      return process.process.onMain { receiver.wasRefused() }
    }
    let weather = GeneratedWeather(
      seed: device.world.simulation.seed, interval: policy.altitudeInterval)
    begin(AltitudeSubscription(stream, weather, process, receiver))
  }

  package func stopAltitude(
    _ stream: AltitudeStream, for process: AppProcess, _ receiver: any AltitudeEventReceiver
  ) {
    end(stream.rawValue, of: process, owner: receiver)
  }
}
