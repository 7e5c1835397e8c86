import Foundation
import Testing
import UIKit
import YobanTesting

/// The selectors that YobanPort writes for `#selector`, in an app on a simulated phone.
@Suite(.world()) struct SelectorTests {
  @Test func `selectors are equal if their names are equal, whatever they call`() {
    let calling = Selector("ring:", calling: { (o: Bell, x) in try o.ring(x()) })
    #expect(calling == Selector("ring:"))
    #expect(calling != Selector("ring"))
    #expect(Set([calling, "ring:", NSSelectorFromString("ring:")]).count == 1)
    #expect(NSStringFromSelector(calling) == "ring:")
  }

  @Test func `an observer with a selector is called on posting, until it is removed`() async throws
  {
    let log = try await log {
      let bell = Bell()
      let center = NotificationCenter.default
      center.addObserver(bell, selector: .ring, name: .first, object: nil)
      center.addObserver(bell, selector: .ring, name: .second, object: nil)
      center.post(name: .first, object: nil)
      center.removeObserver(bell, name: .first, object: nil)
      center.post(name: .first, object: nil)
      center.post(name: .second, object: nil)
      center.removeObserver(bell)
      center.post(name: .second, object: nil)
    }
    #expect(log == ["ring first", "ring second", "gone"])
  }

  @Test func `an observer with a selector is only called for its object`() async throws {
    let log = try await log {
      let (bell, sender) = (Bell(), NSObject())
      let center = NotificationCenter.default
      center.addObserver(bell, selector: .ring, name: .first, object: sender)
      center.post(name: .first, object: nil)
      center.post(name: .first, object: NSObject())
      center.post(name: .first, object: sender)
      center.removeObserver(bell, name: .first, object: NSObject())
      center.post(name: .first, object: sender)
      center.removeObserver(bell, name: .first, object: sender)
      center.post(name: .first, object: sender)
    }
    #expect(log == ["ring first", "ring first", "gone"])
  }

  @Test func `an observer that was released is not called and need not be removed`() async throws {
    let log = try await log {
      var bell: Bell? = Bell()
      NotificationCenter.default.addObserver(bell!, selector: .ring, name: .first, object: nil)
      bell = nil
      print("released", bell == nil)
      NotificationCenter.default.post(name: .first, object: nil)
    }
    #expect(log == ["gone", "released true"])
  }

  @Test func `a timer with a target fires in virtual time, with its information`() async throws {
    let log = try await log(for: .seconds(10)) {
      let bell = Bell()
      let timer = Timer.scheduledTimer(
        timeInterval: 3, target: bell, selector: .tick, userInfo: "loud", repeats: true)
      DispatchQueue.main.asyncAfter(deadline: .now() + 7) {
        MainActor.assumeIsolated { timer.invalidate() }
      }
    }
    // The timer retains its target, and releases it when it is invalidated.
    #expect(log == ["tick loud", "tick loud", "gone"])
  }

  @Test func `a timer that is made of nothing is not valid`() {
    #expect(!Timer.unscheduled().isValid)
  }

  @Test func `a delayed request is performed after its delay unless it is canceled`() async throws {
    let log = try await log(for: .seconds(10)) {
      let bell = Bell()
      bell.perform(.say, with: "later", afterDelay: 5)
      bell.perform(.say, with: "never", afterDelay: 5)
      bell.perform(.say, with: "sooner", afterDelay: 1)
      NSObject.cancelPreviousPerformRequests(
        withTarget: bell, selector: .say, object: "never")
    }
    #expect(log == ["sooner", "later", "gone"])
  }

  @Test func `a method is found by name in the class and its superclasses`() async throws {
    let log = try await log {
      let bell = LoudBell()
      bell.perform(Selector("say:"), with: "by name")
      Selector("setClapper:").send(to: bell, NSString("wood"))
      print(bell.clapper ?? "none")
      print(bell.responds(to: "say:"), bell.responds(to: "shout"), bell.responds(to: "sing"))
    }
    #expect(log == ["by name", "wood", "true true false", "gone"])
  }

  @Test func `a result of a performed method is an object that the caller can read`() async throws {
    let log = try await log {
      let name = Bell().perform(Selector("name", calling: { (o: Bell, _) in o.name() }))
      print(name?.takeUnretainedValue() as? String ?? "none")
    }
    #expect(log == ["gone", "a bell"])
  }

  @Test func `a message to an object without the method ends the app as on a device`() async throws
  {
    let fixture = try await startApp(AppFixture())
    await fixture.touch { Bell().perform(Selector("fly")) }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .notRunning)
    let reason = "\(fixture.app.terminations)"
    #expect(reason.contains("-[AppleModuleTests.Bell fly]: unrecognized selector sent to instance"))
  }

  @Test func `an argument of a wrong type ends the app with both types`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch { Bell().perform(.say, with: 3) }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .notRunning)
    #expect("\(fixture.app.terminations)".contains("argument 1 of say: is Int"))
  }

  @Test func `only an implemented optional requirement is called`() {
    #expect(implementsOptionalRequirement(Bell(), "say:"))
    #expect(!implementsOptionalRequirement(Bell(), "sing:"))
    // A class that was not ported has no table.
    #expect(implementsOptionalRequirement(NSObject(), "sing:"))
  }

  /// Runs the body in an app, and returns what it prints.
  private func log(
    for duration: Duration = .seconds(1), _ body: @escaping @MainActor @Sendable () -> Void
  ) async throws -> [String] {
    let fixture = try await startApp(AppFixture())
    await fixture.touch { body() }
    try await fixture.world.pass(duration)
    return fixture.app.log.texts
  }
}

extension Notification.Name {
  fileprivate static let first = Notification.Name("first")
  fileprivate static let second = Notification.Name("second")
}

extension Selector {
  fileprivate static let ring = Selector("ring:", calling: { (o: Bell, x) in try o.ring(x()) })
  fileprivate static let tick = Selector("tick:", calling: { (o: Bell, x) in try o.tick(x()) })
  fileprivate static let say = Selector("say:", calling: { (o: Bell, x) in try o.say(x()) })
}

class Bell: NSObject {
  func ring(_ notification: Notification) { print("ring", notification.name.rawValue) }
  func tick(_ timer: Timer) { print("tick", timer.userInfo ?? "nothing") }
  func say(_ text: String) { print(text) }
  func name() -> String { "a bell" }
  deinit { print("gone") }
}

class LoudBell: Bell {
  var clapper: String?
  func shout() {}
}

/// The table that YobanPort writes for a module with the two classes above.
final class YobanPortedModule: PortedModule {
  static var skippedPlaces: Set<String> { ["Skipped.swift:1"] }
  static var files: [any PortedFile.Type] { [Table.self] }

  enum Table: PortedFile {
    static func selectors(of type: Any.Type) -> [Selector] {
      if type == Bell.self {
        return [Selector("say:", calling: { (o: Bell, x) in try o.say(x()) })]
      }
      if type == LoudBell.self {
        return [Selector("setClapper:", calling: { (o: LoudBell, x) in o.clapper = try x() })]
      }
      return []
    }

    static func methodNames(of type: Any.Type) -> [String] {
      if type == Bell.self { return ["ring:", "tick:", "say:", "name"] }
      return type == LoudBell.self ? ["shout"] : []
    }
  }
}
