import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests the settings of a background session (FT7, L16, L18, L19).
@Suite(.world()) struct URLSessionConditionsTests {
  /// Returns an app that creates its session at launch and sends a small file on request.
  private static func appFixture(
    _ set: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
  ) -> AppFixture {
    AppFixture { _ in
      let configuration = URLSessionConfiguration.background(withIdentifier: "test")
      set(configuration)
      Kept.of(
        "session",
        URLSession(configuration: configuration, delegate: SessionListener(), delegateQueue: nil))
    }
  }

  @MainActor private static func send(_ set: (URLSessionUploadTask) -> Void = { _ in }) {
    let file = URL.documentsDirectory.appending(path: "file")
    try! Data("content".utf8).write(to: file)
    var request = URLRequest(url: URL(string: "http://example.com/file")!)
    request.httpMethod = "PUT"
    let task = Kept.get("session", as: URLSession.self)!.uploadTask(
      with: request, fromFile: file)
    set(task)
    task.resume()
  }

  /// Returns the second at which the server received the request; nil if it received none.
  private static func asked(_ gateway: FakeGateway, _ fixture: WorldFixture) -> Double? {
    fixture.world.trace.events.first {
      if case .began = $0.kind.transfer { true } else { false }
    }.map { ($0.instant - .start).seconds }
  }

  static let settings: [(@Sendable (URLSessionConfiguration) -> Void, second: Double)] = [
    ({ _ in }, 0), ({ $0.isDiscretionary = true }, 60), ({ $0.allowsCellularAccess = false }, 60),
    ({ $0.allowsExpensiveNetworkAccess = false }, 60),
  ]

  @Test(arguments: settings.indices)
  func `on a cellular path these transfers wait for Wi-Fi (FT7)`(_ row: Int) async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(Self.appFixture(Self.settings[row].0), gateway: gateway)
    fixture.phone.network.path = .cellular
    await fixture.touch { Self.send() }
    try await fixture.world.pass(.seconds(60))
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.seconds(10))
    #expect(Self.asked(gateway, fixture) == Self.settings[row].second)
    #expect(gateway.requests.count == 1)
  }

  @Test func `a task does not begin before its earliestBeginDate (FT7)`() async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(Self.appFixture(), gateway: gateway)
    await fixture.touch {
      Self.send { $0.earliestBeginDate = Date(timeIntervalSinceNow: 1800) }
      Self.send { $0.earliestBeginDate = Date(timeIntervalSinceNow: -5) }
    }
    try await fixture.world.pass(.seconds(1000))
    #expect(gateway.requests.count == 1)
    try await fixture.world.pass(.seconds(1000))
    let moments = fixture.world.trace.events.filter {
      if case .began = $0.kind.transfer { true } else { false }
    }.map { ($0.instant - .start).seconds }
    #expect(moments.count == 2 && moments[0] == 0)
    #expect(moments.last.map { abs($0 - 1800) < 0.001 } == true)
  }

  @Test func `timeoutIntervalForResource ends a transfer with NSURLErrorTimedOut (FT7)`()
    async throws
  {
    let fixture = try await startApp(Self.appFixture { $0.timeoutIntervalForResource = 120 })
    fixture.phone.network.path = .offline
    await fixture.touch { Self.send() }
    try await fixture.world.pass(.seconds(200))
    #expect(fixture.world.log.timedTexts.last?.contains("error -1001") == true)
    #expect(fixture.world.log.timedTexts.last?.hasPrefix("120.0 ") == true)
  }

  @Test(arguments: [
    URLError.BackgroundTaskCancelledReason.userForceQuitApplication, .backgroundUpdatesDisabled,
    .insufficientSystemResources,
  ])
  func `the error of a canceled task has the reason (FT7, L16, L18)`(
    _ reason: URLError.BackgroundTaskCancelledReason
  ) async throws {
    let appFixture = AppFixture { _ in
      Kept.of(
        "session",
        URLSession(
          configuration: .background(withIdentifier: "test"), delegate: ReasonListener(),
          delegateQueue: nil))
    }
    let fixture = try await startApp(appFixture, gateway: FakeGateway())
    fixture.phone.network.path = .offline
    await fixture.touch { Self.send() }
    await fixture.phone.goHome()
    switch reason {
    case .userForceQuitApplication: await fixture.phone.swipeAway(fixture.app)
    case .backgroundUpdatesDisabled: fixture.phone.setBackgroundRefresh(false, for: fixture.app)
    case .insufficientSystemResources: fixture.phone.cancelTransfers(of: fixture.app)
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["-999 \(reason.rawValue)"])
  }
}

/// A delegate that prints why a task was canceled.
private final class ReasonListener: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let error = error as? URLError
    print(error?.errorCode ?? 0, error?.backgroundTaskCancelledReason?.rawValue ?? -1)
  }
}
