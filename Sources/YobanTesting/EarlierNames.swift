import Foundation
import Testing
import UIKit
import WatchKit
import YobanSimulatedOS

// Names of earlier versions, which the next version removes.

extension AppHost {
  @available(*, deprecated, message: "write install(.swiftUI(PulseApp.self))")
  public func install<App: _ApplicationEntryPoint>(
    _ app: App.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(
      .swiftUI(app), infoPlist: infoPlist, bundleIdentifier: bundleIdentifier,
      entitlements: entitlements, resources: resources, statics: statics)
  }
}

extension Phone {
  @available(*, deprecated, message: "write install(.delegate(AppDelegate.self))")
  public func install<Delegate: UIApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(
      .delegate(delegate), infoPlist: infoPlist, bundleIdentifier: bundleIdentifier,
      entitlements: entitlements, resources: resources, statics: statics)
  }

  @available(*, deprecated, message: "write install(.making { AppDelegate() })")
  public func install<Delegate: UIApplicationDelegate>(
    infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws -> InstalledApp {
    try install(
      .making(makeDelegate), infoPlist: infoPlist, bundleIdentifier: bundleIdentifier,
      entitlements: entitlements, resources: resources, statics: statics)
  }
}

extension Phone {
  @available(*, deprecated, message: "write update(app, to: .making { AppDelegate() })")
  public func update<Delegate: UIApplicationDelegate>(
    _ app: InstalledApp, infoPlist: InfoPlist? = nil, entitlements: Entitlements? = nil,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws {
    try update(app, to: .making(makeDelegate), infoPlist: infoPlist, entitlements: entitlements)
  }
}

extension Watch {
  @available(*, deprecated, message: "write install(.delegate(AppDelegate.self))")
  public func install<Delegate: WKApplicationDelegate>(
    _ delegate: Delegate.Type, infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules
  ) throws -> InstalledApp {
    try install(
      .delegate(delegate), infoPlist: infoPlist, bundleIdentifier: bundleIdentifier,
      entitlements: entitlements, resources: resources, statics: statics)
  }

  @available(*, deprecated, message: "write install(.making { AppDelegate() })")
  public func install<Delegate: WKApplicationDelegate>(
    infoPlist: InfoPlist = InfoPlist(), bundleIdentifier: String? = nil,
    entitlements: Entitlements = [], resources: BundleResources = BundleResources(),
    statics: StaticVariables = .ofLinkedModules,
    delegate makeDelegate: @escaping @MainActor @Sendable () -> Delegate
  ) throws -> InstalledApp {
    try install(
      .making(makeDelegate), infoPlist: infoPlist, bundleIdentifier: bundleIdentifier,
      entitlements: entitlements, resources: resources, statics: statics)
  }
}

extension InstalledApp {
  @available(*, deprecated, message: "the user touches the phone: phone.tap(_:)")
  public func tap(_ name: String) async throws { try await front { try await $0.tap(name) } }

  @available(*, deprecated, message: "the user touches the phone: phone.type(_:into:)")
  public func type(_ text: String, into name: String) async throws {
    try await front { try await $0.type(text, into: name) }
  }

  @available(*, deprecated, message: "the user touches the phone: phone.choose(_:in:)")
  public func choose(_ choice: String, in name: String) async throws {
    try await front { try await $0.choose(choice, in: name) }
  }

  @available(*, deprecated, message: "the user touches the phone: phone.set(_:to:)")
  public func set(_ name: String, to value: Double) async throws {
    try await front { try await $0.set(name, to: value) }
  }

  @available(*, deprecated, message: "the user touches the phone: phone.set(_:to:)")
  public func set(_ name: String, to date: Date) async throws {
    try await front { try await $0.set(name, to: date) }
  }

  @available(*, deprecated, message: "the user touches the phone: phone.pullToRefresh()")
  public func pullToRefresh() async throws { try await front { try await $0.pullToRefresh() } }

  @available(*, deprecated, message: "the user touches the phone: phone.deleteRow(_:)")
  public func delete(_ name: String) async throws {
    try await front { try await $0.deleteRow(name) }
  }

