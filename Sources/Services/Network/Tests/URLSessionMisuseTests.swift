import Foundation
import Testing
import UIKit
import YobanVirtualTime
import YobanTesting

@Suite(.world()) struct URLSessionMisuseTests {
  static let url = URL(string: "http://collector/a")!
  static var request: URLRequest { URLRequest(url: url) }

  static let crashes: [(@MainActor @Sendable () -> URLSessionTask, reason: String)] = [
    (
      { openSession().uploadTask(with: request, from: Data([1])) },
      "NSGenericException: Upload tasks from NSData are not supported in background sessions."
    ),
    (
      { openSession().uploadTask(with: request, from: Data([1])) { _, _, _ in } },
      "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
    ),
    (
      {
        openSession().uploadTask(with: request, fromFile: URL(fileURLWithPath: "/x")) { _, _, _ in }
      },
      "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
    ),
    (
      { openSession().downloadTask(with: request) { _, _, _ in } },
      "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
    ),
    (
      { openSession().downloadTask(with: url) { _, _, _ in } },
      "NSGenericException: Completion handler blocks are not supported in background sessions. Use a delegate instead."
    ),
    (
      { openSession().uploadTask(with: request, fromFile: URL(fileURLWithPath: "/no/such/file")) },
      "NSInvalidArgumentException: Cannot read file at file:///no/such/file"
    ),
    (
      {
        let session = openSession()
        session.invalidateAndCancel()
        return session.downloadTask(with: url)
      }, "NSGenericException: Task created in a session that has been invalidated"
    ),
  ]

  @Test(arguments: crashes.indices)
  func `misuse for which Apple throws an exception ends the app, with the reason in the trace`(
    _ row: Int
  )
    async throws
  {
    let (use, reason) = Self.crashes[row]
    let gateway = FakeGateway()
    let fixture = try await startApp(AppFixture(), gateway: gateway)
    await fixture.touch {
      DispatchQueue.main.async { print("must not run") }
      let task = use()
      print("must not run, either", task)
    }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .notRunning)
    #expect(fixture.app.terminations == [.crash(reason)])
    #expect(fixture.world.log.texts.isEmpty)
    #expect(gateway.requests.isEmpty)
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `a second session with the same identifier is a finding`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        _ = openSession("one")
        _ = openSession("two")
        _ = openSession("one")
      })
    #expect(fixture.world.trace.findings.map(\.kind) == [.urlsessionSameIdentifier])
    #expect(fixture.world.trace.findings[0].what.contains("\"one\""))
  }

  /// A delegate that prints the name of its session.
  private final class NamedDelegate: NSObject, URLSessionTaskDelegate {
    let name: String
    init(_ name: String) { self.name = name }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      print("\(name):", task.taskDescription ?? "-", error == nil)
    }
  }

  /// With a second session, the system decides whether the newer one receives the events (FT7).
  @Test(arguments: [nil, 1])
  func
    `one of two sessions with one identifier receives the events of both, until it is invalidated`(
      _ choice: Int64?
    ) async throws
  {
    try World.current.simulation.choices.overrides[
      ChoicePlace("session-receiver", of: "phone/Scripted")] = choice
    let fixture = try await startApp(
      AppFixture { _ in
        for name in ["older", "newer"] {
          Kept.of(
            name,
            URLSession(
              configuration: .background(withIdentifier: "test"), delegate: NamedDelegate(name),
              delegateQueue: .main))
        }
      }, gateway: FakeGateway())
    func uploadOverBoth(_ number: Int) async throws {
      await fixture.touch {
        for name in ["older", "newer"] {
          guard let session = Kept.get(name, as: URLSession.self) else { continue }
          upload("x", over: session, name: "\(name)-\(number)").resume()
        }
      }
      try await fixture.world.pass(.seconds(5))
    }

    try await uploadOverBoth(1)
    let receiver = choice == nil ? "older" : "newer"
    #expect(
      fixture.world.log.texts.sorted() == [
        "\(receiver): newer-1 true", "\(receiver): older-1 true",
      ])
    await fixture.touch {
      Kept.get("older", as: URLSession.self)!.finishTasksAndInvalidate()
      Kept.release("older")
    }
    try await uploadOverBoth(2)
    #expect(fixture.world.log.texts.last == "newer: newer-2 true")
  }

  static let settings: [(@Sendable (URLSessionConfiguration) -> Void, isReported: Bool)] = [
    ({ _ in }, false), ({ $0.isDiscretionary = false }, false),
    ({ $0.isDiscretionary = true }, false),
    ({ $0.allowsCellularAccess = false }, false),
    ({ $0.allowsExpensiveNetworkAccess = false }, false),
    ({ $0.allowsConstrainedNetworkAccess = false }, false),
    ({ $0.timeoutIntervalForResource = 60 }, false),
    ({ $0.sharedContainerIdentifier = "group.example" }, true),
    ({ $0.timeoutIntervalForRequest = 5 }, true),
    ({ $0.waitsForConnectivity = false }, false), ({ $0.httpMaximumConnectionsPerHost = 1 }, false),
  ]

  @Test(arguments: settings.indices)
  func `a setting that is not simulated is a finding if it would have an effect`(_ row: Int)
    async throws
  {
    let (set, isReported) = Self.settings[row]
    let fixture = try await startApp(
      AppFixture { _ in
        let configuration = URLSessionConfiguration.background(withIdentifier: "test")
        set(configuration)
        _ = URLSession(
          configuration: configuration, delegate: SessionListener(), delegateQueue: nil)
      })
    #expect(
      fixture.world.trace.findings.map(\.kind)
        == (isReported ? [.urlsessionSettingNotSimulated] : []))
  }

  @Test
  func
    `a session copies its configuration, and a request's own headers override the additional ones`()
    async throws
  {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in
        let configuration = URLSessionConfiguration.background(withIdentifier: "test")
        configuration.httpAdditionalHeaders = ["X-One": "1", "X-Two": "1"]
        let session = URLSession(
          configuration: configuration, delegate: SessionListener(), delegateQueue: nil)
        configuration.httpAdditionalHeaders = nil
        session.configuration.httpAdditionalHeaders = nil
        var request = Self.request
        request.setValue("2", forHTTPHeaderField: "x-two")
        session.downloadTask(with: request).resume()
        print(
          session.configuration.identifier!, session.configuration.httpAdditionalHeaders?.count ?? 0
        )
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.first == "test 2")
    #expect(
      gateway.requests.first?.headers.map { $0.name.lowercased() + $0.value } == [
        "x-one1", "x-two2",
      ])
  }

  @Test(arguments: ["main", "own"])
  func `a delegate is called on its queue`(_ queue: String) async throws {
    final class Listener: NSObject, URLSessionTaskDelegate {
      func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
      ) {
        print(Thread.isMainThread, session.delegateQueue === OperationQueue.main)
      }
    }
    let fixture = try await startApp(
      AppFixture { _ in
        let session = URLSession(
          configuration: .background(withIdentifier: "test"), delegate: Listener(),
          delegateQueue: queue == "main" ? .main : nil)
        session.downloadTask(with: Self.url).resume()
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == (queue == "main" ? ["true true"] : ["false false"]))
  }
}
