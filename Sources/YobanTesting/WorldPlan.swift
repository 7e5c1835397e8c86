import YobanSimulatedOS

/// The devices and apps with which the world of a test begins.
///
/// ```swift
/// @Test(.world(seed: 1) { $0.phone(iOS: 17, app: .delegate(AppDelegate.self)) })
/// func `the app reconnects`() async throws {
///   let phone = try World.current.phone
///   await phone.open(try phone.app)
/// }
/// ```
/// They are added in the order of the calls, before the body of the test. If one cannot be added, the test fails with
/// the error of `addPhone`, `addWatch` or `install`, or with that of a file that cannot be read. Accessories, Android
/// phones, a second app and changed constants are added in the body, as without a plan.
public struct WorldPlan: Sendable {
  var steps: [@Sendable (World) throws -> Void] = []

  /// An iPhone that is switched on, unlocked and on Wi-Fi, and the app on it. For the parameters see
  /// `World.addPhone(_:iOS:_:change:)` and the `install` of a phone.
  public mutating func phone(
    _ name: String = "phone", iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
    app code: AppCode<Phone>? = nil,
    infoPlist: @autoclosure @escaping @Sendable () throws -> InfoPlist = InfoPlist(),
    entitlements: @autoclosure @escaping @Sendable () throws -> Entitlements = [],
    resources: @autoclosure @escaping @Sendable () throws -> BundleResources = BundleResources()
  ) {
    steps.append { world in
      let phone = try world.addPhone(name, iOS: version, model)
      guard let code else { return }
      try phone.install(
        code, infoPlist: infoPlist(), entitlements: entitlements(), resources: resources())
    }
  }

  /// An Apple Watch on a wrist, paired with a phone that was added before, and the app on it. For the parameters see
  /// `World.addWatch(_:pairedWith:watchOS:change:)` and the `install` of a watch.
  ///
  /// - Parameter phone: the name of the phone; nil for a watch without a phone.
  public mutating func watch(
    _ name: String = "watch", pairedWith phone: String? = "phone",
    watchOS version: SystemVersion = 10, app code: AppCode<Watch>? = nil,
    infoPlist: @autoclosure @escaping @Sendable () throws -> InfoPlist = InfoPlist(),
    entitlements: @autoclosure @escaping @Sendable () throws -> Entitlements = [],
    resources: @autoclosure @escaping @Sendable () throws -> BundleResources = BundleResources()
  ) {
    steps.append { world in
      let phone = try phone.map { name in
        guard let phone = world.devices.first(where: { $0.name == name }) as? Phone else {
          throw LookupError(
            description:
              "A watch is planned for the phone \"\(name)\", which is not in the plan: call phone() first, or pass pairedWith: nil."
          )
        }
        return phone
      }
      let watch = try world.addWatch(name, pairedWith: phone, watchOS: version)
      guard let code else { return }
      try watch.install(
        code, infoPlist: infoPlist(), entitlements: entitlements(), resources: resources())
    }
  }
}

extension World {
  /// The iPhone of this world.
  ///
  /// - Throws: `LookupError` if there is none, or more than one: find it with `phone(_:)`.
  public var phone: Phone { get throws(LookupError) { try only("phone") } }

  /// The Apple Watch of this world.
  ///
  /// - Throws: `LookupError` if there is none, or more than one: find it with `watch(_:)`.
  public var watch: Watch { get throws(LookupError) { try only("watch") } }

  /// Finds an iPhone by its name.
  ///
  /// - Throws: `LookupError` if there is none with the name.
  public func phone(_ name: String) throws(LookupError) -> Phone { try named(name) }

  /// Finds an Apple Watch by its name.
  ///
  /// - Throws: `LookupError` if there is none with the name.
  public func watch(_ name: String) throws(LookupError) -> Watch { try named(name) }

  private var contents: String {
    devices.isEmpty
      ? "It has no devices."
      : "It has \(devices.map { "\($0.name) (\(type(of: $0)))" }.joined(separator: ", "))."
  }

  private func named<Kind: Device>(_ name: String) throws(LookupError) -> Kind {
    guard let device = devices.first(where: { $0.name == name }) as? Kind else {
      throw LookupError(description: "The world has no \(Kind.self) named \(name). \(contents)")
    }
    return device
  }

  private func only<Kind: Device>(_ property: String) throws(LookupError) -> Kind {
    let found = devices.compactMap { $0 as? Kind }
    guard found.count == 1 else {
      throw LookupError(
        description: found.isEmpty
          ? "The world has no \(Kind.self). \(contents)"
          : "The world has several of the kind \(Kind.self): ask for one by its name, such as world.\(property)(\"\(found[0].name)\")."
      )
    }
    return found[0]
  }
}

extension Device {
  /// The app that is installed on this device.
  ///
  /// - Throws: `LookupError` if there is none, or more than one: keep what `install` returns.
  public var app: InstalledApp {
    get throws(LookupError) {
      guard apps.count == 1 else {
        throw LookupError(
          description: apps.isEmpty
            ? "\(name) has no app: install one."
            : "\(name) has \(apps.count) apps: keep what `install` returns.")
      }
      return apps[0]
    }
  }
}

/// An error: a test asks for the device of a world or the app of a device, and there is none, or there are several.
public struct LookupError: Error, Hashable, CustomStringConvertible {
  public let description: String
}
