import CoreBluetooth
import Foundation
import Synchronization
import Testing
import UIKit
import YobanExploration
import YobanTesting

/// An app that counts the values of a strap, and stores the count when it enters the background.
private final class CountingApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate
{
  /// The mistake that the app makes.
  enum Mistake { case none, storesOnlyInBackground, trapsAtRelaunch }
  private let mistake: Mistake
  private var central: CBCentralManager?
  private var strap: CBPeripheral?
  private var count = UserDefaults.standard.integer(forKey: "count")

  init(_ mistake: Mistake) { self.mistake = mistake }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(
      delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "count"])
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { store() }

  private func store() { UserDefaults.standard.set(count, forKey: "count") }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    if mistake == .trapsAtRelaunch { print(restored.map(\.identifier)[1]) }
    strap = restored.first
    strap?.delegate = self
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn, strap == nil else { return }
    central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    strap = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for part in service.characteristics ?? [] where part.properties.contains(.notify) {
      peripheral.setNotifyValue(true, for: part)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    count += 1
    print("count \(count)")
    if mistake != .storesOnlyInBackground { store() }
  }
}

/// `explore` and `replay` in tests, with processes for the runs.
@Suite(.serialized) struct ExploreTests {
  private static func scenario(_ mistake: CountingApp.Mistake) -> Scenario {
    { run in
      let strap = try run.world.addAccessory(
        "strap", advertising: Advertising(services: ["180D"]),
        services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
      strap.switchOn()
      let phone = try run.world.addPhone()
      let app = try phone.install(
        .making { CountingApp(mistake) },
        infoPlist: InfoPlist([
          "CFBundleName": "Counting", "UIBackgroundModes": ["bluetooth-central"],
          "NSBluetoothAlwaysUsageDescription": "Counts.",
        ]))
      run.always("a count is never lower than one before") {
        let counts = app.log.texts.compactMap { Int($0.dropFirst("count ".count)) }
        return counts == counts.sorted()
      }
      run.sometimes("something is counted") { app.log.contains("count ") }
      await phone.open(app)
      try await run.world.pass(.seconds(10))
      await phone.goHome()
      for value in 1...5 {
        try await run.world.pass(.seconds(60))
        strap.notify("2A37", Data([UInt8(value)]))
      }
    }
  }

  /// A file that does not exist, in a folder of its own, which does not exist yet either. The processes of the
  /// search run the body of a test, too, but not its end, so that they must not create a folder.
  private static func source() -> (file: String, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explore-\(UUID())")
    return (folder.appending(path: "SomeTests.swift").path, folder)
  }

  private static func schedules(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Explorations").path)
    guard let name = names?.first, names?.count == 1 else { return [] }
    let text = try? String(
      contentsOf: folder.appending(path: "Explorations/\(name)"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test(.exploration(runs: 300, faults: [.jetsam, .reboot], time: .seconds(3_600)))
  func `a failure becomes a story, is kept, and is run first next time`()
    async throws
  {
    let (file, folder) = Self.source()
    defer { try? FileManager.default.removeItem(at: folder) }
    let told = Mutex<[String]>([])
    for _ in 1...2 {
      try await withKnownIssue {
        try await explore(file: file, Self.scenario(.storesOnlyInBackground))
      } matching: { issue in
        told.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
        return true
      }
    }
    let kept = Self.schedules(in: folder)
    #expect(kept.count == 1)
    let stories = told.withLock(\.self)
    let story = try #require(stories.first)
    #expect(story.contains("This does not hold: a count is never lower than one before"))
    #expect(story.contains("FAULT: "))
    #expect(story.contains("The schedule is 1-minimal"))
    #expect(story.contains(kept[0]))
    // The second exploration needs one run.
    #expect(stories.count == 2)
    #expect(stories.last?.contains("This does not hold: a count is never lower") == true)
  }

  /// The app is removed from memory just after it has counted.
  private static let killed =
    "yoban1;seed=1;jetsam|phone%2FCounting@phone/Counting#1:output.line(count 0)*3+0ms"

  @Test func `a schedule shows the failure again`() async throws {
    try await withKnownIssue {
      try await replay(Self.killed, Self.scenario(.storesOnlyInBackground))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("a count is never lower than one before") }
    }
  }

  @Test func `a schedule passes when the mistake is gone`() async throws {
    try await replay(Self.killed, Self.scenario(.none))
  }

  @Test(arguments: ["", "yoban0;seed=1", "yoban1;seed=1;nonsense"])
  func `text that is no schedule is refused`(text: String) async throws {
    try await withKnownIssue {
      try await replay(text, Self.scenario(.none))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("not a schedule of this version") }
    }
  }

  @Test(.exploration(runs: 200, faults: [.jetsam, .lock], time: .seconds(3_600)))
  func `a trap in an app is a failure of a run, and not of the tests`()
    async throws
  {
    let (file, folder) = Self.source()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withKnownIssue {
      try await explore(file: file, Self.scenario(.trapsAtRelaunch))
    } matching: { issue in
      // The events up to the crash are known.
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("crash: ") && text.contains("Index out of range")
        && text.contains("launched (")
    }
    #expect(Self.schedules(in: folder).count == 1)
  }

  @Test(.exploration(runs: 40, time: .seconds(3_600))) func `an app without the mistake passes`()
    async throws
  {
    let (file, folder) = Self.source()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await explore(file: file, Self.scenario(.none))
    #expect(Self.schedules(in: folder) == [])
  }

  @Test(.exploration(runs: 5, time: .seconds(3_600)))
  func `what is never seen fails the exploration`() async throws {
    try await withKnownIssue {
      try await explore { run in
        _ = try run.world.addPhone()
        run.sometimes("it rains") { false }
        try await run.world.pass(.seconds(10))
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("In no run this was true: it rains") }
    }
  }

  @Test(.exploration(runs: 5, time: .seconds(3_600)))
  func `a line of the folder that is no schedule is an issue that names it`() async throws {
    let (file, folder) = Self.source()
    defer { try? FileManager.default.removeItem(at: folder) }
    let lists = folder.appending(path: "Explorations")
    let name =
      "ExploreTests-a-line-of-the-folder-that-is-no-schedule-is-an-issue-that-names-it.txt"
    if WorkerServer.key == nil {
      try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
      try "# old\nyoban0;seed=1\n".write(
        to: lists.appending(path: name), atomically: true, encoding: .utf8)
    }
    try await withKnownIssue {
      try await explore(file: file) { run in _ = try run.world.addPhone() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("\(name):2 is not a schedule") }
    }
  }

  @Test(.world()) func `an exploration inside a world is refused`() async throws {
    await #expect(throws: WorldInWorld.self) { try await explore { _ in } }
    await #expect(throws: WorldInWorld.self) { try await replay("yoban1;seed=1") { _ in } }
  }
}
