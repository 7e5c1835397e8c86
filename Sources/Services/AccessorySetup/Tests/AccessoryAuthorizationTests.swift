import AccessorySetupKit
import CoreBluetooth
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Accessories that wait for the app: with a migration, with a permission, and without their picker (AS7, AS9).
@Suite struct AccessoryAuthorizationTests {
  private static func pick(
    _ phone: Phone, _ app: InstalledApp, migrating known: UUID? = nil
  ) async throws {
    await phone.open(app)
    await phone.touch(app, "add") {
      let item = SetupApp.item { $0.bluetoothNameSubstring = "New" }
      item.setupOptions = .confirmAuthorization
      var items = [item]
      if let known { items.append(SetupApp.migration("Old strap", known)) }
      SetupApp.showPicker(items)
    }
    try await sleep(1)
    phone.pickAccessory("Chest strap")
    try await sleep(5)
    #expect(
      phone.accessorySetup.accessories(of: app).map(\.state) == [.awaitingAuthorization])
  }

  private static func confirm(_ phone: Phone, _ app: InstalledApp) async {
    await phone.touch(app, "confirm") {
      SetupApp.session.finishAuthorization(
        for: SetupApp.session.accessories[0], settings: .default
      ) { print("confirmed \($0 == nil)") }
    }
  }

  @Test func `a migration follows the authorization of a new accessory (AS7, AS9)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let old = try phone.world.strap("old", "Old")
      try phone.world.strap("new", "New")
      let app = try phone.install(SetupApp.app())
      let identifier = phone.bluetooth.stack.identifier(of: old.peer)
      phone.bluetooth.stack.met(old.peer, identifier)
      try await Self.pick(phone, app, migrating: identifier)
      await Self.confirm(phone, app)
      try await sleep(2)
    }
    #expect(
      world.output == [
        "activated", "pickerDidPresent", "accessoryAdded Chest strap 10",
        "accessoryChanged Chest strap 20", "accessoryAdded Old strap 20", "migrationComplete",
        "confirmed true", "pickerDidDismiss", "picker done",
      ])
  }

  @Test func `the permission ends with the authorization (AS9, BT33)`() async throws {
    _ = try await withPhone(iOS: 18) { phone in
      try phone.world.strap("new", "New")
      let app = try phone.install(
        SetupApp.app(["NSBluetoothAlwaysUsageDescription": "Finds your strap."]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      try await Self.pick(phone, app)
      #expect(phone.bluetooth.hasPermission(app))
      await Self.confirm(phone, app)
      #expect(!phone.bluetooth.hasPermission(app))
    }
  }

  @Test(arguments: [false, true])
  func `an accessory does not wait without its session (AS9)`(_ isInvalidated: Bool) async throws {
    _ = try await withPhone(iOS: 18) { phone in
      try phone.world.strap("new", "New")
      let app = try phone.install(SetupApp.app())
      try await Self.pick(phone, app)
      if isInvalidated {
        await phone.touch(app, "end") { SetupApp.session.invalidate() }
      } else {
        app.process?.kill(.crash("by the test"))
      }
      #expect(phone.accessorySetup.accessories(of: app) == [])
      #expect(!phone.accessorySetup.isPickerShown)
    }
  }
}
