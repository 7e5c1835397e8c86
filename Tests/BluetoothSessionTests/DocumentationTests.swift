import Foundation
import Testing
import YobanTesting

@Suite struct DocumentationTests {
  @Test(.world(findings: [])) func `the documented app does what the page describes`() async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: Strap.services + [
        GATTService("180A", [GATTCharacteristic("2A29", [.read], value: Data("Maker\0".utf8))])
      ])
    let app = try phone.install(
      .delegate(StrapAppDelegate.self),
      infoPlist: InfoPlist([
        "UIBackgroundModes": ["bluetooth-central"], "NSBluetoothAlwaysUsageDescription": "test",
      ]))
    phone.bluetooth.setAuthorization(.allowedAlways, for: app)
    await phone.open(app)
    try await world.pass(.seconds(60))
    strap.refuseConnections(1)
    strap.switchOn()
    try await world.pass(.seconds(5))
    strap.notify("2A37", Data([0, 70]))
    try await world.pass(.seconds(1))
    #expect(
      app.log.texts == [
        "Bring the strap closer.", "Put the strap on to wake it.", "ready: Maker", "battery 100 %",
        "70",
      ])
  }

  /// Compares the code on the page with the files in this folder, which are compiled.
  @Test func `the page shows the code of the tested app`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try String(
      contentsOf: folder.appending(path: "DocumentedApp.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: folder.appending(path: "../../docs/runtime-bluetooth.md"), encoding: .utf8)
    let shown = code.replacing(
      "/// The app delegate of docs/runtime-bluetooth.md, as it stands there.\n", with: "@main\n")
    #expect(page.contains(shown))
  }
}
