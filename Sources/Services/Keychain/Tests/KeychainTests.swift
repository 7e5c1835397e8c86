import Testing
import YobanSimulatedOS

@testable import YobanKeychain

/// Tests which items of the keychain are accessible when, as a table (DP6).
@Suite struct KeychainAccessibilityTests {
  enum Situation: CaseIterable {
    case bootedWithoutPasscode, booted, unlocked, justLocked, locked, unlockedAgain, rebooted

    var machine: LockMachine {
      var machine = LockMachine()
      if self != .bootedWithoutPasscode { _ = machine.setPasscode(true) }
      _ = machine.booted()
      if self == .bootedWithoutPasscode || self == .booted { return machine }
      _ = machine.unlock()
      if self == .unlocked { return machine }
      _ = machine.lock()
      if self == .justLocked { return machine }
      machine.keysAreDue()
      if self == .unlockedAgain { _ = machine.unlock() }
      if self == .rebooted { _ = machine.booted() }
      return machine
    }
  }

  /// The result codes of the four calls.
  struct Codes: Hashable {
    var add: KeychainError?
    var find: KeychainError?
    var update: KeychainError?
    var delete: KeychainError?

    static let all = Codes()
    /// An item that is locked can be deleted, and nothing else.
    static let locked = Codes(
      add: .interactionNotAllowed, find: .interactionNotAllowed, update: .interactionNotAllowed)
    /// No such item can exist.
    static let none = Codes(
      add: .notAvailable, find: .itemNotFound, update: .itemNotFound, delete: .itemNotFound)
  }

  /// The accessibilities that behave alike while a device is locked or not.
  static let kinds: [[KeychainAccessibility]] = [
    [.always, .alwaysThisDeviceOnly],
    [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly],
    [.whenUnlocked, .whenUnlockedThisDeviceOnly],
    [.whenPasscodeSetThisDeviceOnly],
  ]

  /// The results by kind, as Apple describes the constants.
  static let table: [(Situation, [Codes])] = [
    (.bootedWithoutPasscode, [.all, .all, .all, .none]),
    (.booted, [.all, .locked, .locked, .locked]),
    (.unlocked, [.all, .all, .all, .all]),
    (.justLocked, [.all, .all, .all, .all]),
    (.locked, [.all, .all, .locked, .locked]),
    (.unlockedAgain, [.all, .all, .all, .all]),
    (.rebooted, [.all, .locked, .locked, .locked]),
  ]

  private static let client = Keychain.Client(groups: ["TEAM.app"])

  private static func code(_ body: () throws(KeychainError) -> Void) -> KeychainError? {
    do {
      try body()
      return nil
    } catch { return error }
  }

  private static func query(_ accessibility: KeychainAccessibility, _ account: String)
    -> KeychainQuery
  {
    KeychainQuery(
      .genericPassword,
      ["acct": .text(account), "pdmn": .text(accessibility.rawValue)], data: [1])
  }

  @Test(arguments: table.indices)
  func `each accessibility allows its calls (DP6)`(_ row: Int) throws {
    let (situation, expected) = Self.table[row]
    let lock = situation.machine
    var unlocked = LockMachine()
    if lock.hasPasscode { _ = unlocked.setPasscode(true) }
    for (kind, expected) in zip(Self.kinds, expected) {
      for accessibility in kind {
        var keychain = Keychain()
        // The item was added while the device was unlocked, if that is possible.
        _ = Self.code { () throws(KeychainError) in
          _ = try keychain.add(
            Self.query(accessibility, "old"), by: Self.client, unlocked, at: 0)
        }
        var found = KeychainQuery(.genericPassword, ["acct": .text("old")])
        let codes = Codes(
          add: Self.code { () throws(KeychainError) in
            _ = try keychain.add(Self.query(accessibility, "new"), by: Self.client, lock, at: 1)
          },
          find: Self.code { () throws(KeychainError) in
            _ = try keychain.find(found, by: Self.client, lock)
          },
          update: Self.code { () throws(KeychainError) in
            var changes = KeychainQuery(nil)
            changes.data = [2]
            try keychain.update(found, to: changes, by: Self.client, lock, at: 2)
          },
          delete: Self.code { () throws(KeychainError) in
            found.limit = nil
            try keychain.delete(found, by: Self.client)
          })
        #expect(codes == expected, "\(situation) \(accessibility)")
      }
    }
  }

