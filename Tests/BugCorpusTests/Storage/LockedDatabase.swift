import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// An app that stores each value of its accessory in a database.
///
/// The file of the faulty app has complete protection. While the device is locked, values still
/// arrive in the background, and none of them can be stored. The mended app chooses a protection
/// that lasts until the first unlock.
private final class DiaryApp: StrapDelegate {
  override var restoreIdentifier: String? { "strap" }

  private var file: URL { URL.documentsDirectory.appending(path: "diary") }

  override func received(_ value: Data) {
    // A value at which the process ends has not arrived.
    defer { print("got \(value.last ?? 0)") }
    do {
      if !FileManager.default.fileExists(atPath: file.path) {
        let protection: Data.WritingOptions =
          switch variant {
          case .faulty: .completeFileProtection  // Wrong: the app also works on a locked device.
          case .mended: .completeFileProtectionUntilFirstUserAuthentication
          }
        try Data().write(to: file, options: protection)
      }
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("\(value.last ?? 0)\n".utf8))
      try handle.close()
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      print("no space for \(value.last ?? 0)")
    } catch {
      print("not stored:", (error as NSError).code)
    }
  }
}

extension KnownBug {
  static let lockedDatabase = KnownBug(
    name: "LockedDatabase", thread: "https://github.com/ccgus/fmdb/issues/262",
    clue: "which is not accessible while the device is locked",
    property: .eventually(within: .minutes(1), "every value that arrived is stored") { stage in
      // The user is told which values have no space.
      let log = stage.app.log
      let arrived =
        log.lines(containing: "got ").count - log.lines(containing: "no space").count
      return stage.file("Documents/diary")?.filter { $0 == "\n" }.count ?? 0 >= arrived
    },
    build: { world, variant in
      let strap = try world.addStrap()
      let phone = try world.addPhone()
      phone.hasPasscode = true
      let app = try phone.install(
        .making { DiaryApp(variant) }, infoPlist: .bluetooth("LockedDatabase"))
      return Stage(world: world, phone: phone, app: app, accessory: strap)
    },
    scenario: { stage in
      try await stage.openAndConnect()
      try await stage.sendValues(10)
    })
}

extension Stage {
  /// The accessory sends a value once a minute.
  func sendValues(_ count: Int) async throws {
    for number in 1...count {
      accessory!.notify("2A37", Data([0, UInt8(60 + number)]))
      try await world.pass(.minutes(1))
    }
  }
}

@Suite struct LockedDatabaseTests {
  @Test func `values that arrive on a locked device are stored by the mended app only`()
    async throws
  {
    try await expectShown(.lockedDatabase, advice: [.fileProtected.by(.dp1)]) { stage in
      try await stage.openAndConnect()
      try await stage.sendValues(1)
      await stage.phone.lock()
      try await stage.world.pass(.minutes(1))
      try await stage.sendValues(3)
    }
  }

  @Test func `both forms store all values when nothing goes wrong`() async throws {
    try await expectQuiet(.lockedDatabase, prints: "got 70")
    let verdict = try await play(.lockedDatabase, .faulty)
    #expect(verdict.log.lines(containing: "got ").count == 10)
  }
}
