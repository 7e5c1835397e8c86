import Foundation
import Glibc
import Testing
import UIKit
import YobanTesting

/// The function `flock`, which has the name of a structure.
private let setLock: @Sendable (Int32, Int32) -> Int32 = flock

/// Tests containers that apps share, and locks on their files.
@Suite struct AppGroupTests {
  private static let group = "group.example"
  private static let entitlements: Entitlements = [
    "com.apple.security.application-groups": ["group.example"]
  ]

  private static func app(
    _ identifier: String, _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = AppFixture { _ in launched() }
    app.bundleIdentifier = identifier
    app.entitlements = entitlements
    return app
  }

  private static var container: URL {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)!
  }

  @Test(.world()) func `two apps of a group share files and defaults, and others do not`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let one = try phone.install(
      Self.app("com.example.one") {
        try! Data("shared".utf8).write(to: Self.container.appending(path: "file"))
        UserDefaults(suiteName: Self.group)!.set(5, forKey: "count")
        UserDefaults.standard.set(1, forKey: "count")
        UserDefaults(suiteName: "own")!.set(7, forKey: "count")
      })
    let two = try phone.install(
      Self.app("com.example.two") {
        print(
          (try? String(contentsOf: Self.container.appending(path: "file"), encoding: .utf8)) ?? "-",
          UserDefaults(suiteName: Self.group)!.integer(forKey: "count"),
          UserDefaults.standard.integer(forKey: "count"),
          UserDefaults(suiteName: "own")!.integer(forKey: "count"))
        UserDefaults(suiteName: Self.group)!.set(6, forKey: "count")
      })
    var stranger = AppFixture { _ in
      print(
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group) as Any,
        UserDefaults(suiteName: Self.group)!.integer(forKey: "count"))
    }
    stranger.bundleIdentifier = "com.example.stranger"
    let other = try phone.install(stranger)
    for app in [one, two, other] { await phone.open(app) }
    #expect(world.log.texts == ["shared 5 0 0", "nil 0"])
    #expect(world.findings.map(\.kind) == [.fileGroupNotEntitled], "once, of the stranger")
    await phone.open(one)
    await phone.touch(one, "look") {
      print("one sees", UserDefaults(suiteName: Self.group)!.integer(forKey: "count"))
    }
    #expect(world.log.texts.last == "one sees 6")
  }

  @Test(.world(), arguments: [("group.example", true), ("group.other", true), ("own", false)])
  func `defaults of an App Group without its entitlement are a finding`(
    suite: String, isFinding: Bool
  ) async throws {
    let app = AppFixture { _ in
      UserDefaults(suiteName: suite)!.set(1, forKey: "count")
      UserDefaults(suiteName: suite)!.set(2, forKey: "count")
    }
    let fixture = try await startApp(app)
    let findings = fixture.world.findings
    #expect(findings.map(\.kind) == (isFinding ? [.fileGroupNotEntitled] : []))
    #expect(findings.allSatisfy { $0.what.contains(suite) })
  }

  @Test(.world()) func `the container of a group is removed with the last of its apps`()
    async throws
  {
    let phone = try World.current.addPhone()
    let one = try phone.install(Self.app("com.example.one"))
    let two = try phone.install(Self.app("com.example.two"))
    await phone.open(one)
    await phone.touch(one, "write") { UserDefaults(suiteName: Self.group)!.set(5, forKey: "count") }
    phone.delete(one)
    await phone.open(two)
    await phone.touch(two, "read") {
      print(UserDefaults(suiteName: Self.group)!.integer(forKey: "count"))
    }
    phone.delete(two)
    let three = try phone.install(Self.app("com.example.three"))
    await phone.open(three)
    await phone.touch(three, "read") {
      print(UserDefaults(suiteName: Self.group)!.integer(forKey: "count"))
    }
    #expect(try World.current.log.texts == ["5", "0"])
  }

  /// A way to lock a file, and to unlock it.
  enum Lock: CaseIterable {
    case wholeFile, range

    @MainActor func set(_ file: Int32, _ isLocked: Bool) {
      switch self {
      case .wholeFile: _ = setLock(file, isLocked ? LOCK_EX : LOCK_UN)
      case .range:
        var lock = Glibc.flock()
        lock.l_type = Int16(isLocked ? F_WRLCK : F_UNLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_len = 10
        _ = fcntl(file, F_SETLK, &lock)
      }
    }
  }

  /// The use of a lock before the app is suspended, and whether the file is shared.
  static let rows: [(lock: Lock, isShared: Bool, unlocks: Bool, closes: Bool, dies: Bool)] = {
    var rows: [(Lock, Bool, Bool, Bool, Bool)] = []
    for lock in Lock.allCases {
      rows.append((lock, true, false, false, true))
      rows.append((lock, true, true, false, false))
      rows.append((lock, true, false, true, false))
      rows.append((lock, false, false, false, false))
    }
    return rows
  }()

  @Test(.world(), arguments: rows.indices)
  func `a lock of a shared file at a suspension ends the process with 0xdead10cc (L10)`(_ row: Int)
    async throws
  {
    let row = Self.rows[row]
    let phone = try World.current.addPhone()
    let app = try phone.install(
      Self.app("com.example.one") {
        let folder = row.isShared ? Self.container : URL.documentsDirectory
        let file = open(folder.appending(path: "database").path, O_RDWR | O_CREAT, 0o600)
        row.lock.set(file, true)
        if row.unlocks { row.lock.set(file, false) }
        if row.closes { close(file) }
      })
    await phone.open(app)
    let process = try #require(app.process)
    await phone.goHome()
    try await World.current.pass(.seconds(30))
    #expect((app.process == nil) == row.dies)
    let ends = try World.current.trace.events.compactMap { event -> TerminationReason? in
      if case .terminated(let reason) = event.kind.app { reason } else { nil }
    }
    #expect(
      ends
        == (row.dies
          ? [.killed(.fileLock, "a file in a shared container was locked at suspension")] : []))
    _ = process
  }

  /// The contents of a file with a shared lock, and whether the app dies at its suspension.
  static let sharedRows: [(name: String, header: [UInt8], dies: Bool)] = {
    let format = Array("SQLite format 3\0".utf8) + [0x10, 0]
    return [
      ("database", format + [2, 2], false), ("database", format + [1, 1], true),
      ("notes", Array("a text".utf8), true), ("empty", [], true),
    ]
  }()

  @Test(.world(), arguments: sharedRows.indices)
  func `a shared lock ends the process, but not that of a database with a write-ahead log (L10)`(
    _ row: Int
  ) async throws {
    let row = Self.sharedRows[row]
    let phone = try World.current.addPhone()
    let app = try phone.install(
      Self.app("com.example.one") {
        let path = Self.container.appending(path: row.name)
        try! Data(row.header).write(to: path)
        try! Data(row.header).write(to: Self.container.appending(path: "\(row.name)-shm"))
        for path in [path.path, path.path + "-shm"] {
          var lock = Glibc.flock()
          lock.l_type = Int16(F_RDLCK)
          lock.l_whence = Int16(SEEK_SET)
          lock.l_len = 10
          _ = fcntl(open(path, O_RDWR), F_SETLK, &lock)
        }
      })
    await phone.open(app)
    await phone.goHome()
    try await World.current.pass(.seconds(30))
    #expect((app.process == nil) == row.dies)
  }

  @Test(.world()) func `an app waits for the lock of another one, and gets that of a killed one`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let one = try phone.install(
      Self.app("com.example.one") {
        let file = open(Self.container.appending(path: "database").path, O_RDWR | O_CREAT, 0o600)
        _ = setLock(file, LOCK_EX)
        let task = UIApplication.shared.beginBackgroundTask()
        DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
          MainActor.assumeIsolated {
            _ = setLock(file, LOCK_UN)
            _ = setLock(file, LOCK_EX)
            UIApplication.shared.endBackgroundTask(task)
          }
        }
      })
    let two = try phone.install(
      Self.app("com.example.two") {
        DispatchQueue.global().async {
          let start = Date()
          let file = open(Self.container.appending(path: "database").path, O_RDWR | O_CREAT, 0o600)
          print(setLock(file, LOCK_EX), Int(Date().timeIntervalSince(start).rounded()))
        }
      })
    await phone.open(one)
    await phone.open(two)
    try await world.pass(.seconds(20))
    one.process?.kill(TerminationReason.jetsam)
    try await world.pass(.seconds(1))
    #expect(world.log.texts.count == 1)
    #expect(world.log.texts.first?.hasPrefix("0 ") == true)
  }
}
