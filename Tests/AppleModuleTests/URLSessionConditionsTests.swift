import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime

/// What a background session's settings do (FT7, L16, L18, L19).
@Suite struct URLSessionConditionsTests {
  /// An app that makes its session at launch and sends a small file when it is asked to.
  private static func script(
    _ set: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
  ) -> AppScript {
    AppScript { _ in
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

  /// The second at which the server was asked, or nil.
  private static func asked(_ gateway: FakeGateway, _ stage: Stage) -> Double? {
    stage.world.trace.events.first {
      if case .transfer(.began) = $0.kind { true } else { false }
    }.map { ($0.instant - .start).seconds }
  }

  static let settings: [(@Sendable (URLSessionConfiguration) -> Void, second: Double)] = [
    ({ _ in }, 0), ({ $0.isDiscretionary = true }, 60), ({ $0.allowsCellularAccess = false }, 60),
    ({ $0.allowsExpensiveNetworkAccess = false }, 60),
  ]

  @Test(arguments: settings.indices)
  func `on a cellular path these wait for Wi-Fi (FT7)`(_ row: Int) async throws {
    let gateway = FakeGateway()
    let stage = try await play(Self.script(Self.settings[row].0), gateway: gateway) { stage in
      stage.phone.network.path = .cellular
      await stage.touch { Self.send() }
      try await stage.wait(.seconds(60))
      stage.phone.network.path = .wifi
      try await stage.wait(.seconds(10))
    }
    #expect(Self.asked(gateway, stage) == Self.settings[row].second)
    #expect(gateway.requests.count == 1)
  }

  @Test func `a task does not begin before its earliestBeginDate (FT7)`() async throws {
    let gateway = FakeGateway()
    let stage = try await play(Self.script(), gateway: gateway) { stage in
      await stage.touch {
        Self.send { $0.earliestBeginDate = Date(timeIntervalSinceNow: 1800) }
        Self.send { $0.earliestBeginDate = Date(timeIntervalSinceNow: -5) }
      }
      try await stage.wait(.seconds(1000))
      #expect(gateway.requests.count == 1)
      try await stage.wait(.seconds(1000))
    }
    let moments = stage.world.trace.events.filter {
      if case .transfer(.began) = $0.kind { true } else { false }
    }.map { ($0.instant - .start).seconds }
    #expect(moments.count == 2 && moments[0] == 0)
    #expect(moments.last.map { abs($0 - 1800) < 0.001 } == true)
  }

  @Test func `timeoutIntervalForResource ends a transfer with NSURLErrorTimedOut (FT7)`()
    async throws
  {
    let stage = try await play(Self.script { $0.timeoutIntervalForResource = 120 }) { stage in
      stage.phone.network.path = .offline
      await stage.touch { Self.send() }
      try await stage.wait(.seconds(200))
    }
    #expect(stage.timedLines.last?.contains("error -1001") == true)
    #expect(stage.timedLines.last?.hasPrefix("120.0 ") == true)
  }

  @Test(arguments: [
    URLError.BackgroundTaskCancelledReason.userForceQuitApplication, .backgroundUpdatesDisabled,
    .insufficientSystemResources,
  ])
  func `the error of a cancelled task says why (FT7, L16, L18)`(
    _ reason: URLError.BackgroundTaskCancelledReason
  ) async throws {
    let script = AppScript { _ in
      Kept.of(
        "session",
        URLSession(
          configuration: .background(withIdentifier: "test"), delegate: ReasonListener(),
          delegateQueue: nil))
    }
    let stage = try await play(script, gateway: FakeGateway()) { stage in
      stage.phone.network.path = .offline
      await stage.touch { Self.send() }
      await stage.phone.goHome()
      switch reason {
      case .userForceQuitApplication: await stage.phone.swipeAway(stage.app)
      case .backgroundUpdatesDisabled: stage.phone.setBackgroundRefresh(false, for: stage.app)
      case .insufficientSystemResources: stage.phone.cancelTransfers(of: stage.app)
      }
      try await stage.wait(.seconds(5))
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(5))
    }
    #expect(stage.lines == ["-999 \(reason.rawValue)"])
  }
}

/// Prints why a task was cancelled.
private final class ReasonListener: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let error = error as? URLError
    print(error?.errorCode ?? 0, error?.backgroundTaskCancelledReason?.rawValue ?? -1)
  }
}
