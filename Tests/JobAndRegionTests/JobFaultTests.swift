import BackgroundTasks
import Foundation
import Testing
import Yoban
import YobanTesting

/// Tests that after any faults of phone and app, no process is killed because of a job, and every
/// job ends once.
@Suite struct JobFaultTests {
  enum Fault: CaseIterable {
    case opens, goesHome, locks, jetsam, forceQuit, reboot
    case startsJob, startsPatientJob, cancelsJobs, runsTask, expiresTask, refreshOff, refreshOn
    case nothing
  }

  /// A separate random number generator for the faults, so that a seed replays them.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private static let identifier = "refresh"

  private static var appFixture: RuntimeAppFixture {
    RuntimeAppFixture(modes: ["fetch"], taskIdentifiers: [identifier]) { kept in
      let schedule = BackgroundJobSchedule(
        identifier, .refresh, every: .seconds(600), onCompletion: { print("task ends \($0)") }
      ) { @MainActor context in
        print("task begins")
        try await context.wait(for: .seconds(20))
        await waitWithoutChecking(10)
      }
      kept.keep(schedule)
      do {
        try schedule.register()
        try schedule.start()
      } catch { Issue.record(error) }
    }
  }

  /// Starts a job. Every second job never checks whether it must end.
  private static func start(
    _ number: Int, lasting seconds: Int, _ expiration: BackgroundJob.Expiration,
    _ fixture: RuntimeFixture
  ) async {
    await fixture.use { kept in
      let job = BackgroundJob(
        "job", over: .assertion, expiration: expiration,
        onCompletion: { _ in print("end \(number)") }
      ) { @MainActor context in
        for _ in 0..<seconds {
          if number.isMultiple(of: 2) {
            await waitWithoutChecking(1)
          } else {
            try await context.wait(for: .seconds(1))
          }
        }
      }
      kept.keep(job)
      print("begin \(number)")
      job.start()
    }
  }

  private static func happen(
    _ fault: Fault, _ fixture: RuntimeFixture, _ step: Int, _ dice: inout Dice
  ) async throws {
    let (phone, app) = (fixture.phone, fixture.app)
    let seconds = Int.random(in: 1...60, using: &dice)
    switch fault {
    case .opens: await phone.open(app)
    case .goesHome: await phone.goHome()
    case .locks: await phone.lock()
    case .jetsam: phone.jetsam(app)
    case .forceQuit: await phone.swipeAway(app)
    case .reboot: try await phone.reboot()
    case .startsJob: await start(step, lasting: seconds, .cancels, fixture)
    case .startsPatientJob: await start(step, lasting: seconds, .suspends, fixture)
    case .cancelsJobs:
      await fixture.use { kept in for job in kept.all(BackgroundJob.self) { job.cancel() } }
    case .runsTask: phone.runScheduledTask(app, identifier)
    case .expiresTask: phone.expireScheduledTask(app, identifier)
    case .refreshOff: phone.setBackgroundRefresh(false, for: app)
    case .refreshOn: phone.setBackgroundRefresh(true, for: app)
    case .nothing: break
    }
  }

  @Test(arguments: 1...100)
  func `no process is killed because of a job, and every job ends once (BG4, FT2, FT3)`(seed: Int)
    async throws
  {
    try await playFaults(seed)
  }

  func playFaults(_ seed: Int, _ body: (RuntimeFixture) -> Void = { _ in }) async throws {
    let fixture = try await withWorld(seed: UInt64(seed), findings: []) { _ in
      let fixture = try await startApp(Self.appFixture)
      var dice = Dice(state: UInt64(seed))
      for _ in 0..<3 { _ = dice.next() }
      for step in 1...40 {
        try await Self.happen(Fault.allCases.randomElement(using: &dice)!, fixture, step, &dice)
        try await fixture.world.pass(.seconds(Double.random(in: 0.001...60, using: &dice)))
      }
      fixture.phone.setBackgroundRefresh(true, for: fixture.app)
      await fixture.phone.open(fixture.app)
      try await fixture.world.pass(.seconds(120))
      #expect(fixture.pending == 1, "seed \(seed)")
      return fixture
    }
    body(fixture)
    let ends = fixture.history.filter { $0.hasPrefix("(terminated") }
    let reasons = ["jetsam", "force", "reboot", "swiped"]
    #expect(
      ends.allSatisfy { end in reasons.contains { end.localizedCaseInsensitiveContains($0) } },
      "seed \(seed): \(ends)")
    // Each job that started in the last launch has ended exactly once.
    let last = fixture.app.log.texts.lastIndex(of: "launched")!
    let begun = fixture.app.log.texts[last...].filter { $0.hasPrefix("begin") }.map {
      $0.dropFirst(6)
    }
    let ended = fixture.app.log.texts[last...].filter { $0.hasPrefix("end") }.map {
      $0.dropFirst(4)
    }
    #expect(begun.sorted() == ended.sorted(), "seed \(seed)")
    let all = fixture.app.log.texts.filter { $0.hasPrefix("end") }
    #expect(Set(all).count == all.count, "seed \(seed)")
    // In each launch an assertion was ended at most once; in the last launch all were ended.
    let numbers = fixture.assertionsByLaunch
    for (launch, count) in numbers {
      #expect(count.ended <= count.begun, "seed \(seed), \(launch)")
    }
    if let count = numbers[fixture.app.process?.name ?? ""] {
      #expect(count.begun == count.ended, "seed \(seed)")
    }
  }

  @Test(.world(findings: [])) func `a continued task runs on while its job reports progress (FT5)`()
    async throws
  {
    let appFixture = RuntimeAppFixture(taskIdentifiers: ["example.vendor.app.export"], version: 26)
    {
      kept in
      let isKnown = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "example.vendor.app.export", using: .main
      ) { task in
        MainActor.assumeIsolated {
          let job = BackgroundJob(
            "export", over: .task(task), onExpiration: { print("expires") },
            onCompletion: { print("\($0)") }
          ) { context in
            for page in 1...100 {
              try await context.wait(for: .seconds(5))
              if page <= 60 { await context.report(progress: Double(page) / 100) }
            }
          }
          kept.keep(job)
          job.start()
        }
      }
      #expect(isKnown)
    }
    let fixture = try await startApp(appFixture)
    await fixture.use { _ in
      do {
        try BGTaskScheduler.shared.submit(
          BGContinuedProcessingTaskRequest(
            identifier: "example.vendor.app.export", title: "Export", subtitle: "Pages"))
      } catch { print(error) }
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(280))
    #expect(fixture.app.log.texts == ["launched"])
    // From page 60 on there is no progress, and the system ends the task.
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.log.texts == ["launched", "expires", "expired"])
    #expect(fixture.scheduled.last == "completed false")
  }
}

extension RuntimeFixture {
  /// The number of background task assertions that were begun and ended, by process name.
  var assertionsByLaunch: [String: (begun: Int, ended: Int)] {
    var counts: [String: (begun: Int, ended: Int)] = [:]
    for event in world.trace.events {
      let launch = event.process ?? ""
      if case .began = event.kind.backgroundTask { counts[launch, default: (0, 0)].begun += 1 }
      if case .ended = event.kind.backgroundTask { counts[launch, default: (0, 0)].ended += 1 }
    }
    return counts
  }
}
