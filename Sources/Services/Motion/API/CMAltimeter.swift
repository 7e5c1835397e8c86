import Foundation
internal import YobanSimulatedApple

/// Delivers altitudes about once a second, while the process runs (MO3).
///
/// Requires `NSMotionUsageDescription` in Info.plist; without it, a start terminates the app. If the
/// user does not allow motion, a handler receives `CMErrorMotionActivityNotAuthorized`, once.
///
/// Create one altimeter per app and keep it: when it is released, its updates end. Use it on the
/// main thread.
open class CMAltimeter: NSObject {
  private let process: AppProcess
  private let relative = AltitudeReceiver()
  private let absolute = AltitudeReceiver()

  public override init() {
    process = AppProcess.callingOnPhone("CMAltimeter was created")
    super.init()
  }

  deinit {
    sensors.stopAltitude(.relative, for: process, relative)
    sensors.stopAltitude(.absolute, for: process, absolute)
  }

  private var sensors: MotionService { process.app.device.motion }

  /// Returns whether the user allows motion for the app; `notDetermined` before the first use.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  // MARK: Relative altitude

  /// Returns whether the device has a barometer: an iPhone 6 or later, and every watch.
  open class func isRelativeAltitudeAvailable() -> Bool {
    AppProcess.callingOnPhone("isRelativeAltitudeAvailable()").app.device.motion.canMeasure(
      .relative)
  }

  /// Starts updates, in place of earlier ones. The first update has the relative altitude 0. Has no
  /// effect on a device without a barometer.
  open func startRelativeAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAltitudeHandler
  ) {
    relative.handler = queue.calling { handler($0.map(CMAltitudeData.init), $0.refusal) }
    sensors.startAltitude(.relative, for: process, relative)
  }

  open func stopRelativeAltitudeUpdates() {
    relative.handler = nil
    sensors.stopAltitude(.relative, for: process, relative)
  }

  // MARK: Absolute altitude

  /// Returns whether the device computes its altitude above sea level: an iPhone 12 or later with
  /// iOS 15, an Apple Watch Series 6 or later with watchOS 8.
  open class func isAbsoluteAltitudeAvailable() -> Bool {
    AppProcess.callingOnPhone("isAbsoluteAltitudeAvailable()").app.device.motion.canMeasure(
      .absolute)
  }

  /// Starts updates, in place of earlier ones. Has no effect on a device without absolute altitudes.
  open func startAbsoluteAltitudeUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAbsoluteAltitudeHandler
  ) {
    SystemAPI.absoluteAltitude.reportIfTooNew()
    let policy = process.app.device.profile.motion
    absolute.handler = queue.calling {
      handler($0.map { CMAbsoluteAltitudeData($0, policy) }, $0.refusal)
    }
    sensors.startAltitude(.absolute, for: process, absolute)
  }

  open func stopAbsoluteAltitudeUpdates() {
    absolute.handler = nil
    sensors.stopAltitude(.absolute, for: process, absolute)
  }
}

/// A change of altitude since updates began, measured by the air pressure.
open class CMAltitudeData: CMLogItem {
  /// Meters above the altitude of the first update.
  open private(set) var relativeAltitude: NSNumber
  /// The air pressure in kilopascals.
  open private(set) var pressure: NSNumber

  init(_ reading: AltitudeReading) {
    relativeAltitude = NSNumber(value: reading.altitude)
    pressure = NSNumber(value: reading.pressure)
    super.init(timestamp: reading.timestamp)
  }

  public required init?(coder: NSCoder) {
    relativeAltitude = NSNumber(value: coder.decodeDouble(forKey: "relativeAltitude"))
    pressure = NSNumber(value: coder.decodeDouble(forKey: "pressure"))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(relativeAltitude.doubleValue, forKey: "relativeAltitude")
    coder.encode(pressure.doubleValue, forKey: "pressure")
  }
}

/// An altitude above sea level.
open class CMAbsoluteAltitudeData: CMLogItem {
  /// Meters above sea level.
  open private(set) var altitude: Double
  /// The uncertainty of the altitude in meters.
  open private(set) var accuracy: Double
  /// The recommended resolution of the altitude in meters.
  open private(set) var precision: Double

  init(_ reading: AltitudeReading, _ policy: MotionPolicy) {
    altitude = reading.altitude
    accuracy = policy.absoluteAltitudeAccuracy
    precision = policy.absoluteAltitudePrecision
    super.init(timestamp: reading.timestamp)
  }

  public required init?(coder: NSCoder) {
    altitude = coder.decodeDouble(forKey: "altitude")
    accuracy = coder.decodeDouble(forKey: "accuracy")
    precision = coder.decodeDouble(forKey: "precision")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(altitude, forKey: "altitude")
    coder.encode(accuracy, forKey: "accuracy")
    coder.encode(precision, forKey: "precision")
  }
}

public typealias CMAltitudeHandler = (CMAltitudeData?, (any Error)?) -> Void
public typealias CMAbsoluteAltitudeHandler = (CMAbsoluteAltitudeData?, (any Error)?) -> Void

/// Receives the system's readings of one stream for an altimeter.
private final class AltitudeReceiver: AltitudeEventReceiver {
  /// Called with each reading, and with nil if the user does not allow motion.
  @exclusivity(unchecked) var handler: ((AltitudeReading?) -> Void)?

  func received(_ reading: AltitudeReading) { handler?(reading) }
  func wasRefused() { handler?(nil) }
}

extension AltitudeReading? {
  /// The error of an update without a reading.
  fileprivate var refusal: (any Error)? {
    self == nil
      ? NSError(domain: CMErrorDomain, code: Int(CMErrorMotionActivityNotAuthorized.rawValue)) : nil
  }
}
