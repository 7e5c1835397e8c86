import Foundation
import SimulatedOS
import Testing
import UIKit
import Yoban

@Suite struct JobLifeTests {
  @Test func `two jobs expire together, each ends its own assertion (BG2, BG3)`() async throws {
    let stage = try await play(
      RuntimeScript { kept in
        for name in ["first", "second"] {
          let job = JobTests.counting(to: 1_000, name, over: .assertion)
          kept.keep(job)
          job.start()
        }
      }
    ) { stage in
      await stage.phone.goHome()
      try await stage.wait(120)
    }
    #expect(
      stage.story == [
        "launched", "first expires", "first expired", "second expires", "second expired",
        "(suspended)",
      ]
        || stage.story == [
          "launched", "first expires", "second expires", "first expired", "second expired",
          "(suspended)",
        ])
    #expect(stage.assertions.begun.sorted() == stage.assertions.ended.sorted())
    #expect(stage.assertions.begun.count == 2)
  }

  @Test func `without time left the system gives no assertion, and the job runs without`()
    async throws
  {
    // In the first iOS 7 a task that is not ended keeps the app running past its budget (BG4).
    let stage = try await play(
      RuntimeScript(version: 7) { kept in
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
      }
    ) { stage in
      await stage.phone.goHome()
      try await stage.wait(600)
    }
    #expect(
      stage.lines == [
        "launched", BackgroundJob.Problem.assertionRefused.message, "job 1", "job 2", "job 3",
        "job completed",
      ])
    #expect(stage.assertions.begun.count == 1, "the app's own")
  }

  @Test func `a job holds its process for hours while location keeps it running (BG7, LOC8)`()
    async throws
  {
    let stage = try await play(
      RuntimeScript(modes: ["location"]) { kept in
        var configuration = KeepAlive.Configuration()
        configuration.renewsTask = false
        let keepAlive = KeepAlive(configuration)
        kept.keep(keepAlive)
        keepAlive.start()
        let job = JobTests.counting(to: 3 * 3_600, over: .assertion)
        kept.keep(job)
        job.start()
      }
    ) { stage in
      try await stage.wait(10)
      await stage.phone.goHome()
      try await stage.wait(3 * 3_600 + 60)
    }
    // One assertion for all that time gets the process killed after 30 to 60 minutes.
    #expect(stage.lines == ["launched", "job completed"])
    #expect(stage.assertions.begun.count >= 180)
    #expect(stage.assertions.begun == stage.assertions.ended)
  }

  @Test func `a killed process takes its jobs with it, and the next life begins anew (L8, L17)`()
    async throws
  {
    let stage = try await play(
      JobTests.script { JobTests.counting(to: 10, over: .assertion, printing: true) }
    ) { stage in
      try await stage.wait(2.5)
      stage.phone.jetsam(stage.app)
      try await stage.wait(20)
      await stage.phone.open(stage.app)
      try await stage.wait(1.5)
      await stage.phone.swipeAway(stage.app)
      try await stage.wait(20)
      await stage.phone.open(stage.app)
      try await stage.wait(1.5)
      try await stage.phone.reboot()
      await stage.phone.open(stage.app)
      try await stage.wait(10.5)
    }
    #expect(
      stage.lines == [
        "launched", "job 1", "job 2", "launched", "job 1", "launched", "job 1", "launched",
      ] + (1...10).map { "job \($0)" } + ["job completed"])
  }

  @Test func `events begin with the state as it is and end with the outcome`() async throws {
    let stage = try await play(
      RuntimeScript { kept in
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
      }
    ) { stage in try await stage.wait(5) }
    for (reader, first) in [("early", ["ready", "running"]), ("late", ["running"])] {
      #expect(
        stage.lines.filter { $0.hasPrefix(reader) }.map { String($0.dropFirst(reader.count + 2)) }
          == first + ["0.5", "1.0", "finished(Yoban.BackgroundJob.Outcome.completed)", "over"])
    }
  }
}

/// An event as a test's table has it.
func text(_ event: BackgroundJob.Event) -> String {
  switch event {
  case .state(let state): "\(state)"
  case .progress(let progress): "\(progress)"
  case .expiring: "expiring"
  case .problem(let problem): problem.message
  }
}

/// Waits in a way that no cancellation ends.
@MainActor func waitWithoutChecking(_ seconds: Double) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { continuation.resume() }
  }
}
