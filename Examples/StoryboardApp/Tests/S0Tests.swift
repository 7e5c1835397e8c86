import Foundation
import Testing
import YobanTesting

@testable import StoryboardApp

/// The app plays the run of article S0 on an iPhone 12 with iOS 15.1: launch, scan, home gesture, the
/// accessory is switched on, and later off. S0.log has the rows that the article published.
@Suite struct S0Tests {
  /// With this seed, the accessory appears and disappears in the same part of a second as in the article,
  /// so that the counter prints its rows in the same places.
  @Test(.world(seed: 6)) func `the app prints the rows of S0`() async throws {
    let rows = try await Self.play()
    print(rows.joined(separator: "\n"))
    #expect(Self.withoutPeripheral(rows) == Self.withoutPeripheral(try Self.published()))
  }

  @Test(arguments: 1...20) func `the rows are those of S0 in every world, except for the counter's`(
    seed: UInt64
  ) async throws {
    try await withWorld(seed: seed) { _ in
      let (rows, published) = (try await Self.play(), try Self.published())
      #expect(Self.withoutCounter(rows) == Self.withoutCounter(published))
      // The counter goes on where it stopped, for about ten seconds after each event (BT9, BT10).
      let counts = Self.counts(rows)
      #expect(counts == Array(0..<counts.count))
      #expect(abs(counts.count - Self.counts(published).count) <= 3)
    }
  }

  @Test(.world()) func `a touch on what is not on the screen says what is there`() async throws {
    let phone = try World.current.addPhone(iOS: 15.1)
    let app = try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))
    await phone.open(app)
    let error = await #expect(throws: TouchError.self) { try await phone.tap("Stop") }
    #expect(error?.description.contains("button \"Scan Bluetooth devices\"") == true)
  }

  /// Plays the run, and returns the rows that the app printed.
  private static func play() async throws -> [String] {
    let world = try World.current
    let accessory = try world.addAccessory(
      "speaker", advertising: Advertising(services: ["180A"]),
      services: [GATTService("180A", [GATTCharacteristic("2A29", [.read, .notify])])])
    accessory.gapName = nil
    // In S0 up to a second passed between the connection and its services.
    accessory.serviceDiscoveryTime = .milliseconds(300)...(.seconds(1))
    let phone = try world.addPhone(iOS: 15.1)
    let app = try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))

    await phone.open(app)
    try await world.wait(for: "Bluetooth", atMost: .minutes(1)) { app.log.contains("poweredOn") }
    try await phone.tap("Scan Bluetooth devices")
    try await world.pass(.seconds(5))
    await phone.goHome()
    try await world.pass(.minutes(10))
    #expect(app.state == .suspended)
    accessory.switchOn()
    try await world.pass(.minutes(10))
    accessory.switchOff()
    try await world.pass(.minutes(10))
    #expect(app.state == .suspended)
    #expect(app.launches.count == 1)
    return app.log.texts
  }

  private static func published(file: String = #filePath) throws -> [String] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "S0.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The rows without that of the peripheral, which has an identifier and an address of the memory.
  private static func withoutPeripheral(_ rows: [String]) -> [String] {
    rows.filter { !$0.hasPrefix("<CBPeripheral") }
  }

  private static func withoutCounter(_ rows: [String]) -> [String] {
    withoutPeripheral(rows).filter { !$0.hasPrefix("Background process...") }
  }

  private static func counts(_ rows: [String]) -> [Int] {
    rows.compactMap { row in
      row.wholeMatch(of: #/Background process\.\.\.\[(\d+)\]/#).flatMap { Int($0.1) }
    }
  }
}
