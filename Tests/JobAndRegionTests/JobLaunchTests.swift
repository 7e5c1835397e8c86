import Foundation
import Testing
import UIKit
@_spi(Effects) import Yoban
import YobanTesting

@Suite(.world(findings: [])) struct JobLaunchTests {
  @Test func `when two jobs expire together, each ends its own assertion (BG2, BG3)`() async throws
  {
    let fixture = try await startApp(
      RuntimeAppFixture { kept in
        for name in ["first", "second"] {
          let job = JobTests.counting(to: 1_000, name, over: .assertion)
          kept.keep(job)
          job.start()
        }
      })
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(120))
    #expect(
      fixture.history == [
        "launched", "first expires", "first expired", "second expires", "second expired",
        "(suspended)",
      ]
        || fixture.history == [
          "launched", "first expires", "second expires", "first expired", "second expired",
          "(suspended)",
        ])
    #expect(fixture.assertions.begun.sorted() == fixture.assertions.ended.sorted())
    #expect(fixture.assertions.begun.count == 2)
  }

  @Test
  func `without remaining time the system refuses an assertion, and the job runs without one`()
    async throws
  {
    // In iOS 7.0 a background task that is not ended keeps the app running past its budget (BG4).
    let fixture = try await startApp(
      RuntimeAppFixture(version: 7) { kept in
        _ = UIApplication.shared.beginBackgroundTask(expirationHandler: nil)
        DispatchQueue.main.asyncAfter(deadline: .now() + 300) {
          MainActor.assumeIsolated {
            let job = JobTests.counting(to: 3, over: .assertion, printing: true)
            kept.keep(job)
            let events = job.events()
            Task {
              for await event in events { if case .problem(let it) = event { print(it.message) } }
            }
            job.start()
          }
        }
      })
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    #expect(
      fixture.app.log.texts == [
        "launched", BackgroundJob.Problem.assertionRefused.message, "job 1", "job 2", "job 3",
        "job completed",
      ])
    #expect(fixture.assertions.begun.count == 1, "only the app's own assertion must be begun")
  }

  @Test
  func
    `a job keeps its process running for hours while location updates keep it running (BG7, LOC8)`()
    async throws
  {
    let fixture = try await startApp(
      RuntimeAppFixture(modes: ["location"]) { kept in
        var configuration = KeepAlive.Configuration()
        configuration.renewsTask = false
        let keepAlive = KeepAlive(configuration)
        kept.keep(keepAlive)
        keepAlive.start()
        let job = JobTests.counting(to: 3 * 3_600, over: .assertion)
        kept.keep(job)
        job.start()
      })
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(3 * 3_600 + 60))
    // With a single assertion for all that time, the process would be killed after 30 to 60
    // minutes.
    #expect(fixture.app.log.texts == ["launched", "job completed"])
    #expect(fixture.assertions.begun.count >= 180)
    #expect(fixture.assertions.begun == fixture.assertions.ended)
  }

  @Test func `jobs end with a killed process, and the next launch starts them again (L8, L17)`()
    async throws
  {
    let fixture = try await startApp(
      JobTests.appFixture { JobTests.counting(to: 10, over: .assertion, printing: true) })
    try await fixture.world.pass(.seconds(2.5))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(20))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1.5))
    await fixture.phone.swipeAway(fixture.app)
    try await fixture.world.pass(.seconds(20))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1.5))
    try await fixture.phone.reboot()
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10.5))
    #expect(
      fixture.app.log.texts == [
        "launched", "job 1", "job 2", "launched", "job 1", "launched", "job 1", "launched",
      ] + (1...10).map { "job \($0)" } + ["job completed"])
  }

  @Test func `events begin with the current state and end with the outcome`() async throws {
    let fixture = try await startApp(
      RuntimeAppFixture { kept in
        let job = BackgroundJob("job", over: .nothing) { @MainActor context in
          context.report(progress: 0.5)
          try await context.wait(for: .seconds(1))
          context.report(progress: 7)
        }
        kept.keep(job)
        for reader in ["early", "late"] {
          if reader == "late" { job.start() }
          let events = job.events()
          Task {
            for await event in events { print("\(reader): \(text(event))") }
            print("\(reader): over")
          }
        }
      })
    try await fixture.world.pass(.seconds(5))
    for (reader, first) in [("early", ["ready", "running"]), ("late", ["running"])] {
      #expect(
        fixture.app.log.texts.filter { $0.hasPrefix(reader) }.map {
          String($0.dropFirst(reader.count + 2))
        }
          == first + ["0.5", "1.0", "finished(Yoban.BackgroundJob.Outcome.completed)", "over"])
    }
  }
}

/// Returns the text of an event for the tables of the tests.
func text(_ event: BackgroundJob.Event) -> String {
  switch event {
  case .state(let state): "\(state)"
  case .progress(let progress): "\(progress)"
  case .expiring: "expiring"
  case .problem(let problem): problem.message
  }
}

/// Waits without reacting to a cancellation.
@MainActor func waitWithoutChecking(_ seconds: Double) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { continuation.resume() }
  }
}
