import Foundation
import Security
import Testing
import TutorialsSwift5
import UIKit
import YobanTesting

/// Tests the keychain with code as apps have it: each form of dictionary and result that compiles with
/// Xcode must compile here.
@Suite struct SecurityTests {
  /// The code of an app that keeps a token.
  private enum Token {
    static func query(_ account: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: "example.service",
        kSecAttrAccount as String: account,
      ]
    }

    static func save(_ token: String, _ account: String, accessible: CFString? = nil) -> OSStatus {
      var query = query(account)
      query[kSecValueData as String] = Data(token.utf8)
      if let accessible { query[kSecAttrAccessible as String] = accessible }
      return SecItemAdd(query as CFDictionary, nil)
    }

    static func read(_ account: String) -> String {
      var query = query(account)
      query[kSecReturnData as String] = kCFBooleanTrue!
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var item: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &item)
      guard status == errSecSuccess, let data = item as? Data else { return "\(status)" }
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test(.world()) func `an app adds, reads, changes and deletes an item (DP8)`() async throws {
    _ = try await startApp(
      AppFixture { _ in
        print(Token.read("me"), Token.save("secret", "me"), Token.save("other", "me"))
        print(Token.read("me"))
        let changes: [String: Any] = [kSecValueData as String: Data("new".utf8)]
        print(SecItemUpdate(Token.query("me") as CFDictionary, changes as CFDictionary))
        print(Token.read("me"), SecItemDelete(Token.query("me") as CFDictionary), Token.read("me"))
      })
    #expect(
      try World.current.log.texts == [
        "\(errSecItemNotFound) 0 \(errSecDuplicateItem)", "secret", "0",
        "new 0 \(errSecItemNotFound)",
      ])
  }

  @Test(.world()) func `a result has the form that the query asks for (DP8)`() async throws {
    let app = AppFixture { _ in
      for account in ["a", "b"] { _ = Token.save("token of \(account)", account) }
      let all: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
        kSecReturnAttributes: true, kSecReturnData: true,
      ]
      var result: AnyObject?
      print(SecItemCopyMatching(all as CFDictionary, &result))
      for item in result as? [[String: Any]] ?? [] {
        let data = item[kSecValueData as String] as? Data ?? Data()
        print(
          item[kSecAttrAccount as String] as? String ?? "-", String(decoding: data, as: UTF8.self),
          item[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String,
          item[kSecAttrSynchronizable as String] as? Bool ?? true,
          item[kSecAttrCreationDate as String] as? Date == item["mdat"] as? Date)
      }
      let datas =
        [
          kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
          kSecReturnData: true,
        ] as CFDictionary
      print(SecItemCopyMatching(datas, &result), (result as? [Data])?.count ?? 0)

      let reference: NSDictionary = [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "b", kSecReturnPersistentRef: true,
      ]
      print(SecItemCopyMatching(reference, &result))
      let found = [kSecValuePersistentRef: result as! Data, kSecReturnData: true] as CFDictionary
      print(SecItemCopyMatching(found, &result), String(decoding: result as! Data, as: UTF8.self))

      let exists = Token.query("a") as CFDictionary
      print(SecItemCopyMatching(exists, nil))
    }
    _ = try await startApp(app)
    #expect(
      try World.current.log.texts == [
        "0", "a token of a true false true", "b token of b true false true", "0 2", "0",
        "0 token of b", "0",
      ])
  }

  @Test(.world()) func `older forms of keychain code work, too (DP8)`() async throws {
    let app = AppFixture { _ in
      // An account as data, a mutable dictionary, and a pointer to the result.
      let query = NSMutableDictionary()
      query[kSecClass as String] = kSecClassGenericPassword
      query.setValue(Data("me".utf8), forKey: kSecAttrAccount as String)
      query.setObject(Data("old".utf8), forKey: kSecValueData as NSString)
      print(SecItemAdd(query as CFDictionary, nil))
      query.removeObject(forKey: kSecValueData)
      query[kSecReturnData] = kCFBooleanTrue
      var result: AnyObject?
      let status = withUnsafeMutablePointer(to: &result) {
        SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
      }
      print(status, (result as? NSData)?.length ?? 0)
      // The key of a database.
      let key =
        [
          kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("tag".utf8),
          kSecAttrKeySizeInBits: 512, kSecValueData: Data(count: 64),
        ] as CFDictionary
      print(SecItemAdd(key, nil), SecItemAdd(key, nil))
      // All items of all classes.
      for itemClass in [
        kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
        kSecClassIdentity,
      ] {
        print(SecItemDelete([kSecClass as String: itemClass] as CFDictionary))
      }
    }
    _ = try await startApp(app)
    #expect(
      try World.current.log.texts == [
        "0", "0 3", "0 \(errSecDuplicateItem)", "0", "\(errSecItemNotFound)",
        "\(errSecItemNotFound)", "0", "\(errSecItemNotFound)",
      ])
  }

  /// Calls that cannot succeed, and their results.
  static let misuses: [(OSStatus, @Sendable () -> OSStatus)] = [
    (errSecParam, { SecItemAdd([kSecAttrAccount: "a"] as CFDictionary, nil) }),
    (errSecParam, { SecItemCopyMatching([kSecClass: "none"] as CFDictionary, nil) }),
    (
      errSecParam,
      {
        SecItemAdd(
          [kSecClass: kSecClassGenericPassword, kSecValueData: "text"] as CFDictionary, nil)
      }
    ),
    (
      errSecParam,
      {
        SecItemCopyMatching(
          [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as CFDictionary, nil)
      }
    ),
    (
      errSecParam,
      {
        SecItemDelete(
          [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitOne] as CFDictionary)
      }
    ),
    (
      errSecNoSuchAttr,
      {
        SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrServer: "x"] as CFDictionary, nil)
      }
    ),
    (errSecUnimplemented, { SecItemAdd([kSecClass: kSecClassCertificate] as CFDictionary, nil) }),
  ]

  @Test(.world(), arguments: misuses.indices) func `a misuse has a result code (DP8)`(_ row: Int)
    async throws
  {
    let (expected, call) = Self.misuses[row]
    let fixture = try await startApp(AppFixture { _ in print(call()) })
    #expect(fixture.world.log.texts == ["\(expected)"])
    #expect(
      fixture.world.findings.map(\.kind)
        == (expected == errSecUnimplemented ? [.keychainCertificate] : []))
  }

  @Test(.world()) func `an app in background reads what its accessibility allows (DP6)`()
    async throws
  {
    let app = AppFixture { _ in
      let accounts: [(String, CFString?)] = [
        ("default", nil), ("first", kSecAttrAccessibleAfterFirstUnlock),
        ("passcode", kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
      ]
      for (account, accessible) in accounts {
        print(account, Token.save("old", account, accessible: accessible))
      }
      let task = UIApplication.shared.beginBackgroundTask()
      DispatchQueue.main.asyncAfter(deadline: .now() + 15) {
        print(accounts.map { Token.read($0.0) })
        MainActor.assumeIsolated { UIApplication.shared.endBackgroundTask(task) }
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = true
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(20))
    #expect(
      fixture.world.log.texts == [
        "default 0", "first 0", "passcode 0",
        #"["\#(errSecInteractionNotAllowed)", "old", "\#(errSecInteractionNotAllowed)"]"#,
      ])
    fixture.phone.unlock()
    fixture.phone.hasPasscode = false
    await fixture.phone.open(fixture.app)
    await fixture.touch { print(["default", "first", "passcode"].map { Token.read($0) }) }
    #expect(fixture.world.log.texts.last == #"["old", "old", "\#(errSecItemNotFound)"]"#)
  }

  /// The user opens the app; then the phone reboots, and launches it before the first unlock.
  private func openAndLaunchBeforeUnlock(_ app: AppFixture) async throws -> World {
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = true
    let installed = try phone.install(app)
    await phone.open(installed)
    try await phone.reboot()
    phone.prewarm(installed)
    try await world.pass(.seconds(5))
    return world
  }

  @Test(.world()) func `an app that is launched before the first unlock reads no item (DP3, DP6)`()
    async throws
  {
    let app = AppFixture { _ in
      print(Token.save("token", "me", accessible: kSecAttrAccessibleAfterFirstUnlock))
      print(Token.read("me"))
    }
    let world = try await openAndLaunchBeforeUnlock(app)
    let locked = "\(errSecInteractionNotAllowed)"
    #expect(world.log.texts == ["0", "token", locked, locked])
    #expect(world.findings.isEmpty && world.trace.advice.map(\.kind) == [.keychainItemLocked])
  }

  @Test(.world()) func `an item that is deleted while it is locked cannot be added again (DP6)`()
    async throws
  {
    let app = AppFixture { _ in
      print(SecItemDelete(Token.query("me") as CFDictionary))
      print(Token.save("token", "me", accessible: kSecAttrAccessibleAfterFirstUnlock))
    }
    let world = try await openAndLaunchBeforeUnlock(app)
    #expect(
      world.log.texts == ["\(errSecItemNotFound)", "0", "0", "\(errSecInteractionNotAllowed)"])
    #expect(world.findings.are([.keychainLockedItemDeleted]))
  }

  @Test(.world()) func `apps of a group share its items, and keep their own (DP7)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    var first = AppFixture { _ in
      print(Token.save("shared", "shared"))
      var own = Token.query("own")
      own[kSecAttrAccessGroup as String] = "ABCDE12345.example.first"
      print(SecItemAdd(own as CFDictionary, nil))
      own[kSecAttrAccessGroup as String] = "ABCDE12345.example.second"
      print(SecItemAdd(own as CFDictionary, nil))
    }
    first.bundleIdentifier = "example.first"
    first.entitlements = [
      "application-identifier": "ABCDE12345.example.first",
      "keychain-access-groups": ["$(AppIdentifierPrefix)example.group"],
    ]
    var second = AppFixture { _ in
      print(Token.read("shared"), Token.read("own"))
      var foreign = Token.query("own")
      foreign[kSecAttrAccessGroup as String] = "ABCDE12345.example.first"
      print(SecItemCopyMatching(foreign as CFDictionary, nil))
    }
    second.bundleIdentifier = "example.second"
    second.entitlements = ["keychain-access-groups": ["ABCDE12345.example.group"]]
    await phone.open(try phone.install(first))
    await phone.open(try phone.install(second))
    #expect(
      world.log.texts == [
        "0", "0", "\(errSecMissingEntitlement)", "shared \(errSecItemNotFound)",
        "\(errSecItemNotFound)",
      ])
    #expect(
      world.findings.map(\.kind) == [.keychainForeignGroup, .keychainForeignGroup],
      "one of each app")
  }

  /// Calls with a group that the app does not have, in the query or in the changes.
  private static let foreignCalls: [(name: String, call: @Sendable (CFDictionary) -> OSStatus)] = [
    ("SecItemAdd", { SecItemAdd($0, nil) }),
    ("SecItemCopyMatching", { SecItemCopyMatching($0, nil) }),
    ("SecItemUpdate", { SecItemUpdate($0, [:] as CFDictionary) }),
    (
      "SecItemUpdate",
      {
        let group = ($0 as! [String: Any])[kSecAttrAccessGroup as String]!
        return SecItemUpdate(
          Token.query("me") as CFDictionary,
          [kSecAttrAccessGroup as String: group] as CFDictionary)
      }
    ),
    ("SecItemDelete", { SecItemDelete($0) }),
  ]

  @Test(.world(), arguments: foreignCalls.indices)
  func `each call for a foreign group is a finding that names it (DP7)`(row: Int) async throws {
    let (name, call) = Self.foreignCalls[row]
    let app = AppFixture { _ in
      _ = Token.save("token", "me")
      var query = Token.query("other")
      query[kSecAttrAccessGroup as String] = "ABCDE12345.shared"
      #expect(call(query as CFDictionary) != errSecSuccess)
      #expect(call(query as CFDictionary) != errSecSuccess)
    }
    let fixture = try await startApp(app)
    let findings = fixture.world.findings
    #expect(findings.map(\.kind) == [.keychainForeignGroup], "once for a group and process")
    #expect(findings.first?.what.hasPrefix("\(name) was called for") == true)
    #expect(findings.first?.what.contains("ABCDE12345.shared") == true)
  }

  @Test(.world()) func `items survive a reboot and the deletion of their app (DP9)`() async throws {
    let app = AppFixture { _ in print(Token.read("me"), Token.save("token", "me")) }
    let fixture = try await startApp(app)
    try await fixture.phone.reboot()
    fixture.phone.delete(fixture.app)
    await fixture.phone.open(try fixture.phone.install(app))
    #expect(
      fixture.world.log.texts == ["\(errSecItemNotFound) 0", "token \(errSecDuplicateItem)"])
  }

  @Test(.world()) func `the store of a tutorial keeps credentials (DP8)`() async throws {
    let app = AppFixture { _ in
      let store = CredentialStore(server: "example.com")
      for password in ["first", "second"] {
        try! store.save(.init(username: "me", password: password))
      }
      print((try? store.load()) == .init(username: "me", password: "second"))
      do {
        try store.delete()
        try store.delete()
        _ = try store.load()
      } catch { print(error) }
    }
    let fixture = try await startApp(app)
    #expect(fixture.world.log.texts == ["true", "noPassword"])
  }

  @Test func `outside of an app there is an empty keychain`() {
    #expect(
      SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) == errSecItemNotFound)
  }

  @Test func `a result code has a text`() {
    #expect(
      SecCopyErrorMessageString(errSecDuplicateItem, nil) as String?
        == "The specified item already exists in the keychain.")
    #expect(SecCopyErrorMessageString(1, nil) == nil)
  }
}
