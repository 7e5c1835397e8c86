import Foundation
import SwiftUI
import Testing
import YobanTesting

@testable import YobanAwaitedAccessoryApp

/// The accessory sample with SwiftUI's life cycle instead of UIKit's.
private struct AccessorySwiftUIApp: App {
  @UIApplicationDelegateAdaptor(YobanAwaitedAccessoryApp.AppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup { AccessoryScreen(central: delegate.central) }
  }
}

private struct AccessoryScreen: View {
  let central: AccessoryCentral
  @State private var state = ""

  var body: some View {
    VStack {
      Text(state)
      Button("Scan") { central.scanForPeripherals() }.disabled(central.isBusy)
      Button("Stop") { central.stop() }.disabled(!central.isBusy)
    }
    .onAppear {
      central.onChange = { state = central.stateInWords }
      state = central.stateInWords
    }
  }
}

/// Experiment E1 by touches of the app's own buttons, once with UIKit's life cycle and once with SwiftUI's.
@Suite(.world()) struct AccessoryLifeCycleTests {
  enum LifeCycle: CaseIterable { case uiKit, swiftUI }

  private static func install(_ lifeCycle: LifeCycle, on phone: Phone) throws -> InstalledApp {
    switch lifeCycle {
    case .uiKit: try SampleApps.accessory(on: phone)
    case .swiftUI:
      try phone.install(
        .swiftUI(AccessorySwiftUIApp.self),
        infoPlist: .file("Examples/AwaitedAccessoryApp/Info.plist"))
    }
  }

  private static func tag() throws -> Accessory {
    let tag = try World.current.addAccessory(
      "tag", advertising: Advertising(services: ["180D"]),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    tag.gapName = nil
    return tag
  }

  /// The callbacks of Core Bluetooth that the app has logged from a line on.
  private static func callbacks(_ app: InstalledApp, from first: Int) -> [String] {
    app.log.texts.dropFirst(first).filter {
      $0.hasPrefix("centralManager") || $0.hasPrefix("peripheral")
    }
  }

  @Test(arguments: LifeCycle.allCases)
  func `an accessory is found, connected and lost while the app is suspended (L7, BT9)`(
    _ lifeCycle: LifeCycle
  ) async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try Self.install(lifeCycle, on: phone)
    let tag = try Self.tag()
    await phone.open(app)
    try await world.pass(.seconds(5))
    try await phone.tap("Scan")
    #expect(try await app.shows("Scanning"))
    await phone.goHome()
    // L7: the app is suspended within 2 s.
    try await world.pass(.seconds(2))
    #expect(app.state == .suspended)
    let before = app.log.texts.count
    tag.switchOn()
    try await world.pass(.minutes(2))
    #expect(app.state == .suspended)
    tag.switchOff()
    try await world.pass(.minutes(2))
    #expect(
      Self.callbacks(app, from: before) == [
        "centralManager(_:didDiscover:advertisementData:rssi:) - [background]",
        "centralManager(_:didConnect:) - [background]",
        "peripheral(_:didDiscoverServices:) - [background]",
        "peripheral(_:didDiscoverCharacteristicsFor:error:) - [background]",
        "centralManager(_:didDisconnectPeripheral:error:) - [background]",
      ])
    await phone.open(app)
    #expect(try await app.shows("Waiting for the accessory"))
    try await phone.tap("Stop")
    #expect(try await app.shows("Not scanning"))
  }

  @Test(arguments: LifeCycle.allCases)
  func `a connection that waits is restored in a new process after a jetsam (BT25, BT27)`(
    _ lifeCycle: LifeCycle
  ) async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try Self.install(lifeCycle, on: phone)
    let tag = try Self.tag()
    tag.switchOn()
    await phone.open(app)
    try await world.pass(.seconds(5))
    try await phone.tap("Scan")
    try await world.pass(.seconds(10))
    #expect(try await app.shows("Connected to the accessory"))
    await phone.goHome()
    try await world.pass(.seconds(60))
    tag.switchOff()
    try await world.pass(.seconds(60))
    phone.jetsam(app)
    let before = app.log.texts.count
    tag.switchOn()
    try await world.pass(.minutes(2))
    let callbacks = Self.callbacks(app, from: before)
    #expect(callbacks.first == "centralManager(_:willRestoreState:) : [1] - [background]")
    #expect(callbacks.contains("centralManager(_:didConnect:) - [background]"))
    await phone.open(app)
    #expect(try await app.shows("Connected to the accessory"))
  }
}
