import Foundation
internal import YobanSimulatedApple

/// Records the accelerometer at 50 Hz. The system records, even while the app is suspended or after
/// it was terminated (WK7).
///
/// Requires `NSMotionUsageDescription` in Info.plist; without it, the first use terminates the app.
/// May be used on any thread of the app.
open class CMSensorRecorder: NSObject {
  private let process: AppProcess

  public override init() {
    process = AppProcess.callingOnPhone("CMSensorRecorder was created")
    super.init()
  }

  private var sensors: MotionService { process.app.device.motion }

  /// Returns whether the device records: true for every watch, and for an iPhone 7 or later with
  /// iOS 9 or later.
  open class func isAccelerometerRecordingAvailable() -> Bool {
    AppProcess.callingOnPhone("isAccelerometerRecordingAvailable()").app.device.motion.canRecord
  }

  /// Returns whether the user allows recording; `notDetermined` before the first use.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  @available(*, deprecated, message: "Use authorizationStatus()")
  open class func isAuthorizedForRecording() -> Bool { authorizationStatus() == .authorized }

  /// Returns the samples recorded after `fromDate`, up to and including `toDate`, at most 12 hours.
  /// The newest samples are available up to 3 minutes late. Samples are kept for 3 days (WK7).
  ///
  /// - Returns: nil if there are no samples, if the interval is empty or longer than 12 hours, or
  ///   without permission.
  open func accelerometerData(from fromDate: Date, to toDate: Date) -> CMSensorDataList? {
    sensors.recorded(
      after: fromDate.nanosecondsSince1970, through: toDate.nanosecondsSince1970, for: process
    ).map(CMSensorDataList.init)
  }

  /// Records from now on for at most 12 hours. Call it again to continue (WK7).
  ///
  /// - Parameter duration: Seconds. Limited to 12 hours.
  open func recordAccelerometer(forDuration duration: TimeInterval) {
    sensors.record(forSeconds: duration, for: process)
  }
}

/// A sample that the system recorded (WK7).
open class CMRecordedAccelerometerData: CMAccelerometerData {
  /// The sequence number of the sample among those of the device's sensor.
  open private(set) var identifier: UInt64
  /// The time of the sample on the wall clock.
  open private(set) var startDate: Date

  init(_ reading: RecordedReading) {
    identifier = reading.identifier
    startDate = Date(timeIntervalSince1970: Double(reading.wallTime) / 1e9)
    super.init(timestamp: reading.timestamp, reading.values)
  }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.unsigned("identifier"), let start = coder.date("startDate") else {
      return nil
    }
    self.identifier = identifier
    startDate = start
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(unsigned: identifier, "identifier")
    coder.encode(startDate, "startDate")
  }
}

/// The result of `CMSensorRecorder`: a list of `CMRecordedAccelerometerData`, earliest first. Each
/// object is created when the enumeration reaches it.
///
/// As on a device, this class is not a `Sequence`. Create an `NSFastEnumerationIterator` of it, or
/// declare `extension CMSensorDataList: Sequence` with one.
open class CMSensorDataList: NSObject, NSFastEnumeration {
  private let readings: RecordedReadings

  init(_ readings: RecordedReadings) { self.readings = readings }

  public func item(at offset: Int) -> Any? {
    offset < readings.count ? CMRecordedAccelerometerData(readings[offset]) : nil
  }
}

extension CMAuthorizationStatus {
  /// The authorization of the calling app.
  static var ofCallingApp: CMAuthorizationStatus {
    let app = AppProcess.callingOnPhone("authorizationStatus").app
    return switch app.device.motion.authorization(of: app) {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .authorized: .authorized
    }
  }
}

extension Date {
  /// Precise to about a microsecond, the precision of `Date`.
  var nanosecondsSince1970: Int64 {
    let seconds = timeIntervalSince1970
    return Int64(max(-9e9, min(9e9, seconds)) * 1e6) * 1000
  }
}
