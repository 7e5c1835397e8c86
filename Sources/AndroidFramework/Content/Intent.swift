internal import YobanSimulatedAndroid

/// `android.content.Intent`.
open class Intent: @unchecked SimulationConfined {
  public static let ACTION_MAIN = "android.intent.action.MAIN"
  public static let ACTION_BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED"
  public static let ACTION_TIME_CHANGED = "android.intent.action.TIME_SET"
  public static let ACTION_TIMEZONE_CHANGED = "android.intent.action.TIMEZONE_CHANGED"
  public static let ACTION_LOCALE_CHANGED = "android.intent.action.LOCALE_CHANGED"
  public static let ACTION_SCREEN_ON = "android.intent.action.SCREEN_ON"
  public static let ACTION_SCREEN_OFF = "android.intent.action.SCREEN_OFF"
  public static let ACTION_POWER_CONNECTED = "android.intent.action.ACTION_POWER_CONNECTED"
  public static let ACTION_POWER_DISCONNECTED = "android.intent.action.ACTION_POWER_DISCONNECTED"

  var description: AndroidIntentDescription

  public init() { description = AndroidIntentDescription() }
  public init(_ action: String) { description = AndroidIntentDescription(action: action) }

  /// Creates an intent for a component of this app, by its class.
  public init(_ packageContext: Context, _ cls: AnyClass) {
    description = AndroidIntentDescription(
      component: simpleName(cls), package: packageContext.getPackageName())
  }

  init(_ description: AndroidIntentDescription) { self.description = description }

  open func getAction() -> String? { description.action }
  @discardableResult open func setAction(_ action: String?) -> Intent {
    description.action = action
    return self
  }
  open func getComponent() -> ComponentName? {
    description.component.map { ComponentName(description.package ?? "", $0) }
  }
  @discardableResult open func setComponent(_ component: ComponentName?) -> Intent {
    description.component = component?.simpleName
    description.package = component?.getPackageName()
    return self
  }
  @discardableResult open func setPackage(_ packageName: String?) -> Intent {
    description.package = packageName
    return self
  }
  open func getFlags() -> Int32 { description.flags }

  // MARK: Extras

  @discardableResult open func putExtra(_ name: String, _ value: String) -> Intent {
    put(name, .text(value))
  }
  @discardableResult open func putExtra(_ name: String, _ value: Int32) -> Intent {
    put(name, .int(value))
  }
  @discardableResult open func putExtra(_ name: String, _ value: Int64) -> Intent {
    put(name, .long(value))
  }
  @discardableResult open func putExtra(_ name: String, _ value: Double) -> Intent {
    put(name, .double(value))
  }
  @discardableResult open func putExtra(_ name: String, _ value: Bool) -> Intent {
    put(name, .boolean(value))
  }
  private func put(_ name: String, _ value: AndroidIntentDescription.Value) -> Intent {
    description.extras[name] = value
    return self
  }

  open func hasExtra(_ name: String) -> Bool { description.extras[name] != nil }
  open func getStringExtra(_ name: String) -> String? {
    if case .text(let value) = description.extras[name] { value } else { nil }
  }
  open func getIntExtra(_ name: String, _ defaultValue: Int32) -> Int32 {
    if case .int(let value) = description.extras[name] { value } else { defaultValue }
  }
  open func getLongExtra(_ name: String, _ defaultValue: Int64) -> Int64 {
    if case .long(let value) = description.extras[name] { value } else { defaultValue }
  }
  open func getDoubleExtra(_ name: String, _ defaultValue: Double) -> Double {
    if case .double(let value) = description.extras[name] { value } else { defaultValue }
  }
  open func getBooleanExtra(_ name: String, _ defaultValue: Bool) -> Bool {
    if case .boolean(let value) = description.extras[name] { value } else { defaultValue }
  }
}

/// Returns the name of a class as the manifest contains it.
func simpleName(_ cls: AnyClass) -> String { String(describing: cls) }

/// `android.content.ComponentName`.
public final class ComponentName: Sendable, Hashable {
  private let package: String
  let simpleName: String

