import Chunks
import CoreMotion
import Foundation

/// The barometric altimeter: stream `altimeter`, about one sample a second while the process runs.
///
/// A sample has two values: the air pressure in kilopascals, and the change of the altitude since
/// the recording started or was last resumed, in meters. The app needs
/// `NSMotionUsageDescription`; at the first start, the system asks the user for the permission
/// Motion & Fitness. Without the permission, the recording has a gap with the cause
/// `not-authorized`. Isolated to the main actor.
@MainActor
public final class AltimeterSource: SampleSource {
  public let stream: StreamDescription
  private let altimeter = CMAltimeter()

  /// - Parameter timeout: a longer time without a value is a gap. Default: 5 s.
  public init(timeout: Duration = .seconds(5)) {
    do throws(ChunkError) {
      stream = try StreamDescription(
        name: "altimeter",
        channels: [
          Channel(name: "pressure", unit: "kPa"), Channel(name: "relative-altitude", unit: "m"),
        ],
        timeout: max(timeout, .nanoseconds(1)))
    } catch {
      preconditionFailure("the names and units above are valid: \(error)")
    }
  }

  public func start(deliveringTo sink: SampleSink) {
    guard CMAltimeter.isRelativeAltitudeAvailable() else {
      return sink.fail(
        SampleSourceFailure(cause: .sensorOff, message: "This device has no barometer."))
    }
    altimeter.startRelativeAltitudeUpdates(to: .main) { data, error in
      // Core Motion calls the handler on the main queue.
      if let data {
        let (pressure, altitude) = (data.pressure.doubleValue, data.relativeAltitude.doubleValue)
        let uptime = data.timestamp
        MainActor.assumeIsolated { sink.take(uptime, [pressure, altitude]) }
      } else {
        let failure = SampleSourceFailure(
          cause: CMAltimeter.authorizationStatus() == .authorized ? .sensorOff : .notAuthorized,
          message: error?.localizedDescription ?? "The altimeter delivered neither data nor error.")
        MainActor.assumeIsolated { sink.fail(failure) }
      }
    }
  }

  public func stop() { altimeter.stopRelativeAltitudeUpdates() }
}
