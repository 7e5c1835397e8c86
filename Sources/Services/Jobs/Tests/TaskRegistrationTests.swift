import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The rules of registering and submitting tasks, and the violations that end the app (FT2).
@Suite struct TaskRegistrationTests {
  private static func crash(_ reason: String) -> TerminationReason {
    .crash("NSInternalInconsistencyException: \(reason)")
  }

  @Test func `a second registration of an identifier ends the app (FT2)`() async throws {
    let app = JobApp(registers: ["a.refresh", "a.refresh"])
    let world = try await withPhone { phone in await phone.open(try phone.install(app)) }
    #expect(
      world.ends == [
        Self.crash("Launch handler for task with identifier a.refresh has already been registered")
      ])
  }

  @Test func `a registration after didFinishLaunching ends the app (FT2)`() async throws {
    let app = JobApp(
      registers: [], becameActive: { _ in TaskRunner.current.register("a.refresh") })
    let world = try await withPhone { phone in await phone.open(try phone.install(app)) }
    #expect(
      world.ends == [
        Self.crash("All launch handlers must be registered before application finishes launching")
      ])
  }

  @Test func `each launch can register the same identifiers (FT2)`() async throws {
    let scheduled = JobApp()
    let world = try await withPhone { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      phone.jetsam(app)
      await phone.open(app)
    }
    #expect(world.ends == [.jetsam])
    #expect(world.log.texts.isEmpty)
  }

  @Test func `continued processing tasks may be registered at any time (FT5)`() async throws {
    let scheduled = JobApp(permitted: ["example.App.export.*"], registers: [])
    let world = try await withPhone(iOS: 26) { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      await phone.tasks(of: app) {
        $0.register("example.App.export.1")
        $0.register("example.App.export.2")
        $0.register("example.App.import.2")
      }
    }
    #expect(world.ends.isEmpty)
    #expect(world.log.texts == ["no example.App.import.2"])
  }

  @Test func `a launch for a task without a registration ends the app and reports a finding (FT2)`()
    async throws
  {
    // As after an update of the app that no longer registers an identifier.
    let scheduled = JobApp(registers: [])
    let world = try await withPhone { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
      await phone.goHome()
      try await phone.world.pass(.minutes(90))
    }
    #expect(
      world.ends == [Self.crash("No launch handler registered for task with identifier a.refresh")])
    #expect(world.kinds == [.bgtaskNotRegistered.by(.ft2)])
  }

  @Test(arguments: [(17.0 as SystemVersion, false), (18, true), (26, true)])
  func `from iOS 18 on submitting an unregistered task ends the app at once (FT2)`(
    _ version: SystemVersion, _ ends: Bool
  ) async throws {
    let scheduled = JobApp(registers: [])
    let world = try await withPhone(iOS: version) { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
    }
    let reason = "No launch handler registered for task with identifier a.refresh"
    #expect(world.ends == (ends ? [Self.crash(reason)] : []))
  }

  @Test func `refused requests have codes, and a finding if the app is responsible (FT2, L18)`()
    async throws
  {
    let scheduled = JobApp(registers: ["a.refresh", "a.clean"], modes: ["fetch"])
    let world = try await withPhone { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      await phone.tasks(of: app) { runner in
        runner.submit("unknown")
        runner.submit("a.clean", .processing)
        runner.submit("a.refresh")
        runner.submit("a.clean", .refresh)
      }
      phone.setBackgroundRefresh(false, for: app)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
      phone.setBackgroundRefresh(true, for: app)
      phone.setBackgroundRefresh(false)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
    }
    #expect(
      world.log.texts == [
        "refused 3", "refused 3", "refused 2", "refused 1", "refused 1",
      ])
    #expect(
      world.kinds == [.bgtaskRefused.by(.ft2), .bgtaskRefused.by(.ft2), .bgtaskRefused.by(.ft2)])
    #expect(world.taskEvents.filter { if case .refused = $0 { true } else { false } }.count == 5)
  }

  @Test func `requests can be canceled, one or all (FT2)`() async throws {
    let scheduled = JobApp()
    let world = try await withPhone { phone in
      let app = try phone.install(scheduled)
      await phone.open(app)
      await phone.tasks(of: app) { runner in
        runner.submit("a.refresh")
        runner.submit("a.clean", .processing)
        runner.cancel("unknown")
        runner.cancel("a.refresh")
      }
      #expect(app.pendingTaskRequests.map(\.identifier) == ["a.clean"])
      await phone.tasks(of: app) { $0.cancelAll() }
      #expect(app.pendingTaskRequests.isEmpty)
      await phone.lock()
      phone.power.isCharging = true
      try await phone.world.pass(.minutes(600))
    }
    #expect(
      world.taskEvents == [
        .submitted("a.refresh", "refresh"), .submitted("a.clean", "processing"),
        .cancelled("a.refresh"), .cancelled("a.clean"),
      ])
  }
}
