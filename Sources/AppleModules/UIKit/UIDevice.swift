internal import SimulatedOS

/// The device that the calling app runs on.
@MainActor open class UIDevice: NSObject {
  public enum BatteryState: Int, Sendable {
    case unknown = 0
    case unplugged = 1
    case charging = 2
    case full = 3
  }

  private let process: AppProcess

  private init(_ process: AppProcess) { self.process = process }

  /// The device of the simulated process whose code calls.
  public static var current: UIDevice {
    guard let process = AppProcess.current else {
      preconditionFailure("UIDevice.current was used outside an app: run the app on a simulated device")
    }
    return process.process.resident(UIDevice.self) { UIDevice(process) }
  }

  private var device: Device { process.app.device }

  open var name: String { device.profile.model }
  open var model: String { device.profile.model }
  open var localizedModel: String { device.profile.model }
  open var systemName: String { "iOS" }
  open var systemVersion: String { device.profile.systemVersion }
  open var isMultitaskingSupported: Bool { true }

  /// Without it the battery reads as unknown.
  open var isBatteryMonitoringEnabled = false
  /// 0 to 1; −1 if monitoring is off.
  open var batteryLevel: Float { isBatteryMonitoringEnabled ? Float(device.power.level) : -1 }
  open var batteryState: BatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    return device.power.isCharging ? (device.power.level >= 1 ? .full : .charging) : .unplugged
  }

  public nonisolated static let batteryLevelDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  public nonisolated static let batteryStateDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryStateDidChangeNotification")
}
