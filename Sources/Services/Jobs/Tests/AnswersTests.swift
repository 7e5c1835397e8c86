import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Events that the app must answer, with a visit to the foreground before that (L7, FT1, FT6).
@Suite struct AnswersTests {
  enum Event: Sendable, CaseIterable { case push, fetch }

  /// An app that answers this many seconds after the event. Nil: never.
  private static func app(after seconds: Double?) -> JobApp {
    let answer = JobApp.answer(after: seconds)
    return JobApp(
      permitted: nil, registers: [], modes: ["remote-notification", "fetch"],
      entitlements: ["aps-environment"], launched: { $0.registerForRemoteNotifications() },
      onFetch: { answer(JobApp.saying($0)) }, onPush: { answer(JobApp.saying($1)) })
  }

  /// The event is delivered at 60 s. The user opens the app at 65 s and leaves it later.
  private static func visited(
    _ event: Event, _ app: JobApp, for seconds: Double
  ) async throws -> World {
    try await withPhone { phone in
      let app = try phone.install(app)
      await phone.open(app)
      try await phone.world.pass(.seconds(5))
      await phone.goHome()
      try await phone.world.pass(.seconds(55))
      switch event {
      case .push: try phone.push(to: app, payload: #"{"aps":{"content-available":1}}"#)
      case .fetch: phone.performBackgroundFetch(app)
      }
      try await phone.world.pass(.seconds(5))
      await phone.open(app)
      try await phone.world.pass(.seconds(seconds))
      await phone.goHome()
      try await phone.world.pass(.minutes(2))
    }
  }

  @Test(arguments: Event.allCases)
  func `after a visit to foreground the app still has its time to answer (L7, FT1, FT6)`(
    _ event: Event
  ) async throws {
    let world = try await Self.visited(event, Self.app(after: 20), for: 5)
    #expect(world.ends.isEmpty)
    #expect(world.log.timedTexts == ["80.0 answers"])
    #expect(world.moments(of: .suspended).last == at(80))
  }

  @Test(arguments: Event.allCases)
  func `an app that does not answer after its visit is killed at the limit (L10, FT1, FT6)`(
    _ event: Event
  ) async throws {
    let world = try await Self.visited(event, Self.app(after: nil), for: 5)
    #expect(world.momentsOfEnd == [at(90)])
    #expect(world.kinds == [.eventNotCompleted.by(event == .push ? .ft6 : .ft1)])
  }

  @Test(arguments: Event.allCases)
  func `a visit beyond the time limit ends the wait for an answer (L7, FT1, FT6)`(_ event: Event)
    async throws
  {
    let world = try await Self.visited(event, Self.app(after: nil), for: 60)
    #expect(world.ends.isEmpty)
    let suspended = try #require(world.moments(of: .suspended).last)
    // Less than a second after the visit.
    #expect((at(125)...at(126)).contains(suspended))
  }
}