  /// - Parameter cls: The class's name, with or without the package.
  public init(_ pkg: String, _ cls: String) {
    package = pkg
    simpleName = cls.split(separator: ".").last.map(String.init) ?? cls
  }

  public convenience init(_ pkg: Context, _ cls: AnyClass) {
    self.init(pkg.getPackageName(), String(describing: cls))
  }

  public func getPackageName() -> String { package }
  public func getClassName() -> String { "\(package).\(simpleName)" }
  public func getShortClassName() -> String { ".\(simpleName)" }
  public func flattenToShortString() -> String { "\(package)/.\(simpleName)" }

  public static func == (a: ComponentName, b: ComponentName) -> Bool {
    a.package == b.package && a.simpleName == b.simpleName
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(package)
    hasher.combine(simpleName)
  }
}

/// `android.content.IntentFilter`, limited to actions.
public final class IntentFilter: @unchecked SimulationConfined {
  private(set) var actions: [String] = []
  public init() {}
  public init(_ action: String) { actions = [action] }
  public func addAction(_ action: String) { actions.append(action) }
  public func hasAction(_ action: String) -> Bool { actions.contains(action) }
  public func countActions() -> Int32 { Int32(actions.count) }
}

/// `android.content.BroadcastReceiver`.
open class BroadcastReceiver: @unchecked SimulationConfined {
  public required init() {}
  /// Called on the main thread. Return within a few seconds.
  open func onReceive(_ context: Context, _ intent: Intent) throws {}
}

/// `android.content.pm.PackageManager`, limited to permissions and the pause of unused apps.
public final class PackageManager {
  public static let PERMISSION_GRANTED: Int32 = 0
  public static let PERMISSION_DENIED: Int32 = -1

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Returns whether the user switched off that the system resets the app's permissions, and lets it hibernate, if it
  /// is not used for months (AN23). Requires API level 30.
  public func isAutoRevokeWhitelisted() -> Bool {
    client.needs(api: 30, for: "PackageManager.isAutoRevokeWhitelisted")
    return client.isExemptFromPause
  }

  public func checkPermission(_ permName: String, _ packageName: String) -> Int32 {
    packageName == client.manifest.package && client.holds(permName)
      ? Self.PERMISSION_GRANTED : Self.PERMISSION_DENIED
  }
}

/// `android.content.pm.ServiceInfo`: the types of foreground services (AN3, AN5).
public enum ServiceInfo {
  public static let FOREGROUND_SERVICE_TYPE_NONE: Int32 = 0
  /// The types that the manifest declares.
  public static let FOREGROUND_SERVICE_TYPE_MANIFEST: Int32 = -1
  public static let FOREGROUND_SERVICE_TYPE_DATA_SYNC: Int32 = 1
  public static let FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK: Int32 = 2
  public static let FOREGROUND_SERVICE_TYPE_PHONE_CALL: Int32 = 4
  public static let FOREGROUND_SERVICE_TYPE_LOCATION: Int32 = 8
  public static let FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE: Int32 = 16
  public static let FOREGROUND_SERVICE_TYPE_MEDIA_PROJECTION: Int32 = 32
  public static let FOREGROUND_SERVICE_TYPE_CAMERA: Int32 = 64
  public static let FOREGROUND_SERVICE_TYPE_MICROPHONE: Int32 = 128
  public static let FOREGROUND_SERVICE_TYPE_HEALTH: Int32 = 256
  public static let FOREGROUND_SERVICE_TYPE_REMOTE_MESSAGING: Int32 = 512
  public static let FOREGROUND_SERVICE_TYPE_SYSTEM_EXEMPTED: Int32 = 1024
  public static let FOREGROUND_SERVICE_TYPE_SHORT_SERVICE: Int32 = 2048
  public static let FOREGROUND_SERVICE_TYPE_MEDIA_PROCESSING: Int32 = 8192
  public static let FOREGROUND_SERVICE_TYPE_SPECIAL_USE: Int32 = 1 << 30
}
