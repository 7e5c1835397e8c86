import YobanSimulatedOS

/// A fault on the target that it names in a world.
struct FaultAction: @unchecked SimulationConfined {
  let kind: FaultKind
  private let object: FaultEffect.Object
  private let world: World

  /// Returns nil if the world has no such target, or if it cannot happen now: an app that does not run
  /// cannot be removed from memory.
  init?(_ fault: Fault, in world: World) {
    kind = fault.kind
    guard let object = Self.object(kind, fault.target, in: world), kind.effect.canHappen(object),
      kind.effect.canBegin(object)
    else { return nil }
    switch object {
    case .app(let app): guard app.device.isUp, kind.need.isMet(by: app) else { return nil }
    case .device(let device): guard device.isUp else { return nil }
    case .accessory: break
    }
    (self.object, self.world) = (object, world)
  }

  private static func object(
    _ kind: FaultKind, _ name: String, in world: World
  ) -> FaultEffect.Object? {
    switch kind.target {
    case .accessory:
      return world.accessories.first { $0.name == name }.map { .accessory($0) }
    case .device: return world.devices.first { $0.name == name }.map { .device($0) }
    case .app:
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, let device = world.devices.first(where: { $0.name == parts[0] }),
        let app = device.appsAndExtensions.first(where: { $0.definition.name == parts[1] }),
        app.host == nil || kind.traits.contains(.ofExtensions)
      else { return nil }
      return .app(app)
    }
  }

  /// Whether a kind could ever happen to a target of this world, at some moment.
  static func canHappen(_ kind: FaultKind, to name: String, in world: World) -> Bool {
    object(kind, name, in: world).map(kind.effect.canHappen) ?? false
  }

  /// The codes of the rules by which the system of the target does this. For an accessory they are those of all
  /// devices around it.
  var rules: [String] {
    let platforms: [Platform] =
      switch object {
      case .app(let app): [app.device.profile.platform]
      case .device(let device): [device.profile.platform]
      case .accessory: world.devices.map(\.profile.platform)
      }
    return kind.rules.filter { code in
      guard let rule = RuleBook.rule(code) else { return false }
      return platforms.contains { rule.topic.systems.contain($0) }
    }
  }

  /// The apps, by names such as `phone/Pulse`, that nobody can expect to run again before the user opens them
  /// or the system launches them. The user who sees an app end in front opens it again.
  var appsThatNeedUser: [String] {
    func names(_ apps: [InstalledApp]) -> [String] {
      apps.map { "\($0.device.name)/\($0.definition.name)" }
    }
    switch object {
    case .app(let app):
      let needsUser =
        kind.traits.contains(.needsUser)
        || kind.traits.contains(.endsProcess) && app.isFrontmost
      return needsUser ? names([app]) : []
    case .device(let device):
      if kind.traits.contains(.needsUser) { return names(device.apps) }
      guard kind.traits.contains(.needsUserOnApple) else { return [] }
      guard device.profile.platform == .android, !device.hasPasscode else {
        return names(device.apps)
      }
      // An app that its user has never opened is in the stopped state (AN18).
      return names(device.apps.filter { $0.lastOpened == nil })
    case .accessory: return []
    }
  }

  /// Begins the fault. Returns when the user's action has ended, if it is one.
  ///
  /// - Returns: what ends a fault that lasts.
  func begin() async -> FaultEffect.End? { await kind.effect.begin(object) }

  /// Begins the fault inside a call.
  ///
  /// - Returns: nil if the fault does not concern the call, or cannot begin inside one; then it begins when
  ///   the code of the app returns.
  func begin(in call: AppSystemCall) -> FaultEffect.InCall? {
    switch object {
    case .app(let app): guard app === call.app else { return nil }
    case .device(let device): guard device === call.device else { return nil }
    case .accessory: return nil
    }
    return kind.effect.beginInCall?(object)
  }
}

extension FaultKind {
  /// Whether the kind can happen inside a call. Others begin when the code that makes the call returns.
  var happensInCalls: Bool { effect.beginInCall != nil }
}
