import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests what an app reads and writes while its device is locked.
@Suite struct LockedDeviceTests {
  private static func url(_ name: String) -> URL { URL.documentsDirectory.appending(path: name) }

  /// The code of an error of Cocoa, and the POSIX error below it.
  private static func codes(_ error: any Error) -> String {
    let below = (error as? CocoaError)?.underlying as? POSIXError
    return "\((error as NSError).code)/\(below.map { "\($0.code.rawValue)" } ?? "-")"
  }

  private static func read(_ name: String) -> String {
    do { return String(decoding: try Data(contentsOf: url(name)), as: UTF8.self) } catch {
      return "error \(codes(error))"
    }
  }

  private static func write(_ name: String, _ options: Data.WritingOptions = []) -> String {
    do {
      try Data("new".utf8).write(to: url(name), options: options)
      return "written"
    } catch { return "error \(codes(error))" }
  }

  private static let options: [(name: String, Data.WritingOptions)] = [
    ("none", .noFileProtection), ("first", .completeFileProtectionUntilFirstUserAuthentication),
    ("open", .completeFileProtectionUnlessOpen), ("complete", .completeFileProtection),
    ("default", []),
  ]

  private static let makeFiles: @MainActor @Sendable () -> Void = {
    for (name, options) in options {
      try! Data("old".utf8).write(to: url(name), options: options.union(.atomic))
    }
  }

  private static let reportFiles: @MainActor @Sendable () -> Void = {
    print(options.map { "\($0.name) \(read($0.name))" }.joined(separator: ", "))
    print(
      options.map { "\($0.name) \(write("new-\($0.name)", $0.1))" }.joined(separator: ", "))
  }

  /// A device that is locked, and what can be read and written on it (DP1). 257 is
  /// NSFileReadNoPermissionError, 513 is NSFileWriteNoPermissionError.
  static let situations: [(passcode: Bool, lockedFor: Int, read: String, write: String)] = {
    let all = "none old, first old, open old, complete old, default old"
    let written = "none written, first written, open written, complete written, default written"
    return [
      (false, 11, all, written), (true, 9, all, written),
      (
        true, 11,
        "none old, first old, open error 257/1, complete error 257/1, default old",
        "none written, first written, open written, complete error 513/1, default written"
      ),
    ]
  }()

  @Test(.world(), arguments: situations.indices)
  func `files of a locked device are accessible as their classes say (DP1)`(_ row: Int)
    async throws
  {
    let row = Self.situations[row]
    let app = AppFixture { _ in
      Self.makeFiles()
      let task = UIApplication.shared.beginBackgroundTask()
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(row.lockedFor) + .seconds(1)) {
        Self.reportFiles()
        UIApplication.shared.endBackgroundTask(task)
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = row.passcode
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.lock()
    #expect(fixture.phone.isLocked == row.passcode)
    try await fixture.world.pass(.seconds(row.lockedFor + 2))
    #expect(fixture.world.log.texts == [row.read, row.write])
  }

  @Test(.world())
  func `a prewarmed process that is opened after the unlock reads everything (DP3, DP4, L15)`()
    async throws
  {
    let app = AppFixture { _ in
      if !FileManager.default.fileExists(atPath: Self.url("none").path) {
        Self.makeFiles()
        UserDefaults.standard.set(364, forKey: "days")
      } else {
        print(
          UIApplication.shared.isProtectedDataAvailable,
          UserDefaults.standard.integer(forKey: "days"))
        Self.reportFiles()
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = true
    await fixture.phone.open(fixture.app)
    try await fixture.phone.reboot()
    #expect(fixture.phone.isLocked && !fixture.phone.isUnlocked)
    fixture.phone.prewarm(fixture.app)
    // Up to iOS 14 the system does not prewarm; from iOS 15 on, the process waits before its main().
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "true 364", "none old, first old, open old, complete old, default old",
        "none written, first written, open written, complete written, default written",
      ])
  }

  @Test(.world())
  func `a process that is launched before the first unlock reads only unprotected files (DP3)`()
    async throws
  {
    let app = AppFixture { _ in
      if !FileManager.default.fileExists(atPath: Self.url("none").path) {
        Self.makeFiles()
      } else {
        print(UIApplication.shared.isProtectedDataAvailable)
        Self.reportFiles()
      }
    }
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = true
    let installed = try phone.install(app)
    await phone.open(installed)
    try await phone.reboot()
    #expect(phone.isLocked && !phone.isUnlocked)
    phone.prewarm(installed)
    try await world.pass(.seconds(5))
    #expect(
      world.log.texts == [
        "false",
        "none old, first error 257/1, open error 257/1, complete error 257/1, default error 257/1",
        "none written, first error 513/1, open written, complete error 513/1, default error 513/1",
      ])
  }

