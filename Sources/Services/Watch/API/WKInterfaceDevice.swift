internal import YobanSimulatedApple

@nonexhaustive public enum WKInterfaceDeviceBatteryState: Int, Sendable {
  case unknown = 0
  case unplugged = 1
  case charging = 2
  case full = 3
}

@nonexhaustive public enum WKInterfaceDeviceWristLocation: Int, Sendable {
  case left = 0
  case right = 1
}

@nonexhaustive public enum WKInterfaceDeviceCrownOrientation: Int, Sendable {
  case left = 0
  case right = 1
}

@nonexhaustive public enum WKHapticType: Int, Sendable {
  case notification = 0
  case directionUp = 1
  case directionDown = 2
  case success = 3
  case failure = 4
  case retry = 5
  case start = 6
  case stop = 7
  case click = 8
  case navigationLeftTurn = 9
  case navigationRightTurn = 10
  case navigationGenericManeuver = 11
  case underwaterDepthPrompt = 12
  case underwaterDepthCriticalPrompt = 13
}

/// The watch that the calling app runs on.
open class WKInterfaceDevice: NSObject {
  private let process: AppProcess

  private init(_ process: AppProcess) { self.process = process }

  /// The watch of the simulated process whose code calls.
  open class func current() -> WKInterfaceDevice {
    let process = AppProcess.callingOnWatch("WKInterfaceDevice.current() was used")
    return process.process.resident(WKInterfaceDevice.self) { WKInterfaceDevice(process) }
  }

  private var device: Device { process.app.device }

  open var name: String { device.profile.model }
  open var model: String { device.profile.model }
  open var localizedModel: String { device.profile.model }
  open var systemName: String { "watchOS" }
  open var systemVersion: String { device.profile.systemVersion }
  open var wristLocation: WKInterfaceDeviceWristLocation {
    process.app.watchService.isOnLeftWrist ? .left : .right
  }
  open var crownOrientation: WKInterfaceDeviceCrownOrientation { .right }

  /// Whether the battery can be read. If false, its state is unknown.
  open var isBatteryMonitoringEnabled = false
  /// The charge from 0 to 1 in hundredths; −1 if monitoring is off.
  open var batteryLevel: Float {
    isBatteryMonitoringEnabled ? Float((device.power.level * 100).rounded() / 100) : -1
  }
  open var batteryState: WKInterfaceDeviceBatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    return device.power.isCharging ? (device.power.level >= 1 ? .full : .charging) : .unplugged
  }

  /// Has no effect here: haptics are not simulated.
  open func play(_ type: WKHapticType) {}
}
