import AccessorySetupKit
import CoreBluetooth
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The session and its picker (AS1 to AS7, AS9, AS10).
@Suite struct AccessoryPickerTests {
  @Test func `an accessory is added before the picker is dismissed (AS1, AS4)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      #expect(!phone.accessorySetup.isPickerShown)
      try await sleep(1)
      #expect(
        phone.accessorySetup.shown == [ShownAccessory(name: "Chest strap", accessory: "strap")])
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      #expect(!phone.accessorySetup.isPickerShown)
      #expect(phone.accessorySetup.accessories(of: app).map(\.name) == ["Chest strap"])
    }
    #expect(
      world.output == [
        "activated", "pickerDidPresent", "accessoryAdded Chest strap 20", "pickerDidDismiss",
        "picker done",
      ])
    #expect(world.kinds == [])
  }

  @Test func `pairing and a new name are reported before the accessory is added (AS4)`()
    async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") {
        let item = SetupApp.item { $0.supportedOptions = .bluetoothPairingLE }
        item.setupOptions = .rename
        SetupApp.showPicker([item])
      }
      try await sleep(1)
      phone.pickAccessory("Chest strap", newName: "Left", closes: false)
      try await sleep(5)
      #expect(phone.accessorySetup.isPickerShown)
      phone.dismissAccessoryPicker()
      try await sleep(1)
    }
    #expect(
      world.output == [
        "activated", "pickerDidPresent", "pickerSetupPairing", "pickerSetupRename",
        "accessoryAdded Left 20", "pickerDidDismiss", "picker done",
      ])
  }

  @Test func `a cancelled picker fails with 700, and one that finds nothing with 200 (AS4, AS6)`()
    async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      // The picker appears after 0.5 s and stays for more than 30 s, because it shows something.
      try await sleep(60)
      #expect(phone.accessorySetup.shown.count == 1)
      phone.dismissAccessoryPicker()
      strap.switchOff()
      await phone.touch(app, "add again") { SetupApp.showPicker() }
      try await sleep(30.4)
      #expect(phone.accessorySetup.isPickerShown)
      try await sleep(0.2)
      #expect(!phone.accessorySetup.isPickerShown)
      await phone.touch(app, "add a third time") { SetupApp.showPicker() }
      try await sleep(1)
      await phone.goHome()
      try await sleep(1)
      #expect(!phone.accessorySetup.isPickerShown)
    }
    #expect(
      world.output.filter { $0.hasPrefix("picker ") } == [
        "picker ASErrorDomain 700", "picker ASErrorDomain 200", "picker ASErrorDomain 700",
      ])
    #expect(world.output.count { $0 == "pickerDidDismiss" } == 3)
  }

  @Test(arguments: [
    (60.0, ASPickerDisplaySettings.DiscoveryTimeout.short), (120, .medium), (300, .long),
  ])
  func `from iOS 26 on the app sets how long the picker searches (AS6)`(
    _ row: (seconds: Double, timeout: ASPickerDisplaySettings.DiscoveryTimeout)
  ) async throws {
    _ = try await withPhone(iOS: 26) { phone in
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") {
        let settings = ASPickerDisplaySettings.default
        settings.discoveryTimeout = row.timeout
        SetupApp.session.pickerDisplaySettings = settings
        SetupApp.showPicker()
      }
      try await sleep(row.seconds + 0.4)
      #expect(phone.accessorySetup.isPickerShown)
      try await sleep(0.2)
      #expect(!phone.accessorySetup.isPickerShown)
    }
  }

  @Test func `each strap nearby has an entry, as long as it advertises (AS2)`() async throws {
    _ = try await withPhone(iOS: 18) { phone in
      let world = phone.world
      let left = try world.strap("left")
      let right = try world.strap("right")
      try world.strap("other") { $0.data.services = ["180F"] }
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      try await sleep(1)
      #expect(phone.accessorySetup.shown.map(\.accessory) == ["left", "right"])
      left.place = Place(x: 10_000)
      #expect(phone.accessorySetup.shown.map(\.accessory) == ["right"])
      right.switchOff()
      #expect(phone.accessorySetup.shown == [])
      left.place = .origin
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      right.switchOn()
      await phone.touch(app, "add another") { SetupApp.showPicker() }
      try await sleep(1)
      // Accessories that are set up already are not shown.
      #expect(phone.accessorySetup.shown.map(\.accessory) == ["right"])
      phone.bluetooth.switchOff(by: .settings)
      #expect(phone.accessorySetup.shown == [])
    }
  }

  @Test func `an immediate range shows what is next to the phone (AS2)`() async throws {
    _ = try await withPhone(iOS: 18) { phone in
      let strap = try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") {
        SetupApp.showPicker([SetupApp.item { $0.bluetoothRange = .immediate }])
      }
      try await sleep(1)
      #expect(phone.accessorySetup.shown.count == 1)
      strap.place = Place(x: 20)
      #expect(phone.accessorySetup.shown == [])
    }
  }

  // MARK: Errors

  @Test func `showPicker fails in the background and while a picker is open (AS5)`() async throws {
    var fixture = SetupApp.app()
    fixture.enteredBackground = { SetupApp.showPicker() }
    let app = fixture
    let world = try await withPhone(iOS: 18) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.touch(app, "add") {
        SetupApp.showPicker()
        SetupApp.showPicker()
      }
      try await sleep(1)
      phone.dismissAccessoryPicker()
      await phone.goHome()
      try await sleep(1)
    }
    #expect(
      world.output == [
        "activated", "picker ASErrorDomain 500", "pickerDidPresent", "pickerDidDismiss",
        "picker ASErrorDomain 700", "picker ASErrorDomain 550",
      ])
    #expect(world.kinds == [.accessoryPickerRefused.by(.as5)])
  }

  @Test func `a manager with the old permission prevents the picker (AS5)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      try phone.world.strap()
      let app = try phone.install(
        SetupApp.app(["NSBluetoothAlwaysUsageDescription": "Finds your strap."]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      await phone.touch(app, "start") { SetupApp.startCentral() }
      try await sleep(1)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      try await sleep(1)
      await phone.touch(app, "release") { Kept.release("central") }
      await phone.touch(app, "add again") { SetupApp.showPicker() }
      try await sleep(1)
      phone.pickAccessory("Chest strap")
      try await sleep(5)
    }
    #expect(
      world.output == [
        "activated", "state 5", "picker ASErrorDomain 550", "pickerDidPresent",
        "accessoryAdded Chest strap 20", "pickerDidDismiss", "picker done",
      ])
    #expect(world.kinds == [.accessoryPickerRefused.by(.as5)])
  }

  @Test func `a migration fails as long as a manager exists (AS5, AS7)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      let app = try phone.install(SetupApp.app { SetupApp.startCentral() })
      await phone.open(app)
      try await sleep(1)
      await phone.touch(app, "migrate") {
        SetupApp.showPicker([SetupApp.migration("My strap", UUID())])
      }
      try await sleep(1)
    }
    #expect(world.output == ["activated", "state 4", "picker ASErrorDomain 550"])
    #expect(world.kinds == [.accessoryPickerRefused.by(.as5)])
  }

  @Test func `calls before the activation and after the end fail (AS1)`() async throws {
    var fixture = AppFixture { _ in
      Kept.of("session", ASAccessorySession())
      SetupApp.showPicker()
      #expect(SetupApp.session.accessories == [])
    }
    fixture.plist = InfoPlist(SetupApp.plist)
    let app = fixture
    let world = try await withPhone(iOS: 18) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      await phone.touch(app, "activate") {
        SetupApp.session.activate(on: .main) { event in
          MainActor.assumeIsolated { print(SetupApp.words(event)) }
        }
      }
      await phone.touch(app, "end") {
        SetupApp.session.invalidate()
        SetupApp.showPicker()
        SetupApp.session.showPicker { print("extension \(SetupApp.outcome($0!))") }
      }
      try await sleep(1)
    }
    #expect(
      world.output == [
        "picker ASErrorDomain 450", "activated", "invalidated", "picker ASErrorDomain 400",
        "extension ASErrorDomain 300",
      ])
    #expect(world.kinds == [.accessoryPickerRefused.by(.as1), .accessoryPickerRefused.by(.as1)])
  }

  @Test func `a session without the key is not activated (AS1)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      await phone.open(
        try phone.install(SetupApp.app(["NSAccessorySetupKitSupports": nil as Any?])))
      try await sleep(1)
    }
    #expect(world.output == ["invalidated ASErrorDomain 100"])
    #expect(world.kinds == [.plistMissingKey.by(.as1)])
  }

  @Test(arguments: [
    "service", "company", "name", "nothing", "two SSIDs",
  ])
  func `a descriptor that Info.plist does not list ends the app (AS3)`(_ what: String) async throws
  {
    let world = try await withPhone(iOS: 18) { phone in
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") {
        SetupApp.showPicker([
          SetupApp.item { descriptor in
            switch what {
            case "service": descriptor.bluetoothServiceUUID = CBUUID(string: "180F")
            case "company": descriptor.bluetoothCompanyIdentifier = .init(0x4C)
            case "name": descriptor.bluetoothNameSubstring = "Watch"
            case "nothing": descriptor.bluetoothServiceUUID = nil
            default: (descriptor.ssid, descriptor.ssidPrefix) = ("Strap", "Str")
            }
          }
        ])
      }
      #expect(app.state == .notRunning)
    }
    #expect(world.kinds == [.accessoryNotListed.by(.as3)])
    #expect(world.ends.count == 1)
  }

  // MARK: Authorization and filtering

  @Test func `an app confirms or refuses an accessory (AS9)`() async throws {
    let world = try await withPhone(iOS: 18) { phone in
      try phone.world.strap()
      let app = try phone.install(SetupApp.app())
      await phone.open(app)
      await phone.touch(app, "add") {
        let item = SetupApp.item()
        item.setupOptions = .confirmAuthorization
        SetupApp.showPicker([item])
      }
      try await sleep(1)
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      await phone.touch(app, "refuse") {
        let accessory = SetupApp.session.accessories[0]
        SetupApp.session.failAuthorization(for: accessory) { print("refused \($0 == nil)") }
      }
      try await sleep(1)
      phone.pickAccessory("Chest strap")
      try await sleep(5)
      #expect(phone.accessorySetup.isPickerShown)
      await phone.touch(app, "confirm") {
        let accessory = SetupApp.session.accessories[0]
        Task {
          try await SetupApp.session.finishAuthorization(for: accessory, settings: .default)
          print("confirmed")
        }
      }
      try await sleep(2)
    }
    #expect(
      world.output == [
        "activated", "pickerDidPresent", "accessoryAdded Chest strap 10", "pickerSetupFailed",
        "accessoryRemoved Chest strap 0", "refused true", "accessoryAdded Chest strap 10",
        "accessoryChanged Chest strap 20", "confirmed", "pickerDidDismiss", "picker done",
      ])
  }

  @Test func `with filtering the app decides what the picker shows (AS10)`() async throws {
    let world = try await withPhone(iOS: "26.1") { phone in
      let near = try phone.world.strap("left", "Strap 1")
      try phone.world.strap("right", "Strap 2")
      let app = try phone.install(SetupApp.filteringApp)
      await phone.open(app)
      await phone.touch(app, "add") { SetupApp.showPicker() }
      try await sleep(3)
      #expect(
        phone.accessorySetup.shown == [ShownAccessory(name: "My strap", accessory: "left")])
      near.switchOff()
      #expect(phone.accessorySetup.shown == [])
      await phone.touch(app, "finish") {
        Task { try await SetupApp.session.finishPickerDiscovery() }
      }
      try await sleep(1)
      #expect(!phone.accessorySetup.isPickerShown)
    }
    #expect(world.output.count { $0.hasPrefix("accessoryDiscovered Chest strap 0") } == 2)
    #expect(world.output.last == "picker ASErrorDomain 200")
  }
}

extension SetupApp {
  /// Shows only the accessory that calls itself `Strap 1`.
  nonisolated static var filteringApp: AppFixture {
    var app = AppFixture { _ in
      let session = ASAccessorySession()
      Kept.of("session", session)
      let settings = ASPickerDisplaySettings.default
      settings.options.insert(.filterDiscoveryResults)
      settings.discoveryTimeout = .unbounded
      session.pickerDisplaySettings = settings
      session.activate(on: .main) { event in
        MainActor.assumeIsolated {
          print(words(event))
          guard let found = event.accessory as? ASDiscoveredAccessory, found.bluetoothRSSI != nil,
            found.bluetoothAdvertisementData?[CBAdvertisementDataLocalNameKey] as? String
              == "Strap 1"
          else { return }
          let item = ASDiscoveredDisplayItem(
            name: "My strap", productImage: UIImage(), accessory: found)
          SetupApp.session.updatePicker(showing: [item]) { print("shown \($0 == nil)") }
        }
      }
    }
    app.plist = InfoPlist(plist)
    return app
  }
}
