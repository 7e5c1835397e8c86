import CoreLocation
import Security
import Testing
import UIKit
import YobanTesting

/// A messenger whose database has a password in the keychain.
///
/// The system launches the app in the background, after a reboot and before the first unlock. The
/// keychain cannot be read then. The faulty app takes the failure for a new installation and begins
/// with an empty storage: all messages are gone.
private final class MessengerApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let variant: Variant
  private let location = CLLocationManager()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.startMonitoringSignificantLocationChanges()
    openStorage()
    return true
  }

  private var item: [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "database"]
  }

  private func openStorage() {
    var query = item
    query[kSecReturnData] = true
    var password: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &password)
    print("keychain", status)
    switch variant {
    case .faulty:
      // Wrong: a password that cannot be read now is not one that does not exist.
      if status != errSecSuccess { resetStorage() }
    case .mended:
      if status == errSecItemNotFound { resetStorage() }
    }
  }

  private func resetStorage() {
    var new = item
    new[kSecValueData] = Data("password".utf8)
    new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    SecItemDelete(item as CFDictionary)
    SecItemAdd(new as CFDictionary, nil)
    try? FileManager.default.removeItem(at: messages)
    try? Data().write(to: messages)
  }

  private var messages: URL { URL.documentsDirectory.appending(path: "messages") }

  /// A message arrives.
  func receive() {
    guard (try? Data("hello".utf8).write(to: messages)) != nil else { return print("no space") }
    print("received")
  }
}

extension KnownBug {
  static let storageReset = KnownBug(
    name: "StorageReset", thread: "https://github.com/signalapp/Signal-iOS/pull/1636",
    clue: "keychain.locked-item-deleted",
    property: .always("a received message is not lost") { stage in
      !stage.app.log.contains("received") || stage.file("Documents/messages") == "hello"
    },
    build: { world, variant in
      let phone = try world.addPhone()
      phone.hasPasscode = true
      let app = try phone.install(
        .making { MessengerApp(variant) }, infoPlist: .location("StorageReset"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "message") { (app: MessengerApp) in app.receive() }
      await stage.phone.goHome()
      try await stage.phone.carry(to: Place(x: 5000), at: 15)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

extension Stage {
  /// The text of a file of the app; nil if it does not exist.
  func file(_ path: String, of app: InstalledApp? = nil) -> String? {
    let file = (app ?? self.app).container.home.appending(path: path)
    return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The phone reboots, and is carried so far that the app is launched before the first unlock.
  func rebootAndLaunchLocked() async throws {
    try await phone.reboot()
    try await world.pass(.minutes(2))
    try await phone.carry(to: Place(x: phone.place.x + 5000), at: 15)
    try await world.wait(for: "the launch before the first unlock", atMost: .minutes(30)) {
      app.launches.last == .location && phone.isLocked
    }
    try await world.pass(.minutes(1))
  }
}

extension InfoPlist {
  /// An app that gets locations also in the background.
  static func location(_ name: String) -> InfoPlist {
    InfoPlist([
      "CFBundleName": name, "UIBackgroundModes": ["location"],
      "NSLocationWhenInUseUsageDescription": "The app shows where you were.",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "The app shows where you were.",
    ])
  }
}

@Suite struct StorageResetTests {
  @Test func `a launch before the first unlock resets the storage of the faulty app`() async throws
  {
    try await expectShown(
      .storageReset, findings: [.keychainLockedItemDeleted.by(.dp6)],
      adviceToBoth: [.keychainItemLocked.by(.dp6)]
    ) {
      stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "message") { (app: MessengerApp) in app.receive() }
      await stage.phone.goHome()
      try await stage.rebootAndLaunchLocked()
      #expect(stage.app.log.texts.last == "keychain \(errSecInteractionNotAllowed)")
      await stage.phone.open(stage.app)
    }
  }

  @Test func `both forms keep the message when nothing goes wrong`() async throws {
    try await expectQuiet(.storageReset, prints: "received")
    let verdict = try await play(.storageReset, .mended) { stage in
      await stage.phone.open(stage.app)
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
    }
    #expect(
      verdict.log.texts == ["keychain \(errSecItemNotFound)", "keychain \(errSecSuccess)"])
  }
}
