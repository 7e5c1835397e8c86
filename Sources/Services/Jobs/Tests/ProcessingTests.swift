import CoreLocation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// BGProcessingTask on a phone (FT4, L11, L16).
@Suite struct ProcessingTests {
  private static let launched = TraceEvent.ScheduledTaskEvent.launched("a.clean", "processing")

  private static func submitted(
    _ phone: Phone, _ scheduled: JobApp = JobApp(),
    _ kind: JobKind = .processing
  ) async throws -> InstalledApp {
    let app = try phone.install(scheduled)
    await phone.open(app)
    await phone.tasks(of: app) { $0.submit("a.clean", kind) }
    await phone.goHome()
    return app
  }

  /// Night: the screen is dark, and the phone is on a charger.
  private static func night(_ phone: Phone) async {
    await phone.lock()
    phone.power.isCharging = true
  }

  @Test func `a processing task runs when the device is idle, not while the screen is lit (FT4)`()
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone)
      phone.power.isCharging = true
      try await phone.world.pass(.minutes(600))
      await phone.lock()
      try await phone.world.pass(.minutes(60))
    }
    // The delay has passed, but the screen must first be dark for five minutes.
    #expect(world.moments(ofTask: Self.launched) == [at(605 * 60)])
    #expect(world.log.texts == ["runs a.clean"])
  }

  @Test(arguments: 1...30)
  func `a processing task may run for some minutes, then expires (FT4)`(
    _ seed: UInt64
  ) async throws {
    let world = try await withPhone(seed: seed) { phone in
      _ = try await Self.submitted(phone, JobApp(takes: nil))
      await Self.night(phone)
      try await phone.world.pass(.minutes(120))
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    let expired = try #require(world.moments(printed: "expires a.clean").first)
    let range = JobPolicy(iOS: 17).processingLimit
    #expect((range.lowerBound...range.upperBound).contains(expired - began + .seconds(5)))
    #expect((at(300)...at(30 * 60 + 300)).contains(began))
    #expect(world.ends.isEmpty)
  }

  @Test func `a processing task ends when the user uses the device (FT4)`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.submitted(phone, JobApp(takes: nil))
      await Self.night(phone)
      while phone.world.moments(ofTask: Self.launched).isEmpty {
        try await phone.world.pass(.seconds(10))
      }
      try await phone.world.pass(.seconds(20))
      phone.wakeScreen()
      try await phone.world.pass(.seconds(60))
    }
    #expect(
      world.taskEvents.suffix(2) == [
        .expired("a.clean", "the user uses the device"), .completed("a.clean", success: false),
      ])
    #expect(world.ends.isEmpty)
  }

  @Test func `an app that does not complete its expired task is killed (FT3, FT4, L10)`()
    async throws
  {
    let app = JobApp(takes: nil, onExpiration: { _, _ in })
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, app)
      await phone.lock()
      phone.runScheduledTask(app, "a.clean")
      try await phone.world.pass(.seconds(30))
      phone.wakeScreen()
      try await phone.world.pass(.seconds(60))
    }
    #expect(world.ends == [.killed(.backgroundTask, "the task a.clean was not completed in time")])
    #expect(world.momentsOfEnd == [at(35)])
  }

  @Test func `using the device does not end a refresh (FT4)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(JobApp(takes: 20))
      await phone.open(app)
      await phone.tasks(of: app) { $0.submit("a.refresh") }
      await phone.lock()
      phone.runScheduledTask(app, "a.refresh")
      try await phone.world.pass(.seconds(5))
      phone.wakeScreen()
      try await phone.world.pass(.seconds(60))
    }
    #expect(world.taskEvents.last == .completed("a.refresh", success: true))
  }

  @Test func `a processing task runs only while its requirements are met (FT4)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil), .demanding)
      phone.network.path = .offline
      await phone.lock()
      try await phone.world.pass(.minutes(120))
      phone.network.path = .cellular
      try await phone.world.pass(.minutes(120))
      #expect(phone.world.moments(ofTask: Self.launched).isEmpty)
      phone.power.isCharging = true
      try await phone.world.pass(.minutes(1))
      #expect(phone.world.moments(ofTask: Self.launched) == [at(240 * 60)])
      phone.power.isCharging = false
      try await phone.world.pass(.minutes(1))
      #expect(app.state == .suspended)
    }
    #expect(
      world.taskEvents.suffix(2) == [
        .expired("a.clean", "no external power"), .completed("a.clean", success: false),
      ])
  }

  @Test func `on battery a processing task runs within two days of idle nights (FT4)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone)
      for _ in 0..<2 {
        await phone.lock()
        try await phone.world.pass(.minutes(8 * 60))
        await phone.open(app)
        try await phone.world.pass(.minutes(16 * 60))
      }
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    #expect((at(24 * 3600)...at(48 * 3600)).contains(began))
  }

  @Test func `an app that was not used for a week gets no processing task (FT4)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(JobApp())
      await phone.open(app)
      await phone.tasks(of: app) {
        $0.submit("a.clean", .processing, in: 8 * 24 * 3600)
      }
      await Self.night(phone)
      try await phone.world.pass(.minutes(10 * 24 * 60))
    }
    #expect(world.moments(ofTask: Self.launched).isEmpty)
  }

  @Test func `after a force-quit a processing task runs on a charger, for a minute (L16)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: nil))
      await phone.swipeAway(app)
      await phone.lock()
      try await phone.world.pass(.minutes(48 * 60))
      #expect(phone.world.moments(ofTask: Self.launched).isEmpty, "on battery it does not")
      phone.power.isCharging = true
      try await phone.world.pass(.minutes(60))
    }
    let began = try #require(world.moments(ofTask: Self.launched).first)
    #expect(world.launches == [.user, .backgroundTask("a.clean")])
    #expect(world.moments(printed: "expires a.clean") == [began + .seconds(55)])
  }

  // MARK: CPU

  @Test(arguments: [true, false])
  func `with external power the CPU monitor is off during a processing task (L11)`(
    _ requiresPower: Bool
  ) async throws {
    let kind: JobKind = requiresPower ? .charging : .processing
    let world = try await withPhone { phone in
      let app = try await Self.submitted(phone, JobApp(takes: 120), kind)
      await Self.night(phone)
      phone.runScheduledTask(app, "a.clean")
      try await phone.world.pass(.seconds(1))
      app.process?.processorLoad = 1
      try await phone.world.pass(.seconds(100))
      #expect((app.process != nil) == requiresPower)
      app.process?.processorLoad = 0
      try await phone.world.pass(.minutes(5))
    }
    #expect(
      world.ends.map { if case .killed(.resourceAbuse, _) = $0 { true } else { false } }
        == (requiresPower ? [] : [true]))
  }

  @Test func `when the processing task is complete the CPU monitor is on again (L11)`()
    async throws
  {
    let app = JobApp(
      modes: ["fetch", "processing", "location"], takes: 10,
      launched: { _ in CLLocationManager.keepRunning() })
    let world = try await withPhone { phone in
      let installed = try phone.install(app)
      phone.location.setAuthorization(.always, for: installed)
      await phone.open(installed)
      await phone.tasks(of: installed) {
        $0.submit("a.clean", .charging)
      }
      await Self.night(phone)
      phone.runScheduledTask(installed, "a.clean")
      try await phone.world.pass(.seconds(1))
      installed.process?.processorLoad = 1
      try await phone.world.pass(.minutes(5))
    }
    // Completed at 10 s. After 48 s more of CPU time the average over 60 s is above 80 %.
    let end = try #require(world.momentsOfEnd.first)
    #expect((at(58)...at(58.1)).contains(end))
  }
}
