import BackgroundTasks
import Foundation
import SimulatedOS
import Testing
import VirtualTime
import Yoban

/// Whatever happens to phone and app: no process is killed for a job, and every job ends once.
@Suite struct JobFaultTests {
  enum Fault: CaseIterable {
    case opens, goesHome, locks, jetsam, forceQuit, reboot
    case startsJob, startsPatientJob, cancelsJobs, runsTask, expiresTask, refreshOff, refreshOn
    case nothing
  }

  /// Faults come from a generator of the test's own, so that a seed replays them.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private static let identifier = "refresh"

  private static var script: RuntimeScript {
    RuntimeScript(modes: ["fetch"], taskIdentifiers: [identifier]) { kept in
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

  /// Every other job never checks whether it is to end.
  private static func start(
    _ number: Int, lasting seconds: Int, _ expiration: BackgroundJob.Expiration,
    _ stage: RuntimeStage
  ) async {
    await stage.use { kept in
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
    _ fault: Fault, _ stage: RuntimeStage, _ step: Int, _ dice: inout Dice
  ) async throws {
    let (phone, app) = (stage.phone, stage.app)
    let seconds = Int.random(in: 1...60, using: &dice)
    switch fault {
    case .opens: await phone.open(app)
    case .goesHome: await phone.goHome()
    case .locks: await phone.lock()
    case .jetsam: phone.jetsam(app)
    case .forceQuit: await phone.swipeAway(app)
    case .reboot: try await phone.reboot()
    case .startsJob: await start(step, lasting: seconds, .cancels, stage)
    case .startsPatientJob: await start(step, lasting: seconds, .suspends, stage)
    case .cancelsJobs:
      await stage.use { kept in for job in kept.all(BackgroundJob.self) { job.cancel() } }
    case .runsTask: phone.runScheduledTask(app, identifier)
    case .expiresTask: phone.expireScheduledTask(app, identifier)
    case .refreshOff: phone.setBackgroundRefresh(false, for: app)
    case .refreshOn: phone.setBackgroundRefresh(true, for: app)
    case .nothing: break
    }
  }

  @Test(arguments: 1...100)
  func `no process is killed for a job, and every job ends once (BG4, FT2, FT3)`(seed: Int)
    async throws
  {
    try await playFaults(seed)
  }

  func playFaults(_ seed: Int, _ body: (RuntimeStage) -> Void = { _ in }) async throws {
    let stage = try await play(Self.script, seed: UInt64(seed)) { stage in
      var dice = Dice(state: UInt64(seed))
      for _ in 0..<3 { _ = dice.next() }
      for step in 1...40 {
        try await Self.happen(Fault.allCases.randomElement(using: &dice)!, stage, step, &dice)
        try await stage.wait(Double.random(in: 0.001...60, using: &dice))
      }
      stage.phone.setBackgroundRefresh(true, for: stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(120)
      #expect(stage.pending == 1, "seed \(seed)")
    }
    body(stage)
    let ends = stage.story.filter { $0.hasPrefix("(terminated") }
    let reasons = ["jetsam", "force", "reboot", "swiped"]
    #expect(
      ends.allSatisfy { end in reasons.contains { end.localizedCaseInsensitiveContains($0) } },
      "seed \(seed): \(ends)")
    // What began in the last life has ended, and nothing ended twice.
    let last = stage.lines.lastIndex(of: "launched")!
    let begun = stage.lines[last...].filter { $0.hasPrefix("begin") }.map { $0.dropFirst(6) }
    let ended = stage.lines[last...].filter { $0.hasPrefix("end") }.map { $0.dropFirst(4) }
    #expect(begun.sorted() == ended.sorted(), "seed \(seed)")
    let all = stage.lines.filter { $0.hasPrefix("end") }
    #expect(Set(all).count == all.count, "seed \(seed)")
    // Of all lives: each assertion at most once, those of the last life all.
    let numbers = stage.assertionsByLife
    for (life, count) in numbers { #expect(count.ended <= count.begun, "seed \(seed), \(life)") }
    if let count = numbers[stage.app.process?.name ?? ""] {
      #expect(count.begun == count.ended, "seed \(seed)")
    }
  }

  @Test func `a continued task goes on while the job says how far it is (FT5)`() async throws {
    let script = RuntimeScript(taskIdentifiers: ["example.vendor.app.export"], version: 26) {
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
    let stage = try await play(script) { stage in
      await stage.use { _ in
        do {
          try BGTaskScheduler.shared.submit(
            BGContinuedProcessingTaskRequest(
              identifier: "example.vendor.app.export", title: "Export", subtitle: "Pages"))
        } catch { print(error) }
      }
      try await stage.wait(10)
      await stage.phone.goHome()
      try await stage.wait(280)
      #expect(stage.lines == ["launched"])
      // From page 60 on it stands still, and the system ends it.
      try await stage.wait(600)
    }
    #expect(stage.lines == ["launched", "expires", "expired"])
    #expect(stage.scheduled.last == "completed false")
  }
}

extension RuntimeStage {
  /// Assertions that were begun and ended, by the name of the process.
  var assertionsByLife: [String: (begun: Int, ended: Int)] {
    var counts: [String: (begun: Int, ended: Int)] = [:]
    for event in world.trace.events {
      let life = event.process ?? ""
      if case .backgroundTaskBegan = event.kind { counts[life, default: (0, 0)].begun += 1 }
      if case .backgroundTaskEnded = event.kind { counts[life, default: (0, 0)].ended += 1 }
    }
    return counts
  }
}
