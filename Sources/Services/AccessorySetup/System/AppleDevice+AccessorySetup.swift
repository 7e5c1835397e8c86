import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

// AccessorySetupKit: what the user does.
extension AppleDevice {
  /// The user picks an accessory in the picker of AccessorySetupKit (AS2, AS4).
  ///
  /// ```swift
  /// #expect(phone.accessorySetup.shown.map(\.name) == ["Chest strap"])
  /// phone.pickAccessory("Chest strap")
  /// try await world.pass(.seconds(5))
  /// ```
  ///
  /// The accessory is set up after a moment (`profile.accessorySetup.setUp`), and the user closes the picker after
  /// another (`closing`).
  ///
  /// - Parameters:
  ///   - name: one of the names in `accessorySetup.shown`.
  ///   - newName: the name that the user gives it, if the app's item asks for one (`.rename`).
  ///   - closes: false to leave the picker open; see `dismissAccessoryPicker()`.
  public final func pickAccessory(
    _ name: String, newName: String? = nil, closes: Bool = true
  ) {
    let service = accessorySetup
    guard let picker = service.picker, picker.machine.isSearching,
      let candidate = service.candidates(of: picker).first(where: { $0.name == name })
    else {
      let shown = service.shown.map(\.name).joined(separator: ", ")
      return Misuse.report(
        "The picker of accessories on \(self.name) does not show \(name). It shows: \(shown.isEmpty ? "nothing" : shown)."
      )
    }
    userComes()
    post(.user("picks the accessory \(name)"))
    let item = candidate.item
    picker.picked = (item, item.renames ? newName ?? name : name)
    picker.closes = closes
    let choice = AccessoryPickerMachine.Choice(
      peer: service.stack.identifier(of: candidate.peer), pairs: item.descriptor.pairs,
      renames: item.renames, confirms: item.confirms)
    service.perform(picker) { $0.picked(choice) }
    service.schedule(service.policy.setUp, picker) { service, picker in
      service.perform(picker) { $0.setUp() }
      picker.picked = nil
      service.migrateIfDone(picker)
    }
  }

  /// The user closes the picker of AccessorySetupKit: a cancellation, unless an accessory was set up (AS4).
  public final func dismissAccessoryPicker() {
    guard let picker = accessorySetup.picker, picker.machine.isShown else {
      return Misuse.report("\(name) shows no picker of accessories.")
    }
    userComes()
    post(.user("closes the picker of accessories"))
    accessorySetup.perform(picker) { $0.dismissed() }
  }

  /// The user removes an accessory of an app in Settings (AS8).
  ///
  /// - Parameter name: the name that the user sees.
  public final func removeSetUpAccessory(_ name: String, of app: InstalledApp) {
    guard let accessory = setUpAccessory(name, of: app) else { return }
    userComes()
    post(.user("removes the accessory \(name) of \(app.definition.name) in Settings"))
    accessorySetup.remove(accessory.identifier, of: app, by: "the user")
  }

  /// The user renames an accessory of an app in Settings (AS8).
  public final func renameSetUpAccessory(_ name: String, to new: String, of app: InstalledApp) {
    guard let accessory = setUpAccessory(name, of: app) else { return }
    userComes()
    post(.user("renames the accessory \(name) of \(app.definition.name) to \(new)"))
    accessorySetup.rename(accessory.identifier, to: new, of: app)
  }

  private func setUpAccessory(_ name: String, of app: InstalledApp) -> SetUpAccessory? {
    let all = accessorySetup.accessories(of: app)
    if let found = all.first(where: { $0.name == name }) { return found }
    let names = all.map(\.name).joined(separator: ", ")
    Misuse.report(
      "\(app.definition.name) has no accessory \(name). It has: \(names.isEmpty ? "none" : names).")
    return nil
  }
}
