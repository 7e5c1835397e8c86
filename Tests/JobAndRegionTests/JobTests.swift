import Foundation
import SimulatedOS
import Testing
import UIKit
import Yoban

@Suite struct JobTests {
  /// A job that counts seconds, and prints what happens to it.
  @MainActor static func counting(
    to last: Int, _ name: String = "job", over cover: BackgroundJob.Cover,
    _ expiration: BackgroundJob.Expiration = .cancels, printing isLoud: Bool = false
  ) -> BackgroundJob {
    let job = BackgroundJob(
      name, over: cover, expiration: expiration, onExpiration: { print("\(name) expires") },
      onCompletion: { print("\(name) \($0)") },
      body: { context in
        for second in 1...last {
          try await context.wait(for: .seconds(1))
          if isLoud { print("\(name) \(second)") }
        }
      })
    return job
  }

  static func script(
    _ version: SystemVersion = 17, _ make: @escaping @MainActor @Sendable () -> BackgroundJob
  ) -> RuntimeScript {
    RuntimeScript(version: version) { kept in
      let job = make()
      kept.keep(job)
      job.start()
    }
  }

  @Test(arguments: [(SystemVersion(6), 600.0), (12, 180), (17, 30)])
  func `a job reads no limit in foreground, and in background the budget of its system (BG1, BG6)`(
    version: SystemVersion, budget: Double
  ) async throws {
    let readings = Readings()
    try await play(
      Self.script(version) {
        BackgroundJob("job", over: .assertion) { @MainActor context in
          while true {
            readings.values.append(context.remainingTime.map { $0 / .seconds(1) })
            try await context.wait(for: .seconds(1))
          }
        }
      }
    ) { stage in
      try await stage.wait(9.5)
      #expect(readings.values == Array(repeating: nil, count: 10))
      await stage.phone.goHome()
      readings.values = []
      try await stage.wait(budget * 2)
      let counted = readings.values.map { $0 ?? .infinity }
      #expect((budget - 1...budget).contains(try #require(counted.first)))
      for (earlier, later) in zip(counted, counted.dropFirst()) {
        #expect(abs(earlier - later - 1) < 0.01)
      }
      // The last reading before the expiration, with about 5 s left (BG3).
      #expect((5...6.01).contains(try #require(counted.last)))
    }
  }

