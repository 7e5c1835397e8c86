internal import YobanSimulatedApple

/// The device that the calling app runs on.
@preconcurrency @MainActor open class UIDevice: NSObject {
  @nonexhaustive public enum BatteryState: Int, Sendable {
    case unknown = 0
    case unplugged = 1
    case charging = 2
    case full = 3
  }

  private let process: AppProcess
  private var battery: BatteryMonitor?

  private init(_ process: AppProcess) { self.process = process }

  /// The device of the simulated process whose code calls.
  open class var current: UIDevice {
    let process = AppProcess.callingOnPhone("UIDevice.current was used")
    return process.process.resident(UIDevice.self) { UIDevice(process) }
  }

  private var device: Device { process.app.device }

  /// The name that the user gave to the device. From iOS 16 on the model, as for an app without the
  /// entitlement for the name.
  open var name: String {
    let major = Int(systemVersion.prefix { $0 != "." }) ?? 0
    return major < 16 ? device.name : model
  }
  open var model: String { device.profile.model }
  open var localizedModel: String { device.profile.model }
  open var systemName: String { "iOS" }
  open var systemVersion: String { device.profile.systemVersion }
  open var isMultitaskingSupported: Bool { true }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }

  /// An identifier that all apps of a vendor on this device share until the last of them is
  /// deleted. The vendor is the bundle identifier without its last part.
  /// Nil from a reboot until the first unlock.
  open var identifierForVendor: UUID? {
    device.protection.lock.isUnlockedSinceBoot ? VendorIdentifier.of(process.app) : nil
  }

  /// Has no effect beside its value: nobody holds the phone to an ear.
  open var isProximityMonitoringEnabled = false
  open var proximityState: Bool { false }
  /// Never posted.
  public nonisolated static let proximityStateDidChangeNotification = NSNotification.Name(
    "UIDeviceProximityStateDidChangeNotification")

  // MARK: Battery

  /// Whether the battery can be read. If false, its state is unknown and no notification is posted.
  open var isBatteryMonitoringEnabled = false {
    didSet {
      guard isBatteryMonitoringEnabled != oldValue else { return }
      battery = isBatteryMonitoringEnabled ? BatteryMonitor(self) : nil
    }
  }
  /// The charge from 0 to 1 in hundredths; −1 if monitoring is off.
  open var batteryLevel: Float {
    isBatteryMonitoringEnabled ? Float((device.power.level * 100).rounded() / 100) : -1
  }
  open var batteryState: BatteryState {
    guard isBatteryMonitoringEnabled else { return .unknown }
    return device.power.isCharging ? (device.power.level >= 1 ? .full : .charging) : .unplugged
  }

  /// Posted when the level has changed, at most once a minute.
  public nonisolated static let batteryLevelDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  /// Posted within a minute after the state has changed.
  public nonisolated static let batteryStateDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryStateDidChangeNotification")
}

/// The kind of device that the app runs on.
@MainActor public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom {
  UIDevice.current.userInterfaceIdiom
}

/// The kind of device for which a user interface is designed.
@nonexhaustive public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
  case tv = 2
  case carPlay = 3
  case mac = 5
  case vision = 6
}

/// Checks the battery once a minute while the process runs, and posts the changes.
@MainActor private final class BatteryMonitor {
  private weak var device: UIDevice?
  private var level: Float
  private var state: UIDevice.BatteryState

  init(_ device: UIDevice) {
    self.device = device
    level = device.batteryLevel
    state = device.batteryState
    checkInAMinute()
  }

  private func checkInAMinute() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { [weak self] in
      MainActor.assumeIsolated { self?.check() }
    }
  }

  private func check() {
    guard let device else { return }
    checkInAMinute()
    if device.batteryState != state {
      state = device.batteryState
      NotificationCenter.default.post(
        name: UIDevice.batteryStateDidChangeNotification, object: device)
    }
    if device.batteryLevel != level {
      level = device.batteryLevel
      NotificationCenter.default.post(
        name: UIDevice.batteryLevelDidChangeNotification, object: device)
    }
  }
}
