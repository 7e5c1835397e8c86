import Foundation
import Testing
import YobanTesting

@testable import StoryboardApp

/// The app plays the run of article S0 on an iPhone 12 with iOS 15.1: launch, scan, home gesture, the
/// accessory is switched on, and later off. S0.log has the rows that the article printed.
@Suite(.world(seed: 1)) struct S0Tests {
  @Test func `the app prints the rows of S0`() async throws {
    let world = try World.current
    let accessory = try world.addAccessory(
      "speaker", advertising: Advertising(services: ["180A"]),
      services: [GATTService("180A", [GATTCharacteristic("2A29", [.read, .notify])])])
    accessory.gapName = nil
    // In S0 a second passed between the connection and its services.
    accessory.serviceDiscoveryTime = .milliseconds(300)...(.seconds(1))
    let phone = try world.addPhone(iOS: 15.1)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Info.plist"))

    await phone.open(app)
    try await world.wait(for: "Bluetooth", atMost: .minutes(1)) { app.log.contains("poweredOn") }
    try await app.tap("Scan Bluetooth devices")
    try await world.pass(.seconds(5))
    await phone.goHome()
    try await world.pass(.minutes(10))
    #expect(app.state == .suspended)
    accessory.switchOn()
    try await world.pass(.minutes(10))
    accessory.switchOff()
    try await world.pass(.minutes(10))
    #expect(app.state == .suspended)
    print(app.log.texts.joined(separator: "\n"))

    let rows = try S0Rows()
    #expect(S0Rows.withoutCounter(app.log.texts) == rows.withoutCounter)
    // The counter goes on where it stopped. Its last number depends on how long the system let the app
    // run: about ten seconds after each event (BT9, BT10).
    let counts = S0Rows.counts(app.log.texts)
    #expect(counts == Array(0..<counts.count))
    let last = try #require(rows.counts.last)
    #expect((last - 3...last + 3).contains(counts.count - 1))
    #expect(counts.first == 0 && app.launches.count == 1)
  }

  @Test func `a touch on what is not on the screen says what is there`() async throws {
    let phone = try World.current.addPhone(iOS: 15.1)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Info.plist"))
    await phone.open(app)
    let error = await #expect(throws: TouchError.self) { try await app.tap("Stop") }
    #expect(error?.description.contains("button \"Scan Bluetooth devices\"") == true)
  }
}

/// The published rows.
struct S0Rows {
  private let rows: [String]

  init(file: String = #filePath) throws {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    rows = try String(contentsOf: folder.appending(path: "S0.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  var withoutCounter: [String] { Self.withoutCounter(rows) }
  var counts: [Int] { Self.counts(rows) }

  /// The rows without those of the counter, whose places depend on the second in which an event came, and
  /// without the row of the peripheral, which contains an address of the memory.
  static func withoutCounter(_ rows: [String]) -> [String] {
    rows.filter { !$0.hasPrefix("Background process...") && !$0.hasPrefix("<CBPeripheral") }
  }

  static func counts(_ rows: [String]) -> [Int] {
    rows.compactMap { row in
      row.wholeMatch(of: /Background process\.\.\.\[(\d+)\]/).flatMap { Int($0.1) }
    }
  }
}
