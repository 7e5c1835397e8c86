import Foundation
internal import SimulatedOS

/// Records the accelerometer at 50 Hz while the app need not run (WK7): the system does it, also
/// while the app is suspended or gone.
///
/// Needs `NSMotionUsageDescription` in Info.plist: without it the app ends at its first use. Use it on
/// any thread of the app.
open class CMSensorRecorder: NSObject {
  private let process: AppProcess

  public override init() {
    process = AppProcess.calling("CMSensorRecorder was made")
    super.init()
  }

  private var sensors: MotionService { process.app.device.motion }

  /// Whether the device records: every watch, an iPhone with iOS 9 or later from the iPhone 7 on.
  open class func isAccelerometerRecordingAvailable() -> Bool {
    AppProcess.calling("isAccelerometerRecordingAvailable()").app.device.motion.canRecord
  }

  /// Whether the user allows it; `notDetermined` until it is first used.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  @available(*, deprecated, message: "Use authorizationStatus()")
  open class func isAuthorizedForRecording() -> Bool { authorizationStatus() == .authorized }

  /// What was recorded later than one moment, up to and with another: at most 12 hours. The newest
  /// samples come up to 3 minutes late; samples are kept for 3 days (WK7).
  ///
  /// - Returns: nil if there is nothing, if the time is longer than 12 hours or empty, or without
  ///   permission.
  open func accelerometerData(from fromDate: Date, to toDate: Date) -> CMSensorDataList? {
    sensors.recorded(
      after: fromDate.nanosecondsSince1970, through: toDate.nanosecondsSince1970, for: process
    ).map(CMSensorDataList.init)
  }

  /// Records from now on, for at most 12 hours; call it again to go on (WK7).
  ///
  /// - Parameter duration: seconds. More than 12 hours is cut.
  open func recordAccelerometer(forDuration duration: TimeInterval) {
    sensors.record(forSeconds: duration, for: process)
  }
}

/// A sample that the system recorded (WK7).
open class CMRecordedAccelerometerData: CMAccelerometerData {
  /// Counts the samples of the device's sensor.
  public let identifier: UInt64
  /// When the sample was taken, by the wall clock.
  public let startDate: Date

  init(_ reading: RecordedReading) {
    identifier = reading.identifier
    startDate = Date(timeIntervalSince1970: Double(reading.wallTime) / 1e9)
    super.init(timestamp: reading.timestamp, reading.values)
  }
}

/// What `CMSensorRecorder` found: `CMRecordedAccelerometerData`, earliest first, each made when the
/// enumeration comes to it.
///
/// As on a device it is no `Sequence` by itself: an app makes an `NSFastEnumerationIterator` of it, or
/// declares `extension CMSensorDataList: Sequence` with one.
open class CMSensorDataList: NSObject, NSFastEnumeration {
  private let readings: RecordedReadings

  init(_ readings: RecordedReadings) { self.readings = readings }

  public func item(at offset: Int) -> Any? {
    offset < readings.count ? CMRecordedAccelerometerData(readings[offset]) : nil
  }
}

extension CMAuthorizationStatus {
  /// What the user lets the app that calls use.
  static var ofCallingApp: CMAuthorizationStatus {
    let app = AppProcess.calling("authorizationStatus").app
    return switch app.device.motion.authorization(of: app) {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .authorized: .authorized
    }
  }
}

extension Date {
  /// To about a microsecond, as a `Date` holds it.
  fileprivate var nanosecondsSince1970: Int64 {
    let seconds = timeIntervalSince1970
    return Int64(max(-9e9, min(9e9, seconds)) * 1e6) * 1000
  }
}
