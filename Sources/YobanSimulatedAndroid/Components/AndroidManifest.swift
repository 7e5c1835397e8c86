import Foundation
import YobanSimulatedDevices

/// The part of an app's AndroidManifest.xml that the simulated system uses.
public struct AndroidManifest: Sendable, Hashable, Codable {
  /// The package name, such as `example.night`.
  public var package: String
  /// The API level that the app targets. Many rules apply only to apps with a certain target or
  /// higher.
  public var targetSdkVersion: Int
  /// `<uses-permission>`, without the prefix `android.permission.`, such as `WAKE_LOCK` or
  /// `health.READ_HEART_RATE`. The initializer also accepts full names; names that are set later
  /// must be short.
  public var permissions: [String]
  public var components: [Component]
  /// `android:debuggable`.
  public var isDebuggable: Bool

  public init(
    package: String, targetSdkVersion: Int, permissions: [String] = [], components: [Component],
    isDebuggable: Bool = false
  ) {
    self.package = package
    self.targetSdkVersion = targetSdkVersion
    self.permissions = permissions.map(Self.short)
    self.components = components
    self.isDebuggable = isDebuggable
  }

  /// A component: `<activity>`, `<service>` or `<receiver>`.
  public struct Component: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable { case activity, service, receiver }

    public var kind: Kind
    /// The class's simple name, such as `RecorderService`; `.RecorderService` is also accepted.
    public var name: String
    public var isExported: Bool
    /// `android:foregroundServiceType`, such as `health`.
    public var foregroundServiceType: ForegroundServiceType
    /// The actions of its intent filter.
    public var actions: [String]
    /// `android:stopWithTask` of a service.
    public var stopsWithTask: Bool

    public init(
      _ kind: Kind, _ name: String, isExported: Bool = false,
      foregroundServiceType: ForegroundServiceType = [], actions: [String] = [],
      stopsWithTask: Bool = false
    ) {
      self.kind = kind
      self.name = name.hasPrefix(".") ? String(name.dropFirst()) : name
      self.isExported = isExported
      self.foregroundServiceType = foregroundServiceType
      self.actions = actions
      self.stopsWithTask = stopsWithTask
    }

    public static func activity(_ name: String) -> Self { Self(.activity, name, isExported: true) }

    /// Returns a service.
    ///
    /// - Parameter actions: such as `android.companion.CompanionDeviceService`, for a service of that class.
    public static func service(
      _ name: String, foregroundServiceType type: ForegroundServiceType = [],
      actions: [String] = [], stopsWithTask: Bool = false
    ) -> Self {
      Self(
        .service, name, foregroundServiceType: type, actions: actions, stopsWithTask: stopsWithTask)
    }

    /// Returns a receiver.
    ///
    /// - Parameter actions: such as `android.intent.action.BOOT_COMPLETED`.
    public static func receiver(_ name: String, actions: [String]) -> Self {
      Self(.receiver, name, actions: actions)
    }
  }

  /// Returns the name without the prefix of Android's own permissions.
  static func short(_ permission: String) -> String {
    let prefix = "android.permission."
    return permission.hasPrefix(prefix) ? String(permission.dropFirst(prefix.count)) : permission
  }

  /// Whether it declares a permission, given with or without `android.permission.`.
  public func uses(_ permission: String) -> Bool { permissions.contains(Self.short(permission)) }

  /// The name of the CompanionDeviceService; nil if there is none (AN24).
  var companionService: String? {
    components.first {
      $0.kind == .service && $0.actions.contains("android.companion.CompanionDeviceService")
    }?.name
  }

  func component(_ kind: Component.Kind, _ name: String) -> Component? {
    components.first { $0.kind == kind && $0.name == name }
  }
}

extension AndroidManifest {
  /// The key of the app's settings that holds the manifest.
  private static let key = "AndroidManifest"

  /// Reads the manifest of an app that was made with `AppDefinition.android`; nil for other apps.
  init?(_ app: AppDefinition) {
    guard let data = app.infoPlist.values[Self.key] as? Data,
      let manifest = try? PropertyListDecoder().decode(Self.self, from: data)
    else { return nil }
    self = manifest
  }

  fileprivate func entry() -> [String: Any] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a manifest is made of property-list values")
    }
    // Values from a peer are delivered to an Android app in the background too (AN15).
    return [Self.key: data, "UIBackgroundModes": ["bluetooth-central"]]
  }
}

extension AppDefinition {
  /// Returns the definition of an Android app.
  ///
  /// - Parameters:
  ///   - name: the short name for traces, such as `NightAndroidApp`.
  ///   - settings: the values that the app reads from `Bundle.main`.
  ///   - main: calls `ActivityThread.main` with the classes of the manifest's components.
  public static func android(
    _ manifest: AndroidManifest, name: String, settings: InfoPlist = InfoPlist(),
    main: @escaping @MainActor @Sendable () -> Void
  ) -> AppDefinition {
    let values = settings.values.merging(manifest.entry()) { _, manifest in manifest }
    return AppDefinition(
      bundleIdentifier: manifest.package, name: name, infoPlist: InfoPlist(values), main: main)
  }
}