  @Test(.world()) func `defaults are empty in a process before the first unlock, and then (DP4)`()
    async throws
  {
    let app = AppFixture { _ in
      print(
        UIApplication.shared.isProtectedDataAvailable,
        UserDefaults.standard.integer(forKey: "days"), UserDefaults.standard.integer(forKey: "kept")
      )
      if UserDefaults.standard.object(forKey: "days") == nil {
        UserDefaults.standard.set(1, forKey: "days")
      }
    }
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = true
    let installed = try phone.install(app)
    let fixture = WorldFixture(world: world, phone: phone, app: installed)
    await phone.open(installed)
    await fixture.touch {
      UserDefaults.standard.set(364, forKey: "days")
      UserDefaults.standard.set(7, forKey: "kept")
    }
    try await phone.reboot()
    phone.prewarm(installed)
    try await world.pass(.seconds(5))
    await phone.open(installed)
    await fixture.touch {
      print("after the unlock", UserDefaults.standard.integer(forKey: "kept"))
      UserDefaults.standard.set(2, forKey: "other")
    }
    installed.process?.kill(.jetsam)
    await phone.open(installed)
    #expect(
      world.log.texts == ["true 0 0", "false 0 0", "after the unlock 0", "true 1 7"],
      "the process overwrites days, and not the keys that it did not set")
  }

  @Test(.world()) func `an app is notified of the lock and of the unlock (DP5)`() async throws {
    let app = AppFixture { _ in
      for name in [
        UIApplication.protectedDataWillBecomeUnavailableNotification,
        UIApplication.protectedDataDidBecomeAvailableNotification,
      ] {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
          MainActor.assumeIsolated {
            print(name.rawValue, UIApplication.shared.isProtectedDataAvailable)
          }
        }
      }
      _ = UIApplication.shared.beginBackgroundTask()
      DispatchQueue.main.asyncAfter(deadline: .now() + 15) {
        MainActor.assumeIsolated { print(UIApplication.shared.isProtectedDataAvailable) }
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = true
    await fixture.phone.open(fixture.app)
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(20))
    fixture.phone.unlock()
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "UIApplicationProtectedDataWillBecomeUnavailable true", "false",
        "UIApplicationProtectedDataDidBecomeAvailable true",
      ])
  }

  @Test(.world()) func `an open file of the class complete cannot be used while locked (DP1)`()
    async throws
  {
    let app = AppFixture { _ in
      for (name, options) in Self.options {
        try! Data().write(to: Self.url(name), options: options)
        let handle = try! FileHandle(forUpdating: Self.url(name))
        Kept.of(name, handle)
      }
      _ = UIApplication.shared.beginBackgroundTask()
      DispatchQueue.main.asyncAfter(deadline: .now() + 15) {
        MainActor.assumeIsolated {
          for (name, _) in Self.options {
            let handle: FileHandle = Kept.get(name)!
            do {
              try handle.write(contentsOf: Data("x".utf8))
              print(name, "written")
            } catch { print(name, "error", (error as NSError).code) }
          }
        }
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = true
    await fixture.phone.open(fixture.app)
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(20))
    #expect(
      fixture.world.log.texts == [
        "none written", "first written", "open written", "complete error 513", "default written",
      ])
  }

  /// The ways to open a file, each with the errno with which it fails.
  private static let ways: [(name: String, open: @Sendable () -> Int32)] = [
    ("open", { failure(open(url("complete").path, O_RDONLY)) }),
    (
      "openat",
      { failure(openat(open(URL.documentsDirectory.path, O_RDONLY), "complete", O_RDONLY)) }
    ),
    ("fopen", { fopen(url("complete").path, "r") == nil ? errno : 0 }),
    ("truncate", { failure(truncate(url("complete").path, 0)) }),
  ]

  private static func failure(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

  @Test(.world()) func `a protected file cannot be opened in any way while locked (DP1)`()
    async throws
  {
    let app = AppFixture { _ in
      Self.makeFiles()
      _ = UIApplication.shared.beginBackgroundTask()
      DispatchQueue.main.asyncAfter(deadline: .now() + 15) {
        for (name, open) in Self.ways { print(name, open()) }
      }
    }
    let fixture = try await startApp(app, opened: false)
    fixture.phone.hasPasscode = true
    await fixture.phone.open(fixture.app)
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.world.log.texts == Self.ways.map { "\($0.name) \(EPERM)" })
  }

  @Test(.world()) func `attributes tell and set the class, and folders pass theirs on (DP2)`()
    async throws
  {
    let app = AppFixture { _ in
      let files = FileManager.default
      func name(_ path: String) -> String {
        let attributes = try! files.attributesOfItem(atPath: Self.url(path).path)
        return (attributes[.protectionKey] as! FileProtectionType).rawValue
      }
      _ = files.createFile(atPath: Self.url("a").path, contents: Data())
      print(name("a"))
      try! files.setAttributes(
        [.protectionKey: FileProtectionType.complete], ofItemAtPath: Self.url("a").path)
      try! files.moveItem(at: Self.url("a"), to: Self.url("b"))
      print(name("b"))
      try! files.createDirectory(
        at: Self.url("folder"), withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.none])
      try! Data().write(to: Self.url("folder/c"))
      print(name("folder/c"))
      _ = files.createFile(
        atPath: Self.url("folder/d").path, contents: nil,
        attributes: [.protectionKey: FileProtectionType.completeUnlessOpen])
      print(name("folder/d"))
    }
    _ = try await startApp(app)
    #expect(
      try World.current.log.texts == [
        "NSFileProtectionCompleteUntilFirstUserAuthentication", "NSFileProtectionComplete",
        "NSFileProtectionNone", "NSFileProtectionCompleteUnlessOpen",
      ])
  }

  static let defaultClasses: [(SystemVersion, Entitlements, String)] = [
    (6, [], "NSFileProtectionNone"),
    (7, [], "NSFileProtectionCompleteUntilFirstUserAuthentication"),
    (
      17, ["com.apple.developer.default-data-protection": "NSFileProtectionComplete"],
      "NSFileProtectionComplete"
    ),
  ]

  @Test(.world(), arguments: defaultClasses)
  func `the default class follows the version and the entitlement (DP2)`(
    version: SystemVersion, entitlements: Entitlements, name: String
  ) async throws {
    var app = AppFixture { _ in
      let file = Self.url("a").path
      _ = FileManager.default.createFile(atPath: file, contents: Data())
      let attributes = try! FileManager.default.attributesOfItem(atPath: file)
      print((attributes[.protectionKey] as! FileProtectionType).rawValue)
    }
    app.entitlements = entitlements
    _ = try await startApp(app, iOS: version)
    #expect(try World.current.log.texts == [name])
  }
}
