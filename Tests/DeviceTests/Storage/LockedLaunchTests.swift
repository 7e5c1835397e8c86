import CoreLocation
import Foundation
import Security
import Testing
import UIKit
import YobanTesting

/// Makes a file of each class, an item of each accessibility and a default in its first launch, and prints in
/// each later launch what it can read.
private final class ReportingDelegate: UIResponder, UIApplicationDelegate {
  private let location = CLLocationManager()

  private static let files: [(name: String, Data.WritingOptions)] = [
    ("none", .noFileProtection), ("first", .completeFileProtectionUntilFirstUserAuthentication),
    ("open", .completeFileProtectionUnlessOpen), ("complete", .completeFileProtection),
  ]

  private static let items: [(name: String, CFString)] = [
    ("after-first", kSecAttrAccessibleAfterFirstUnlock),
    ("after-first-here", kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
    ("unlocked", kSecAttrAccessibleWhenUnlocked),
    ("unlocked-here", kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
  ]

  private static func url(_ name: String) -> URL { URL.documentsDirectory.appending(path: name) }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.startMonitoringSignificantLocationChanges()
    if FileManager.default.fileExists(atPath: Self.url("none").path) { report() } else { prepare() }
    return true
  }

  private func prepare() {
    for (name, options) in Self.files {
      try! Data(name.utf8).write(to: Self.url(name), options: options)
    }
    for (name, accessibility) in Self.items {
      let item: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: name,
        kSecValueData: Data(name.utf8), kSecAttrAccessible: accessibility,
      ]
      precondition(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }
    UserDefaults.standard.set(364, forKey: "days")
  }

  private func report() {
    let files = Self.files.map(\.name).filter { (try? Data(contentsOf: Self.url($0))) != nil }
    let items = Self.items.map(\.name).filter { name in
      let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: name, kSecReturnData: true,
      ]
      var result: CFTypeRef?
      return SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess
    }
    print("files:", files.joined(separator: " "))
    print("items:", items.joined(separator: " "))
    print(
      "days \(UserDefaults.standard.integer(forKey: "days")),",
      UIApplication.shared.isProtectedDataAvailable ? "available" : "protected")
  }
}

/// Tests what a process reads that the system launches in the background, by the state of the device (DP1,
/// DP3 to DP6).
@Suite struct LockedLaunchTests {
  enum Cause: CaseIterable { case location, prewarming }

  /// The state of the device at the launch.
  enum Situation: CaseIterable { case beforeTheFirstUnlock, unlocked, lockedAfterTheFirstUnlock }

  private static let all = [
    "files: none first open complete",
    "items: after-first after-first-here unlocked unlocked-here", "days 364, available",
  ]

  static let table: [(hasPasscode: Bool, situation: Situation, lines: [String])] = [
    (false, .beforeTheFirstUnlock, all), (false, .unlocked, all),
    (false, .lockedAfterTheFirstUnlock, all),
    (true, .beforeTheFirstUnlock, ["files: none", "items: ", "days 0, protected"]),
    (true, .unlocked, all),
    (
      true, .lockedAfterTheFirstUnlock,
      ["files: none first", "items: after-first after-first-here", "days 364, protected"]
    ),
  ]

  @Test func `the table has every situation, with and without a passcode`() {
    let rows = Set(Self.table.map { "\($0.hasPasscode) \($0.situation)" })
    #expect(rows.count == 2 * Situation.allCases.count && rows.count == Self.table.count)
  }

  @Test(.world(), arguments: table.indices, Cause.allCases)
  func `a process reads what the lock allows at its launch (DP1, DP3, DP4, DP5, DP6)`(
    _ row: Int, _ cause: Cause
  ) async throws {
    let row = Self.table[row]
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = row.hasPasscode
    let app = try phone.install(
      .delegate(ReportingDelegate.self),
      infoPlist: InfoPlist([
        "NSLocationWhenInUseUsageDescription": "To test.",
        "NSLocationAlwaysAndWhenInUseUsageDescription": "To test.",
      ]))
    phone.location.setAuthorization(.always, for: app)
    await phone.open(app)
    await phone.goHome()
    try await phone.reboot()
    if row.situation != .beforeTheFirstUnlock { phone.unlock() }
    if row.situation == .lockedAfterTheFirstUnlock {
      await phone.lock()
      try await world.pass(.seconds(11))
    }
    switch cause {
    case .location:
      try await phone.carry(to: Place(x: 5_000), at: 15)
      try await world.wait(for: "the launch", atMost: .minutes(30)) { app.launches.count > 1 }
    case .prewarming: phone.prewarm(app)
    }
    try await world.pass(.seconds(5))
    #expect(app.log.texts == row.lines)
  }
}
