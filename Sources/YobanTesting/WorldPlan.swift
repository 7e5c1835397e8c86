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
/// the error of `addPhone`, `addWatch` or `install`.
public struct WorldPlan: Sendable {
  var steps: [@Sendable (World) throws -> Void] = []

  /// An iPhone that is switched on, unlocked and on Wi-Fi, and the app on it. For the parameters see
  /// `World.addPhone(_:iOS:_:change:)` and the `install` of a phone.
  public mutating func phone(
    _ name: String = "phone", iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
    app code: AppCode<Phone>? = nil, infoPlist: InfoPlist = InfoPlist(),
    entitlements: Entitlements = [], resources: BundleResources = BundleResources()
  ) {
    steps.append { world in
      let phone = try world.addPhone(name, iOS: version, model)
      guard let code else { return }
      _ = try phone.install(
        code, infoPlist: infoPlist, entitlements: entitlements, resources: resources)
    }
  }

  /// An Apple Watch on a wrist, paired with a phone that was added before, and the app on it. For the parameters see
  /// `World.addWatch(_:pairedWith:watchOS:change:)` and the `install` of a watch.
  ///
  /// - Parameter phone: the name of the phone; nil for a watch without a phone.
  public mutating func watch(
    _ name: String = "watch", pairedWith phone: String? = "phone",
    watchOS version: SystemVersion = 10, app code: AppCode<Watch>? = nil,
    infoPlist: InfoPlist = InfoPlist(), entitlements: Entitlements = [],
    resources: BundleResources = BundleResources()
  ) {
    steps.append { world in
      let phone: Phone? = try phone.map { try world.device($0) }
      let watch = try world.addWatch(name, pairedWith: phone, watchOS: version)
      guard let code else { return }
      _ = try watch.install(
        code, infoPlist: infoPlist, entitlements: entitlements, resources: resources)
    }
  }
}

extension World {
  /// The iPhone of this world.
  ///
  /// - Throws: `NotTheOnlyOne` if there is none, or more than one: find it with `device(_:)`.
  public var phone: Phone { get throws(NotTheOnlyOne) { try only() } }

  /// The Apple Watch of this world.
  ///
  /// - Throws: `NotTheOnlyOne` if there is none, or more than one: find it with `device(_:)`.
  public var watch: Watch { get throws(NotTheOnlyOne) { try only() } }

  /// Finds a device by its name, such as `let work: Phone = try world.device("work")`.
  ///
  /// - Throws: `NotTheOnlyOne` if there is no device of this type with the name.
  public func device<Kind: Device>(_ name: String) throws(NotTheOnlyOne) -> Kind {
    guard let device = devices.first(where: { $0.name == name }) as? Kind else {
      throw NotTheOnlyOne(
        description:
          "The world has no \(Kind.self) named \(name). Its devices: \(devices.map(\.name))")
    }
    return device
  }

  private func only<Kind: Device>() throws(NotTheOnlyOne) -> Kind {
    let found = devices.compactMap { $0 as? Kind }
    guard found.count == 1 else {
      throw NotTheOnlyOne(
        description: found.isEmpty
          ? "The world has no \(Kind.self): add it in the trait, or to the world."
          : "The world has \(found.count) devices of the kind \(Kind.self): ask for one by its name, such as device(\"\(found[0].name)\")."
      )
    }
    return found[0]
  }
}

extension Device {
  /// The app that is installed on this device.
  ///
  /// - Throws: `NotTheOnlyOne` if there is none, or more than one: keep what `install` returns.
  public var app: InstalledApp {
    get throws(NotTheOnlyOne) {
      guard apps.count == 1 else {
        throw NotTheOnlyOne(
          description: apps.isEmpty
            ? "\(name) has no app: install one."
            : "\(name) has \(apps.count) apps: keep what `install` returns.")
      }
      return apps[0]
    }
  }
}

/// An error: a test asks for the only device of a world or the only app of a device, and there is none or there are
/// several.
public struct NotTheOnlyOne: Error, Hashable, CustomStringConvertible {
  public let description: String
}