  /// Calls the body with the device, if this app is in front.
  private func front(_ body: (AppleDevice) async throws -> Void) async throws {
    guard state == .active, let device = device as? AppleDevice else {
      throw TouchError(description: "\(definition.name) cannot be touched, because \(absence)")
    }
    try await body(device)
  }
}

extension Trait where Self == WorldTrait {
  @available(*, deprecated, message: "write kinds, such as findings: [.bgtaskLeaked]")
  @_disfavoredOverload
  public static func world(seed: UInt64 = 1, findings: [String]) -> Self {
    world(seed: seed, findings: findings.map(Finding.Kind.init(code:)))
  }
}

@available(*, deprecated, message: "write kinds, such as findings: [.bgtaskLeaked]")
@_disfavoredOverload
@discardableResult
public func withWorld<Result: Sendable>(
  seed: UInt64 = 1, findings: [String], sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (World) async throws -> Result
) async throws -> Result {
  try await withWorld(
    seed: seed, findings: findings.map(Finding.Kind.init(code:)), sourceLocation: sourceLocation,
    body)
}

extension Finding {
  /// The name, and the rule if there is one, such as `bgtask.leaked BG4`.
  @available(
    *, deprecated, message: "compare kinds: findings.are([.bgtaskLeaked]), finding.matches(_:)"
  )
  public var code: String { rule.map { "\(name) \($0.code)" } ?? name }
}

extension Finding.Kind {
  /// A name and its rule, such as `bgtask.leaked BG4`.
  fileprivate init(code: String) {
    let words = code.split(separator: " ").map(String.init)
    let kind = Self.allCases.first { $0.name == words.first } ?? Self(code)
    self = words.count == 2 ? RuleBook.rule(words[1]).map(kind.by) ?? Self(code) : kind
  }
}

// Values that a test reads belong to the app.

extension LocationService {
  @available(*, deprecated, message: "a test reads the app: app.locationAuthorization")
  public func authorization(of app: InstalledApp) -> LocationAuthorization {
    app.locationAuthorization
  }
}

extension BluetoothService {
  @available(*, deprecated, message: "a test reads the app: app.bluetoothAuthorization")
  public func authorization(of app: InstalledApp) -> BluetoothAuthorization {
    app.bluetoothAuthorization
  }
}

extension MotionService {
  @available(*, deprecated, message: "a test reads the app: app.motionAuthorization")
  public func authorization(of app: InstalledApp) -> MotionAuthorization { app.motionAuthorization }
}

extension AudioService {
  @available(*, deprecated, message: "a test reads the app: app.microphonePermission")
  public func microphonePermission(of app: InstalledApp) -> MicrophonePermission {
    app.microphonePermission
  }
}

extension NotificationService {
  @available(*, deprecated, message: "a test reads the app: app.notificationPermission")
  public func permission(of app: InstalledApp) -> String { app.notificationPermission }
}

extension NotificationService {
  @available(*, deprecated, message: "a test reads the app: app.shownNotifications")
  public func shown(of app: InstalledApp) -> [ShownNotification] { app.shownNotifications }
}

extension SchedulerService {
  @available(*, deprecated, message: "a test reads the app: app.pendingTaskRequests")
  public func pendingRequests(of app: InstalledApp) -> [ScheduledTaskRequest] {
    app.pendingTaskRequests
  }
}

extension AppleDevice {
  @available(*, deprecated, message: "a test reads the app: app.backgroundRefreshStatus")
  public func backgroundRefreshStatus(of app: InstalledApp) -> BackgroundRefreshStatus {
    app.backgroundRefreshStatus
  }
}

extension AndroidService {
  @available(*, deprecated, message: "a test reads the app: app.importance")
  public func importance(of app: InstalledApp) -> AndroidImportance { app.importance }
}

extension AndroidService {
  @available(*, deprecated, message: "a test reads the app: app.standbyBucket")
  public func standbyBucket(of app: InstalledApp) -> StandbyBucket { app.standbyBucket }
}

extension AndroidPhone {
  @available(*, deprecated, message: "a test reads the app: app.grantedPermissions")
  public func permissionsGranted(to app: InstalledApp) -> [String] { app.grantedPermissions }
}

extension HealthService {
  @available(*, deprecated, message: "a test reads the app: app.healthAuthorization(toShare:)")
  public func authorization(toShare type: String, of app: InstalledApp) -> HealthAuthorization {
    app.healthAuthorization(toShare: type)
  }
}

extension AppleDevice {
  @available(*, deprecated, message: "a test reads the app: app.isGranted(_:)")
  public func isGranted(_ permission: PrivacyPermission, to app: InstalledApp) -> Bool {
    app.isGranted(permission)
  }
}
