import Foundation
internal import YobanSimulatedApple

/// How certain the system is of an activity. Here it always is, except while the activity is unknown (assumed).
@nonexhaustive public enum CMMotionActivityConfidence: Int, Sendable {
  case low = 0
  case medium = 1
  case high = 2
}

/// The activity of the user (MO5). A scenario sets it with `phone.motion.activity`.
open class CMMotionActivity: CMLogItem {
  private let activity: String
  /// The time at which the activity began.
  open private(set) var startDate: Date

  init(_ reading: ActivityReading) {
    activity = reading.activity.rawValue
    startDate = Date(nanosecondsSince1970: reading.wallTime)
    super.init(timestamp: reading.timestamp)
  }

  open var confidence: CMMotionActivityConfidence { unknown ? .low : .high }
  open var unknown: Bool { activity == MotionActivity.unknown.rawValue }
  open var stationary: Bool { activity == MotionActivity.stationary.rawValue }
  open var walking: Bool { activity == MotionActivity.walking.rawValue }
  open var running: Bool { activity == MotionActivity.running.rawValue }
  open var cycling: Bool { activity == MotionActivity.cycling.rawValue }
  open var automotive: Bool { activity == MotionActivity.automotive.rawValue }

  // MARK: Archives

  public required init?(coder: NSCoder) {
    guard let activity = coder.text("activity") else { return nil }
    self.activity = activity
    startDate = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "startDate"))
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(activity, "activity")
    coder.encode(startDate.timeIntervalSince1970, forKey: "startDate")
  }
}

/// Called with each activity; with nil if the user does not allow motion (assumed).
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Delivers the activity of the user while the process runs, and those of the last seven days
/// (MO5).
///
/// Requires `NSMotionUsageDescription` in Info.plist; without it, the first use terminates the app. Create one manager
/// per app and keep it: when it is released, its updates end. Use it on the main thread.
open class CMMotionActivityManager: NSObject {
  private let process: AppProcess
  private let receiver = Receiver()

  public override init() {
    process = AppProcess.callingOnPhone("CMMotionActivityManager was created")
    super.init()
  }

  deinit { sensors.stopActivity(for: process, receiver) }

  private var sensors: MotionService { process.app.device.motion }

  /// Returns whether the device classifies activities: an iPhone 5s or later with iOS 8, and every watch.
  open class func isActivityAvailable() -> Bool {
    AppProcess.callingOnPhone("isActivityAvailable()").app.device.motion.canClassify
  }

  /// Returns whether the user allows motion for the app; `notDetermined` before the first use.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  /// Calls the handler with the present activity, then with each change, in place of an earlier handler. While the
  /// process is suspended, nothing is delivered; when it continues, only the newest activity is.
  open func startActivityUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler
  ) {
    receiver.handler = queue.calling { handler($0.map(CMMotionActivity.init)) }
    sensors.startActivity(for: process, receiver)
  }

  open func stopActivityUpdates() {
    receiver.handler = nil
    sensors.stopActivity(for: process, receiver)
  }

  /// Calls the handler once with the activities of a period of at most the last seven days, the earliest first, which
  /// may have begun before `start`. The error is `CMErrorMotionActivityNotAuthorized` without permission,
  /// `CMErrorUnknown` for a period without time, and `CMErrorMotionActivityNotAvailable` on a device without
  /// activities.
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    let call = queue.calling { (result: Result<[ActivityReading], CMFailure>) in
      switch result {
      case .success(let readings): handler(readings.map(CMMotionActivity.init), nil)
      case .failure(let failure): handler(nil, failure.error)
      }
    }
    let result: Result<[ActivityReading], CMFailure> =
      if !sensors.canClassify {
        .failure(CMFailure(CMErrorMotionActivityNotAvailable))
      } else if let readings = sensors.activities(
        from: start.nanosecondsSince1970, to: end.nanosecondsSince1970, for: process)
      {
        start < end ? .success(readings) : .failure(CMFailure(CMErrorUnknown))
      } else {
        .failure(CMFailure(CMErrorMotionActivityNotAuthorized))
      }
    // The handler goes from the main queue to its own; one thing runs at a time.
    nonisolated(unsafe) let answer = call
    DispatchQueue.main.async { answer(result) }
  }

  private final class Receiver: ActivityEventReceiver {
    @exclusivity(unchecked) var handler: ((ActivityReading?) -> Void)?
    func received(_ reading: ActivityReading) { handler?(reading) }
    func wasRefused() { handler?(nil) }
  }
}

/// A failure of a query.
struct CMFailure: Error {
  let error: NSError
  init(_ code: CMError) { error = NSError(domain: CMErrorDomain, code: Int(code.rawValue)) }
}

extension Date {
  init(nanosecondsSince1970 time: Int64) {
    self.init(
      timeIntervalSince1970: Double(time / 1_000_000_000) + Double(time % 1_000_000_000) / 1e9)
  }
}