  @Test func `an expiration lets the job end, and the process lives on (BG3, BG4, BG5)`()
    async throws
  {
    let stage = try await play(Self.script { Self.counting(to: 1_000, over: .assertion) }) {
      stage in
      await stage.use { _ in print("home") }
      await stage.phone.goHome()
      try await stage.wait(120)
      await stage.phone.open(stage.app)
      try await stage.wait(5)
    }
    #expect(
      stage.story == ["launched", "home", "job expires", "job expired", "(suspended)"])
    #expect((24.9...25.1).contains(try #require(stage.seconds(from: "home", to: "job expires"))))
    // The body was told and ended at once, and so did the assertion.
    #expect(try #require(stage.seconds(from: "job expires", to: "job expired")) < 0.1)
    #expect(stage.assertions.begun == stage.assertions.ended)
  }

  @Test func `a job that ends gives its assertion back, and the app is suspended (BG5)`()
    async throws
  {
    let stage = try await play(Self.script { Self.counting(to: 10, over: .assertion) }) { stage in
      await stage.phone.goHome()
      try await stage.wait(60)
    }
    #expect(stage.story == ["launched", "job completed", "(suspended)"])
    #expect(stage.assertions.begun == [1] && stage.assertions.ended == [1])
  }

  @Test func `a job over nothing stands still with the process and goes on with it (L7)`()
    async throws
  {
    let stage = try await play(
      Self.script { Self.counting(to: 5, over: .nothing, printing: true) }
    ) { stage in
      try await stage.wait(2.5)
      await stage.phone.goHome()
      try await stage.wait(3_600)
      await stage.phone.open(stage.app)
      try await stage.wait(60)
    }
    let suspension = try #require(stage.story.firstIndex(of: "(suspended)"))
    // After two seconds in front, half a second and less than one more: two or three numbers.
    #expect((3...4).contains(suspension))
    #expect(
      stage.story.filter { $0 != "(suspended)" } == [
        "launched", "job 1", "job 2", "job 3", "job 4", "job 5", "job completed",
      ])
    #expect(stage.assertions.begun.isEmpty)
  }

  @Test func `a job that an expiration suspends goes on where it stopped (BG3, BG5)`() async throws
  {
    let stage = try await play(
      Self.script { Self.counting(to: 60, over: .assertion, .suspends, printing: true) }
    ) { stage in
      try await stage.wait(0.5)
      await stage.phone.goHome()
      try await stage.wait(3_600)
      await stage.phone.open(stage.app)
      try await stage.wait(2)
      // It holds an assertion again, with a budget of its own.
      await stage.phone.goHome()
      try await stage.wait(3_600)
      await stage.phone.open(stage.app)
      try await stage.wait(60)
    }
    let counts = stage.lines.compactMap { line -> Int? in
      line.hasPrefix("job ") ? Int(line.dropFirst(4)) : nil
    }
    #expect(counts == Array(1...60))
    #expect(stage.lines.filter { $0 == "job expires" }.count == 2)
    #expect(stage.lines.last == "job completed")
    #expect(stage.story.filter { $0 == "(suspended)" }.count == 2)
    #expect(stage.assertions.begun.sorted() == stage.assertions.ended.sorted())
  }

  @Test func `a body that never checks does not cost the process its life (BG4)`() async throws {
    let stage = try await play(
      Self.script {
        let job = BackgroundJob(
          "job", over: .assertion, onExpiration: { print("expires") },
          onCompletion: { print("job \($0)") },
          body: { @MainActor _ in
            for _ in 1...60 { await waitWithoutChecking(1) }
          })
        let events = job.events()
        Task {
          for await event in events { if case .problem(let problem) = event { print(problem) } }
        }
        return job
      }
    ) { stage in
      await stage.phone.goHome()
      try await stage.wait(3_600)
      await stage.phone.open(stage.app)
      try await stage.wait(60)
    }
    #expect(
      stage.story == [
        "launched", "expires", BackgroundJob.Problem.outOfTime.description, "(suspended)",
        "job expired",
      ])
    // A second is left when the assertion ends.
    let problem = BackgroundJob.Problem.outOfTime.description
    #expect((3.9...4.1).contains(try #require(stage.seconds(from: "expires", to: problem))))
  }

  @Test func `a body that throws ends the job and the assertion (BG4)`() async throws {
    struct Broken: Error {}
    let stage = try await play(
      Self.script {
        BackgroundJob(
          "job", over: .assertion,
          onCompletion: { print($0 == .failed(Broken()) ? "failed" : "another outcome") },
          body: { context in
            try await context.wait(for: .seconds(5))
            throw Broken()
          })
      }
    ) { stage in
      await stage.phone.goHome()
      try await stage.wait(60)
    }
    #expect(stage.story == ["launched", "failed", "(suspended)"])
    #expect(stage.assertions.begun == [1] && stage.assertions.ended == [1])
  }

  @Test func `cancel ends a wait at once, and everybody who waits hears of it once`() async throws {
    let stage = try await play(
      Self.script {
        let job = Self.counting(to: 1_000, over: .assertion)
        for waiter in 1...3 {
          Task {
            let outcome = await job.wait()
            print("waiter \(waiter): \(outcome)")
          }
        }
        return job
      }
    ) { stage in
      try await stage.wait(10)
      await stage.use {
        $0.last(BackgroundJob.self).cancel()
        $0.last(BackgroundJob.self).cancel()
        print("cancelled")
      }
      try await stage.wait(1)
      await stage.use { kept in
        Task { print("late: \(await kept.last(BackgroundJob.self).wait())") }
      }
      try await stage.wait(1)
    }
    #expect(
      stage.lines == [
        "launched", "cancelled", "job cancelled", "waiter 1: cancelled", "waiter 2: cancelled",
        "waiter 3: cancelled", "late: cancelled",
      ])
    #expect(try #require(stage.seconds(from: "cancelled", to: "job cancelled")) < 0.1)
  }

  @Test func `a job that is cancelled before it starts never runs`() async throws {
    let stage = try await play(
      RuntimeScript { kept in
        let job = Self.counting(to: 3, over: .assertion, printing: true)
        job.cancel()
        job.start()
        kept.keep(job)
      }
    ) { stage in try await stage.wait(10) }
    #expect(stage.lines == ["launched", "job cancelled"])
    #expect(stage.assertions.begun.isEmpty)
  }
}

/// What a body read. Sendable: touched by one simulation only.
private final class Readings: @unchecked Sendable {
  var values: [Double?] = []
}