  @Test func `the table has every situation and every accessibility`() {
    #expect(Self.table.map(\.0) == Situation.allCases)
    #expect(Set(Self.kinds.joined()) == Set(KeychainAccessibility.allCases))
    #expect(Self.table.allSatisfy { $0.1.count == Self.kinds.count })
  }
}

/// Tests the calls of the keychain.
@Suite struct KeychainTests {
  private let unlocked = LockMachine()
  private let client = Keychain.Client(groups: ["TEAM.shared", "TEAM.app", "group.app"])

  private func password(_ account: String, _ more: [String: KeychainValue] = [:]) -> KeychainQuery {
    KeychainQuery(
      .genericPassword, ["acct": .text(account)].merging(more) { $1 }, data: Array(account.utf8))
  }

  @Test func `an item with the same primary key is a duplicate, class by class (DP8)`() throws {
    for itemClass in [KeychainClass.genericPassword, .internetPassword, .key] {
      var keychain = Keychain()
      let all = Dictionary(
        uniqueKeysWithValues: itemClass.primaryKey.map { ($0, KeychainValue.text("x")) })
      let first = KeychainQuery(itemClass, all, data: [1])
      _ = try keychain.add(first, by: client, unlocked, at: 0)
      var relabeled = first
      relabeled.attributes["labl"] = .text("another label")
      #expect(throws: KeychainError.duplicateItem) {
        try keychain.add(relabeled, by: client, unlocked, at: 0)
      }
      for name in itemClass.primaryKey + ["agrp", "sync"] {
        var other = first
        other.attributes[name] =
          name == "agrp" ? .text("group.app") : name == "sync" ? .number(1) : .text("y")
        #expect(throws: Never.self, "\(itemClass) \(name)") {
          try keychain.add(other, by: client, unlocked, at: 0)
        }
      }
    }
  }

  @Test func `an item without a group is in the first one, and a search covers all (DP7)`() throws {
    var keychain = Keychain()
    #expect(try keychain.add(password("a"), by: client, unlocked, at: 0).group == "TEAM.shared")
    let own = password("b", ["agrp": .text("TEAM.app")])
    #expect(try keychain.add(own, by: client, unlocked, at: 0).group == "TEAM.app")
    let all = KeychainQuery(.genericPassword)
    #expect(try keychain.find(all, by: client, unlocked).map(\.number) == [1, 2])
    let other = Keychain.Client(groups: ["TEAM.shared", "TEAM.other"])
    #expect(try keychain.find(all, by: other, unlocked).map(\.number) == [1])
    try keychain.delete(all, by: other)
    #expect(keychain.items.map(\.number) == [2])
  }

  @Test func `a foreign group has an error for each call (DP7)`() throws {
    var keychain = Keychain()
    _ = try keychain.add(password("a"), by: client, unlocked, at: 0)
    let foreign = password("a", ["agrp": .text("TEAM.other")])
    #expect(throws: KeychainError.missingEntitlement) {
      try keychain.add(foreign, by: client, unlocked, at: 0)
    }
    #expect(throws: KeychainError.itemNotFound) { try keychain.find(foreign, by: client, unlocked) }
    #expect(throws: KeychainError.itemNotFound) { try keychain.delete(foreign, by: client) }
    let changes = KeychainQuery(nil, ["agrp": .text("TEAM.other")])
    #expect(throws: KeychainError.noAccessForItem) {
      try keychain.update(password("a"), to: changes, by: client, unlocked, at: 0)
    }
  }

  @Test func `groups come from the entitlements, in Apple's order (DP7)`() {
    let entitlements: Entitlements = [
      "keychain-access-groups": ["$(AppIdentifierPrefix)com.example.shared"],
      "com.apple.security.application-groups": ["group.com.example"],
    ]
    func groups(_ entitlements: Entitlements) -> [String] {
      Keychain.Client(entitlements, bundleIdentifier: "com.example.app").groups
    }
    #expect(
      groups(entitlements) == [
        "YOBAN00000.com.example.shared", "YOBAN00000.com.example.app", "group.com.example",
      ])
    var signed = entitlements
    signed.values["application-identifier"] = "ABCDE12345.com.example.app"
    #expect(
      groups(signed) == [
        "ABCDE12345.com.example.shared", "ABCDE12345.com.example.app", "group.com.example",
      ])
    #expect(groups([]) == ["YOBAN00000.com.example.app"])
  }

  @Test func `an update can change the accessibility, and fails as a whole (DP6, DP8)`() throws {
    var keychain = Keychain()
    for account in ["a", "b"] {
      _ = try keychain.add(password(account), by: client, unlocked, at: 0)
    }
    let changes = KeychainQuery(nil, ["pdmn": .text("ck")])
    try keychain.update(KeychainQuery(.genericPassword), to: changes, by: client, unlocked, at: 5)
    #expect(keychain.items.map(\.accessibility) == [.afterFirstUnlock, .afterFirstUnlock])
    #expect(keychain.items.map { $0.attributes["cdat"] } == [.date(0), .date(0)])
    #expect(keychain.items.map { $0.attributes["mdat"] } == [.date(5), .date(5)])
    let before = keychain
    #expect(throws: KeychainError.duplicateItem) {
      try keychain.update(
        password("a"), to: KeychainQuery(nil, ["acct": .text("b")]), by: client, unlocked, at: 6)
    }
    #expect(keychain == before)
  }

  @Test func `items that need a passcode are deleted with it (DP6)`() throws {
    var keychain = Keychain()
    var lock = LockMachine()
    _ = lock.setPasscode(true)
    for (account, accessibility) in [("a", "akpu"), ("b", "aku")] {
      _ = try keychain.add(
        password(account, ["pdmn": .text(accessibility)]), by: client, lock, at: 0)
    }
    keychain.passcodeRemoved()
    #expect(keychain.items.map { $0.attributes["acct"] } == [.text("b")])
  }

  @Test func `synchronized items are found only if the query asks for them (DP8)`() throws {
    var keychain = Keychain()
    _ = try keychain.add(password("a"), by: client, unlocked, at: 0)
    _ = try keychain.add(password("a", ["sync": .number(1)]), by: client, unlocked, at: 0)
    func numbers(_ query: KeychainQuery) throws -> [Int] {
      try keychain.find(query, by: client, unlocked).map(\.number)
    }
    #expect(try numbers(KeychainQuery(.genericPassword)) == [1])
    #expect(try numbers(KeychainQuery(.genericPassword, ["sync": .number(1)])) == [2])
    var any = KeychainQuery(.genericPassword)
    any.matchesAnySynchronizable = true
    #expect(try numbers(any) == [1, 2])
    #expect(throws: KeychainError.param, "such an item cannot be copied to another device") {
      try keychain.add(
        password("b", ["sync": .number(1), "pdmn": .text("aku")]), by: client, unlocked, at: 0)
    }
  }

  static let misuses: [(KeychainQuery, KeychainError)] = [
    (KeychainQuery(nil), .param),
    (KeychainQuery(.genericPassword, ["srvr": .text("x")]), .noSuchAttribute),
    (KeychainQuery(.internetPassword, ["svce": .text("x")]), .noSuchAttribute),
    (KeychainQuery(.genericPassword, ["pdmn": .text("x")]), .param),
    (KeychainQuery(.genericPassword, ["agrp": .number(1)]), .param),
    (KeychainQuery(.certificate), .unimplemented), (KeychainQuery(.identity), .unimplemented),
  ]

  @Test(arguments: misuses.indices) func `a misuse has an error (DP8)`(_ row: Int) {
    let (query, error) = Self.misuses[row]
    var keychain = Keychain()
    #expect(throws: error) { try keychain.add(query, by: client, unlocked, at: 0) }
    #expect(keychain.items.isEmpty)
  }
}
