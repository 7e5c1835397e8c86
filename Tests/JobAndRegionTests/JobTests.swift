import Foundation
import Testing
import UIKit
import Yoban
import YobanTesting

@Suite(.world(findings: [])) struct JobTests {
  /// Returns a job that counts seconds, and prints its events.
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

  static func appFixture(
    _ version: SystemVersion = 17, _ make: @escaping @MainActor @Sendable () -> BackgroundJob
  ) -> RuntimeAppFixture {
    RuntimeAppFixture(version: version) { kept in
      let job = make()
      kept.keep(job)
      job.start()
    }
  }

  @Test(arguments: [(SystemVersion(6), 600.0), (12, 180), (17, 30)])
  func
    `a job reads no time limit in foreground, and the budget of its iOS version in background (BG1, BG6)`(
      version: SystemVersion, budget: Double
    ) async throws
  {
    let readings = Readings()
    let fixture = try await startApp(
      Self.appFixture(version) {
        BackgroundJob("job", over: .assertion) { @MainActor context in
          while true {
            readings.values.append(context.remainingTime.map { $0 / .seconds(1) })
            try await context.wait(for: .seconds(1))
          }
        }
      })
    try await fixture.world.pass(.seconds(9.5))
    #expect(readings.values == Array(repeating: nil, count: 10))
    await fixture.phone.goHome()
    readings.values = []
    try await fixture.world.pass(.seconds(budget * 2))
    let counted = readings.values.map { $0 ?? .infinity }
    #expect((budget - 1...budget).contains(try #require(counted.first)))
    for (earlier, later) in zip(counted, counted.dropFirst()) {
      #expect(abs(earlier - later - 1) < 0.01)
    }
    // The last reading before the expiration, with about 5 s remaining (BG3).
    #expect((5...6.01).contains(try #require(counted.last)))
  }

  @Test func `after an expiration the job ends, and the process continues to run (BG3, BG4, BG5)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture { Self.counting(to: 1_000, over: .assertion) })
    await fixture.use { _ in print("home") }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(120))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.history == ["launched", "home", "job expires", "job expired", "(suspended)"])
    #expect((24.9...25.1).contains(try #require(fixture.seconds(from: "home", to: "job expires"))))
    // The body was notified and ended at once, and so did the assertion.
    #expect(try #require(fixture.seconds(from: "job expires", to: "job expired")) < 0.1)
    #expect(fixture.assertions.begun == fixture.assertions.ended)
  }

  @Test func `a job that ends also ends its assertion, and the app is suspended (BG5)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture { Self.counting(to: 10, over: .assertion) })
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.history == ["launched", "job completed", "(suspended)"])
    #expect(fixture.assertions.begun == [1] && fixture.assertions.ended == [1])
  }

  @Test func `a job without an assertion is suspended and resumed with the process (L7)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture { Self.counting(to: 5, over: .nothing, printing: true) })
    try await fixture.world.pass(.seconds(2.5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(3_600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    let suspension = try #require(fixture.history.firstIndex(of: "(suspended)"))
    // After two seconds in the foreground, it ran for half a second to one and a half more: two or
    // three numbers.
    #expect((3...4).contains(suspension))
    #expect(
      fixture.history.filter { $0 != "(suspended)" } == [
        "launched", "job 1", "job 2", "job 3", "job 4", "job 5", "job completed",
      ])
    #expect(fixture.assertions.begun.isEmpty)
  }

  @Test func `a job that suspends at an expiration continues where it stopped (BG3, BG5)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture { Self.counting(to: 60, over: .assertion, .suspends, printing: true) })
    try await fixture.world.pass(.seconds(0.5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(3_600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(2))
    // The job has an assertion again, with its own budget.
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(3_600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    let counts = fixture.app.log.texts.compactMap { line -> Int? in
      line.hasPrefix("job ") ? Int(line.dropFirst(4)) : nil
    }
    #expect(counts == Array(1...60))
    #expect(fixture.app.log.texts.filter { $0 == "job expires" }.count == 2)
    #expect(fixture.app.log.texts.last == "job completed")
    #expect(fixture.history.filter { $0 == "(suspended)" }.count == 2)
    #expect(fixture.assertions.begun.sorted() == fixture.assertions.ended.sorted())
  }

  @Test func `a body that never checks for its end does not cause a kill of the process (BG4)`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
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
      })
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(3_600))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(
      fixture.history == [
        "launched", "expires", BackgroundJob.Problem.outOfTime.description, "(suspended)",
        "job expired",
      ])
    // One second remains when the assertion ends.
    let problem = BackgroundJob.Problem.outOfTime.description
    #expect((3.9...4.1).contains(try #require(fixture.seconds(from: "expires", to: problem))))
  }

  @Test func `a body that throws an error ends the job and the assertion (BG4)`() async throws {
    struct Broken: Error {}
    let fixture = try await startApp(
      Self.appFixture {
        BackgroundJob(
          "job", over: .assertion,
          onCompletion: { print($0 == .failed(Broken()) ? "failed" : "another outcome") },
          body: { context in
            try await context.wait(for: .seconds(5))
            throw Broken()
          })
      })
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.history == ["launched", "failed", "(suspended)"])
    #expect(fixture.assertions.begun == [1] && fixture.assertions.ended == [1])
  }

  @Test func `cancel ends a wait at once, and everyone who waits for the job is notified once`()
    async throws
  {
    let fixture = try await startApp(
      Self.appFixture {
        let job = Self.counting(to: 1_000, over: .assertion)
        for waiter in 1...3 {
          Task {
            let outcome = await job.wait()
            print("waiter \(waiter): \(outcome)")
          }
        }
        return job
      })
    try await fixture.world.pass(.seconds(10))
    await fixture.use {
      $0.last(BackgroundJob.self).cancel()
      $0.last(BackgroundJob.self).cancel()
      print("cancelled")
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { kept in
      Task { print("late: \(await kept.last(BackgroundJob.self).wait())") }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == [
        "launched", "cancelled", "job cancelled", "waiter 1: cancelled", "waiter 2: cancelled",
        "waiter 3: cancelled", "late: cancelled",
      ])
    #expect(try #require(fixture.seconds(from: "cancelled", to: "job cancelled")) < 0.1)
  }

  @Test func `a job that is canceled before it starts never runs`() async throws {
    let fixture = try await startApp(
      RuntimeAppFixture { kept in
        let job = Self.counting(to: 3, over: .assertion, printing: true)
        job.cancel()
        job.start()
        kept.keep(job)
      })
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts == ["launched", "job cancelled"])
    #expect(fixture.assertions.begun.isEmpty)
  }
}

/// The values that a body read.
private final class Readings: @unchecked SimulationConfined {
  var values: [Double?] = []
}
