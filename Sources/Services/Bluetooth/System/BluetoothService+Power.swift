import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

extension BluetoothService {
  /// A control with which the user switches the radio.
  public enum PowerSwitch: Sendable, Hashable, CustomStringConvertible {
    case settings
    /// The button in Control Center.
    case controlCenter
    /// Airplane mode. Whether it leaves Bluetooth on depends on an earlier choice of the user
    /// (BT27).
    case airplaneMode(leavesBluetoothOn: Bool)

    public var description: String {
      switch self {
      case .settings: "Settings"
      case .controlCenter: "Control Center"
      case .airplaneMode(leavesBluetoothOn: true): "Airplane mode leaving Bluetooth on"
      case .airplaneMode(leavesBluetoothOn: false): "Airplane mode"
      }
    }
  }

  /// Switches Bluetooth off, as the user, in one of three ways (BT2, BT27).
  ///
  /// Airplane mode that leaves Bluetooth on changes nothing since iOS 11.
  public func switchOff(by way: PowerSwitch) {
    device.post(.user("switches Bluetooth off (\(way))"))
    let interruption: BluetoothInterruption
    switch way {
    case .settings: interruption = .switchedOffInSettings
    case .controlCenter: interruption = .controlCenterButton
    case .airplaneMode(leavesBluetoothOn: false): interruption = .switchedOffInSettings
    case .airplaneMode(leavesBluetoothOn: true):
      interruption = .airplaneModeKeepingBluetooth
      if policy.relaunches(after: interruption, hasSetUpAccessory: false) { return }
    }
    powerOff(.poweredOff, interruption)
  }

  /// Switches Bluetooth on again, as the user.
  public func switchOn() {
    device.post(.user("switches Bluetooth on"))
    if state == .poweredOff { powerOn() }
  }

  /// Crashes the daemon, which returns after a moment: the state is `resetting`, then `poweredOn`
  /// (BT1, BT2).
  ///
  /// - Parameter duration: the time until the daemon returns. Default: the value in the profile.
  public func reset(for duration: Duration? = nil) {
    powerOff(.resetting, .removedFromMemory)
    simulation.schedule(at: now + (duration ?? policy.resetDuration)) { [weak self] in
      if let self, state == .resetting { powerOn() }
    }
  }

  private func powerOn() {
    state = .poweredOn
    device.post(.bluetooth(.power(state)))
    for session in centrals { session.refreshAll() }
    for session in sessions { announce(to: session) }
    role.advertisingChanged()
    reportPowerToLink()
  }

  private func powerOff(_ new: BluetoothState, _ interruption: BluetoothInterruption) {
    guard state != new, state != .poweredOff else { return }
    state = new
    device.post(.bluetooth(.power(new)))
    for session in sessions where session.process == nil {
      let hasSetUp = hasSetUpAccessory(session.app)
      let isKept = policy.relaunches(after: interruption, hasSetUpAccessory: hasSetUp)
      if isKept { session.suspendRadio() } else { session.close() }
    }
    for session in sessions where session.process != nil { session.becameUnavailable(to: new) }
    for session in sessions { announce(to: session) }
    role.radioWentOff()
    role.advertisingChanged()
    reportPowerToLink()
  }

  /// The link between a watch and its phone needs the radio, too (WC7).
  private func reportPowerToLink() { if device.counterpart != nil { device.conditionsChanged() } }

  // MARK: Permission

  package func authorization(of app: InstalledApp) -> BluetoothAuthorization {
    if let chosen = grantedPeers(of: app) {
      return chosen.isEmpty ? .notDetermined : .allowedAlways
    }
    return permission(of: app)
  }

  /// The permission for all peers.
  func permission(of app: InstalledApp) -> BluetoothAuthorization {
    guard policy.asksForPermission else { return .allowedAlways }
    return app.answers["bluetooth"].flatMap { Int($0) }.flatMap(BluetoothAuthorization.init)
      ?? .notDetermined
  }

  /// Records the user's answer to the permission dialog, or a change of the setting (BT3).
  public func setAuthorization(_ answer: BluetoothAuthorization, for app: InstalledApp) {
    guard authorization(of: app) != answer else { return }
    if grantedPeers(of: app)?.isEmpty == false {
      return Misuse.report(
        "\(app.definition.name) has accessories that the user has set up, and no permission for all of Bluetooth that could be changed (BT33): let the user take them away with removeSetUpAccessory(_:of:)."
      )
    }
    app.answers["bluetooth"] = String(answer.rawValue)
    device.post(.bluetooth(.authorization("\(answer)")), process: app.process?.name)
    updateChosenPeers(of: app)
    for session in sessions where session.app === app {
      if answer != .allowedAlways { session.becameUnavailable(to: .unauthorized) }
      announce(to: session)
    }
  }

  /// Allows or forbids, as the user, that an accessory reads the phone's notifications (ANCS).
  public func setANCSAuthorization(_ isAuthorized: Bool, for accessory: Accessory) {
    let identifier = stack.identifier(of: accessory.peer)
    if isAuthorized {
      ancsAuthorized.insert(identifier)
    } else {
      ancsAuthorized.remove(identifier)
    }
    for session in centrals where session.connection(identifier)?.isConnected ?? false {
      session.deliver(.ancsAuthorization(identifier, isAuthorized), .event)
    }
  }

  func askForPermission(_ app: InstalledApp) {
    guard authorization(of: app) == .notDetermined, grantedPeers(of: app) == nil else { return }
    let answer = plannedAnswers[app] ?? .allowedAlways
    simulation.schedule(at: now + policy.answerDelay) { [weak self, weak app] in
      guard let self, let app, authorization(of: app) == .notDetermined else { return }
      setAuthorization(answer, for: app)
    }
  }

  /// Checks the requirements of a first use. Returns false if it terminated the process (BT3,
  /// BT24).
  func mayUse(
    _ process: AppProcess, _ role: BluetoothRole, _ restoreIdentifier: String?
  ) -> Bool {
    let plist = process.app.definition.infoPlist
    if let key = policy.usageDescriptionKey, plist.text(key) == nil,
      grantedPeers(of: process.app) == nil
    {
      process.report(.missingBluetoothUsageDescription(key))
      process.kill(
        .crash("privacy violation: the app accessed Bluetooth without \(key) in its Info.plist"))
      return false
    }
    if restoreIdentifier != nil, !plist.backgroundModes.contains(role.backgroundMode) {
      process.report(.restorationWithoutMode(role.backgroundMode))
      process.kill(
        .crash(
          "NSInternalInconsistencyException: state restoration is only allowed for apps with the background mode \(role.backgroundMode)"
        ))
      return false
    }
    return process.isAlive(for: "CBManager.init")
  }
}

extension BluetoothService {
  /// Plans what the user answers when the app asks for Bluetooth. Default: it is allowed.
  public func answer(_ answer: BluetoothAuthorization, for app: InstalledApp) {
    plannedAnswers[app] = answer
  }

  @available(*, deprecated, message: "give the app: answer(_:for:)")
  public var answers: [String: BluetoothAuthorization] {
    get { plannedAnswers.byName }
    set { plannedAnswers.byName = newValue }
  }
}
