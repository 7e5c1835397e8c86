import Foundation
import OSLog
import Testing
import UIKit
import YobanTesting
import os.lock
import os.log
import os.signpost

private struct NoAnswer: Error, CustomStringConvertible { let description = "no answer" }
private enum Strap: CustomStringConvertible {
  case found
  var description: String { "found" }
}

@Suite(.world()) struct OSLogTests {
  private static let log = OSLog(subsystem: "com.example.app", category: "radio")
  private static let logger = Logger(subsystem: "com.example.app", category: "radio")

  /// Runs the body in an app, and returns the texts of the log.
  private func texts(
    redacted: Bool = false, _ body: @escaping @MainActor @Sendable () -> Void
  ) async throws -> [String] {
    let test = try await startApp(AppFixture())
    test.phone.redactsPrivateLogValues = redacted
    await test.touch(body)
    return test.app.log.texts
  }

  @Test func `each function writes its level, with the subsystem and the category`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let logger = Self.logger
      logger.log("a")
      logger.trace("b")
      logger.debug("c")
      logger.info("d")
      logger.notice("e")
      logger.warning("f")
      logger.error("g")
      logger.critical("h")
      logger.fault("i")
      logger.log(level: .info, "j")
    }
    let messages = test.app.log.compactMap(\.message)
    #expect(
      messages.map { "\($0.text) \($0.level)" } == [
        "a default", "b debug", "c debug", "d info", "e default", "f error", "g error", "h fault",
        "i fault", "j info",
      ])
    #expect(messages.allSatisfy { $0.subsystem == "com.example.app" && $0.category == "radio" })
  }

  @Test func `a test can wait for a message without its origin`() async throws {
    let fixture = AppFixture { _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + 90) { Self.logger.info("connected") }
    }
    let test = try await startApp(fixture)
    let begin = test.world.now
    try await test.world.wait(for: "the message", atMost: .minutes(2)) {
      test.app.log.contains("connected")
    }
    #expect(test.app.log.texts == ["connected"])
    #expect(
      test.app.log.first?.description.contains("#1 info [com.example.app:radio] connected") == true)
    #expect(try #require(test.app.log.first).instant - begin <= .seconds(90))
  }

  @Test func `values of each kind have Apple's default format`() async throws {
    let texts = try await texts {
      let name = "Bo"
      let error: any Error = NoAnswer()
      let missing: (any Error)? = nil
      Self.logger.log("\(name) \(Strap.found) \(type(of: name)) \(error) \(missing)")
      Self.logger.log("\(7) \(UInt8(200)) \(Int64(-3)) \(1.5) \(Float(0.25)) \(CGFloat(2)) \(true)")
      Self.logger.log("\(NSNumber(value: 3)) \([1, 2]) \(NSError(domain: "D", code: 4))")
    }
    #expect(
      texts == [
        "Bo found String no answer (null)",
        "7 200 -3 1.500000 0.250000 2.000000 true",
        "3 [1, 2] \(NSError(domain: "D", code: 4).description)",
      ])
  }

  @Test func `formats and alignment are applied`() async throws {
    let texts = try await texts {
      Self.logger.log(
        "\(255, format: .hex) \(255, format: .hex(includePrefix: true, uppercase: true))")
      Self.logger.log(
        "\(Int8(-1), format: .hex) \(8, format: .octal) \(7, format: .decimal(minDigits: 3))")
      Self.logger.log(
        "\(5, format: .decimal(explicitPositiveSign: true))|\(7, align: .right(columns: 3))|")
      Self.logger.log("\("ab", align: .left(columns: 4))|\(2.345, format: .fixed(precision: 1))|")
      Self.logger.log("\(1500.0, format: .exponential(precision: 1)) \(0.5, format: .hybrid)")
      Self.logger.log("\(true, format: .answer) \(Int32(24), format: .darwinErrno)")
      Self.logger.log("\(Int32(0o700), format: .darwinMode) \(1_540_000, format: .byteCount)")
      Self.logger.log("\(1536, format: .byteCountIEC) \(Int32(1), format: .truth)")
    }
    #expect(
      texts == [
        "ff 0XFF", "ff 10 007", "+5|  7|", "ab  |2.3|", "1.5e+03 0.5",
        "YES [24: Too many open files]", "-rwx------ 1.54 MB", "1.5 KiB true",
      ])
  }

  @Test(arguments: [
    (false, ["Bo Bo Bo 5", "5 Bo found", "Bo Bo 5 5 Bo"]),
    (
      true,
      [
        "<private> Bo <private> 5", "<private> <sensitive> <private>",
        "<private> Bo 5 <private> <private>",
      ]
    ),
  ])
  func `private values are shown unless the device redacts them`(
    _ redacted: Bool, _ expected: [String]
  ) async throws {
    let texts = try await texts(redacted: redacted) {
      let name = "Bo"
      Self.logger.log("\(name) \(name, privacy: .public) \(name, privacy: .private) \(5)")
      Self.logger.log("\(5, privacy: .private) \(name, privacy: .sensitive) \(Strap.found)")
      os_log("%@ %{public}@ %d %{private}d %s", name, name, 5, 5, name)
    }
    #expect(texts == expected)
  }

  @Test func `equal values have equal hashes`() async throws {
    let texts = try await texts(redacted: true) {
      for name in ["Bo", "Al", "Bo"] { Self.logger.log("\(name, privacy: .private(mask: .hash))") }
    }
    #expect(texts.allSatisfy { $0.hasPrefix("<mask.hash: '") && !$0.contains("Bo") })
    #expect(texts.count == 3 && texts[0] == texts[2] && texts[0] != texts[1])
  }

  @Test func `the values of a message are computed when it is written`() async throws {
    let texts = try await texts {
      var reads = 0
      func read() -> Int {
        reads += 1
        return reads
      }
      Logger(.disabled).log("\(read())")
      Self.logger.log("\(read())")
    }
    #expect(texts == ["1"])
  }

  @Test func `os_log takes formats of C`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let error: any Error = NoAnswer()
      os_log("plain")
      os_log("%{public}@ is %d m away, %.2f, 100%%", log: Self.log, type: .error, "Bo", 5, 2.5)
      os_log(.info, log: Self.log, "%05d %x %lld %5.1f|", 42, 255, Int64.max, 2.25)
      os_log("%{bool}d %{BOOL}d %{errno}d", 1, 0, 24)
      os_log("%{public}@ %@", NSNumber(value: 3), error.localizedDescription as NSString)
      os_log("one %d, two %d", 1)
      os_log("interpolated \(5)")
      os_log(.debug, "interpolated \(6)")
      os_log(.fault, log: Self.log, "interpolated \(7)")
    }
    let messages = test.app.log.compactMap(\.message)
    #expect(messages.count == 9)
    #expect(
      messages.prefix(4).map(\.description) == [
        "plain", "error [com.example.app:radio] Bo is 5 m away, 2.50, 100%",
        "info [com.example.app:radio] 00042 ff 9223372036854775807   2.2|",
        "true NO [24: Too many open files]",
      ])
    #expect(messages[4].text.hasPrefix("3 "))
    #expect(messages[5].text == "one 1, two <decode: missing data>")
    #expect(
      messages.suffix(3).map(\.description) == [
        "interpolated 5", "debug interpolated 6", "fault [com.example.app:radio] interpolated 7",
      ])
  }

  @Test func `signposts are in the trace, not among the lines of the log`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let signposter = OSSignposter(logger: Self.logger)
      let state = signposter.beginInterval("load", id: signposter.makeSignpostID(), "\(3) files")
      signposter.emitEvent("half")
      signposter.endInterval("load", state)
      let result = signposter.withIntervalSignpost("parse") { 4 }
      os_signpost(.event, log: Self.log, name: "parsed", "%d", result)
      print(signposter.makeSignpostID().rawValue, signposter.makeSignpostID().rawValue)
    }
    #expect(test.app.log.texts == ["2 3"])
    let signposts = test.app.events.compactMap { event -> String? in
      guard let message = event.kind.logged else { return nil }
      return message.text
    }
    #expect(
      signposts == [
        "load begins: 3 files", "half event", "load ends", "parse begins", "parse ends",
        "parsed event: 4",
      ])
  }

  @Test func `a store has the messages of this launch, with their times`() async throws {
    let test = try await startApp(AppFixture { _ in Self.logger.log("first launch") })
    await test.phone.swipeAway(test.app)
    await test.phone.open(test.app)
    await test.touch { Self.logger.error("late \(1)") }
    try await test.world.pass(.minutes(1))
    await test.touch {
      Self.logger.info("later")
      do {
        let store = try OSLogStore(scope: .currentProcessIdentifier)
        let all = try store.getEntries().compactMap { $0 as? OSLogEntryLog }
        print(all.map(\.composedMessage), all.map(\.level.rawValue), all[0].subsystem)
        print(all[2].date.timeIntervalSince(all[1].date))
        let recent = try store.getEntries(at: store.position(timeIntervalSinceEnd: -30))
        print(recent.map(\.composedMessage))
        print(try store.getEntries(with: .reverse).map(\.composedMessage)[0])
      } catch {
        print(error)
      }
    }
    #expect(
      test.app.log.texts.suffix(4) == [
        "[\"first launch\", \"late 1\", \"later\"] [3, 4, 2] com.example.app", "60.0",
        "[\"later\"]", "later",
      ])
  }

  @Test func `a lock that another thread holds is waited for in virtual time`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let lock = OSAllocatedUnfairLock(initialState: 0)
      let begin = Date()
      DispatchQueue.global().async {
        lock.withLock {
          $0 += 1; Thread.sleep(forTimeInterval: 20)
        }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
        print(lock.withLockIfAvailable { $0 } as Any)
        lock.withLock { print($0, Date().timeIntervalSince(begin)) }
      }
    }
    try await test.world.pass(.minutes(1))
    #expect(test.app.log.texts == ["nil", "1 20.0"])
  }

  @Test func `os_unfair_lock locks`() {
    var lock = os_unfair_lock()
    os_unfair_lock_lock(&lock)
    os_unfair_lock_assert_owner(&lock)
    os_unfair_lock_unlock(&lock)
    #expect(os_unfair_lock_trylock(&lock))
    os_unfair_lock_unlock(&lock)
    os_unfair_lock_assert_not_owner(&lock)
  }
}
