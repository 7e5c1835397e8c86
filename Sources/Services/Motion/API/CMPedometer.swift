import Foundation
internal import YobanSimulatedApple

/// The steps of a period (MO6).
open class CMPedometerData: NSObject, NSCopying, NSSecureCoding {
  open private(set) var startDate: Date
  open private(set) var endDate: Date
  open private(set) var numberOfSteps: NSNumber
  /// Meters.
  open private(set) var distance: NSNumber?
  /// Always 0: stairs are not counted here.
  open private(set) var floorsAscended: NSNumber? = 0
  open private(set) var floorsDescended: NSNumber? = 0
  /// Seconds per meter; nil in a query, and while nobody walks.
  open private(set) var currentPace: NSNumber?
  /// Steps per second; nil in a query, and while nobody walks.
  open private(set) var currentCadence: NSNumber?
  /// Seconds per meter, of the time spent walking; nil without a step.
  open private(set) var averageActivePace: NSNumber?

  init(_ reading: PedometerReading) {
    startDate = Date(nanosecondsSince1970: reading.start)
    endDate = Date(nanosecondsSince1970: reading.end)
    numberOfSteps = NSNumber(value: reading.steps)
    distance = NSNumber(value: reading.meters)
    currentPace = reading.pace.map { NSNumber(value: $0) }
    currentCadence = reading.cadence.map { NSNumber(value: $0) }
    averageActivePace = reading.averagePace.map { NSNumber(value: $0) }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "steps") else { return nil }
    startDate = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "startDate"))
    endDate = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "endDate"))
    numberOfSteps = NSNumber(value: coder.decodeInteger(forKey: "steps"))
    func number(_ key: String) -> NSNumber? {
      coder.containsValue(forKey: key) ? NSNumber(value: coder.decodeDouble(forKey: key)) : nil
    }
    distance = number("distance")
    currentPace = number("currentPace")
    currentCadence = number("currentCadence")
    averageActivePace = number("averageActivePace")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(startDate.timeIntervalSince1970, forKey: "startDate")
    coder.encode(endDate.timeIntervalSince1970, forKey: "endDate")
    coder.encode(numberOfSteps.intValue, forKey: "steps")
    for (key, value) in [
      ("distance", distance), ("currentPace", currentPace), ("currentCadence", currentCadence),
      ("averageActivePace", averageActivePace),
    ] {
      if let value { coder.encode(value.doubleValue, forKey: key) }
    }
  }
}

@nonexhaustive public enum CMPedometerEventType: Int, Sendable {
  case pause = 0
  case resume = 1
}

/// The beginning or the end of a walk.
open class CMPedometerEvent: NSObject, NSCopying, NSSecureCoding {
  open private(set) var date: Date
  open private(set) var type: CMPedometerEventType

  init(isWalking: Bool, wallTime: Int64) {
    date = Date(nanosecondsSince1970: wallTime)
    type = isWalking ? .resume : .pause
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let type = CMPedometerEventType(rawValue: coder.decodeInteger(forKey: "type")) else {
      return nil
    }
    self.type = type
    date = Date(timeIntervalSince1970: coder.decodeDouble(forKey: "date"))
  }

  open func encode(with coder: NSCoder) {
    coder.encode(type.rawValue, forKey: "type")
    coder.encode(date.timeIntervalSince1970, forKey: "date")
  }
}

public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void
public typealias CMPedometerEventHandler = (CMPedometerEvent?, (any Error)?) -> Void

/// Counts steps (MO6). The handlers run on a serial queue of the pedometer.
///
/// Requires `NSMotionUsageDescription` in Info.plist; without it, the first use terminates the app. If the user
/// does not allow motion, a handler receives `CMErrorMotionActivityNotAuthorized`. Create one pedometer per app and
/// keep it: when it is released, its updates end. Use it on the main thread.
open class CMPedometer: NSObject {
  private let process: AppProcess
  private let receiver = Receiver()
  private let events = Receiver()

  public override init() {
    process = AppProcess.callingOnPhone("CMPedometer was created")
    super.init()
  }

  deinit {
    sensors.stopSteps(for: process, receiver)
    sensors.stopStepEvents(for: process, events)
  }

  private var sensors: MotionService { process.app.device.motion }

  private static func canCount(_ name: String) -> Bool {
    AppProcess.callingOnPhone(name).app.device.motion.canClassify
  }

  /// Returns whether the device counts steps: an iPhone 5s or later with iOS 8, and every watch.
  open class func isStepCountingAvailable() -> Bool { canCount("isStepCountingAvailable()") }
  open class func isDistanceAvailable() -> Bool { canCount("isDistanceAvailable()") }
  /// False: stairs are not counted here.
  open class func isFloorCountingAvailable() -> Bool { false }
  open class func isPaceAvailable() -> Bool { canCount("isPaceAvailable()") }
  open class func isCadenceAvailable() -> Bool { canCount("isCadenceAvailable()") }
  open class func isPedometerEventTrackingAvailable() -> Bool {
    canCount("isPedometerEventTrackingAvailable()")
  }

  /// Returns whether the user allows motion for the app; `notDetermined` before the first use.
  open class func authorizationStatus() -> CMAuthorizationStatus {
    CMAuthorizationStatus.ofCallingApp
  }

  /// Calls the handler once with the steps of a period of at most the last seven days.
  open func queryPedometerData(
    from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
  ) {
    let found = sensors.steps(
      from: start.nanosecondsSince1970, to: end.nanosecondsSince1970, for: process)
    let call = receiver.calling(handler)
    call(found)
  }

  /// Calls the handler every few seconds while the user walks, each time with all steps since `start`, which may be
  /// in the past. Steps that are taken while the process is suspended are part of the next update.
  open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
    receiver.handler = receiver.calling(handler)
    sensors.startSteps(from: start.nanosecondsSince1970, for: process, receiver)
  }

  open func stopUpdates() {
    receiver.handler = nil
    sensors.stopSteps(for: process, receiver)
  }

  /// Calls the handler when the user begins to walk, and stops.
  open func startEventUpdates(handler: @escaping CMPedometerEventHandler) {
    nonisolated(unsafe) let handler = handler
    events.eventHandler = { [queue = events.queue] event, error in
      nonisolated(unsafe) let event = event
      queue.async { handler(event, error) }
    }
    sensors.startStepEvents(for: process, events)
  }

  open func stopEventUpdates() {
    events.eventHandler = nil
    sensors.stopStepEvents(for: process, events)
  }

  private final class Receiver: PedometerEventReceiver {
    let queue = DispatchQueue(label: "com.apple.CoreMotion.CMPedometer")
    @exclusivity(unchecked) var handler: ((PedometerReading?) -> Void)?
    @exclusivity(unchecked) var eventHandler: ((CMPedometerEvent?, NSError?) -> Void)?

    /// A call of the handler on the queue; nil stands for a missing permission.
    func calling(_ handler: @escaping CMPedometerHandler) -> (PedometerReading?) -> Void {
      nonisolated(unsafe) let handler = handler
      return { [queue] reading in
        queue.async {
          if let reading {
            handler(CMPedometerData(reading), nil)
          } else {
            handler(nil, CMFailure(CMErrorMotionActivityNotAuthorized).error)
          }
        }
      }
    }

    func received(_ reading: PedometerReading) { handler?(reading) }
    func walkingChanged(isWalking: Bool, wallTime: Int64) {
      eventHandler?(CMPedometerEvent(isWalking: isWalking, wallTime: wallTime), nil)
    }
    func wasRefused() {
      handler?(nil)
      eventHandler?(nil, CMFailure(CMErrorMotionActivityNotAuthorized).error)
    }
  }
}
