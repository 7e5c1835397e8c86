import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct URLSessionTests {
  @Test
  func `an upload reports progress, data and completion, in this order, and no separate response`()
    async throws
  {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in
        let task = upload("12345678", over: openSession())
        Kept.of("task", task)
        print(task.state == .suspended, task.countOfBytesExpectedToSend, task.countOfBytesSent)
        task.resume()
        print(task.state == .running)
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let task = Kept.get("task", as: URLSessionUploadTask.self)!
      let response = task.response as? HTTPURLResponse
      print(
        task.countOfBytesSent, task.countOfBytesReceived,
        response?.value(forHTTPHeaderField: "Retry-After") ?? "")
    }
    #expect(
      fixture.world.log.texts == [
        "true 8 0", "true", "1 sent 8 8 of 8", "1 data stored", "1 complete status 200 true a",
        "8 6 7",
      ])
    #expect(gateway.requests.map(\.method) == ["PUT"])
    #expect(gateway.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["12345678"])
  }

  @Test
  func `a download reports progress, file and completion, and the file is deleted afterwards`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        openSession().downloadTask(with: URL(string: "http://collector/file")!).resume()
      }, gateway: FakeGateway(body: "content"))
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let path = UserDefaults.standard.string(forKey: "location")!
      print(FileManager.default.fileExists(atPath: path))
      print(path.contains("/Library/Caches/com.apple.nsurlsessiond/Downloads/"))
    }
    #expect(
      fixture.world.log.texts == [
        "1 wrote 7 7 of 7", "1 file content", "1 complete status 200 true -", "false", "true",
      ])
  }

  static let failures: [(HTTPExchangeError, code: URLError.Code)] = [
    (.cannotFindHost, .cannotFindHost), (.unsupportedURL, .unsupportedURL),
  ]

  @Test(arguments: failures.indices)
  func `an error has its URL and a description`(_ row: Int) async throws {
    let (failure, code) = Self.failures[row]
    let gateway = FakeGateway { (_) throws(HTTPExchangeError) in throw failure }
    let fixture = try await startApp(
      AppFixture { _ in
        let task = upload("x", over: openSession())
        Kept.of("task", task)
        task.resume()
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      let error = Kept.get("task", as: URLSessionTask.self)!.error as! URLError
      let info = (error as NSError).userInfo
      print(
        (error as NSError).domain, error.code.rawValue, error.failingURL?.absoluteString ?? "none"
      )
      print(
        info["NSErrorFailingURLStringKey"] as? String ?? "none",
        !error.localizedDescription.isEmpty)
      print(error.backgroundTaskCancelledReason == nil)
    }
    #expect(
      fixture.world.log.texts.suffix(3) == [
        "NSURLErrorDomain \(code.rawValue) http://collector/a", "http://collector/a true", "true",
      ])
  }

  @Test
  func `a canceled task is canceling until the delegate gets error -999, without a reason`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let task = upload("x", over: openSession())
        Kept.of("task", task)
        task.resume()
        task.cancel()
        print(task.state == .canceling)
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      let error = Kept.get("task", as: URLSessionTask.self)!.error as! URLError
      print(
        error.code == .cancelled,
        error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] == nil)
    }
    #expect(fixture.world.log.texts == ["true", "1 complete error -999 true a", "true true"])
  }

  // MARK: Launches of the app

  @Test func `after a relaunch a session with the same identifier finds the remaining tasks`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let session = openSession()
        if UserDefaults.standard.bool(forKey: "again") {
          session.getAllTasks { tasks in
            for task in tasks {
              print(
                task.taskIdentifier, task.taskDescription ?? "-",
                task.originalRequest?.httpMethod ?? "", task.state == .running)
            }
          }
          session.getTasksWithCompletionHandler { data, uploads, downloads in
            print(data.count, uploads.count, downloads.count)
          }
          return
        }
        UserDefaults.standard.set(true, forKey: "again")
        for name in ["a", "b"] { upload("x", over: session, name: name).resume() }
        session.downloadTask(with: URL(string: "http://collector/c")!).resume()
      }, opened: false, gateway: FakeGateway())
    fixture.phone.network.path = .offline
    await fixture.phone.open(fixture.app)
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.world.log.texts.prefix(4) == [
        "1 a PUT true", "2 b PUT true", "3 - GET true", "0 2 1",
      ])
    #expect(
      Set(fixture.world.log.texts.filter { $0.contains("complete") }) == [
        "1 complete status 200 true a", "2 complete status 200 true b",
        "3 complete status 200 true -",
      ])
  }

  @Test
  func `a suspended app is woken for its session and gets all callbacks before the last event`()
    async throws
  {
    var appFixture = AppFixture()
    appFixture.sessionEvents = { identifier, completion in
      print("handle \(identifier)")
      Kept.of("handler", completion)
    }
    appFixture.enteredBackground = { upload("x", over: openSession()).resume() }
    let fixture = try await startApp(appFixture, gateway: FakeGateway())
    fixture.phone.network.latency = .seconds(60)
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(70))
    await fixture.touch { Kept.get("handler", as: (() -> Void).self)?() }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.state == .suspended)
    #expect(
      fixture.world.log.texts == [
        "handle test", "1 sent 1 1 of 1", "1 data stored", "1 complete status 200 true a",
        "events finished",
      ])
  }

  @Test
  func `a force-quit cancels transfers, and the next launch lists them, with reason 0 (L16, FT7)`()
    async throws
  {
    final class Listener: NSObject, URLSessionTaskDelegate {
      func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
      ) {
        let reason = (error as? URLError)?.backgroundTaskCancelledReason
        print((error as? URLError)?.code == .cancelled, reason == .userForceQuitApplication)
      }
    }
    let fixture = try await startApp(
      AppFixture { _ in
        let session = URLSession(
          configuration: .background(withIdentifier: "test"), delegate: Listener(),
          delegateQueue: nil)
        session.getAllTasks { print("listed", $0.map(\.state.rawValue)) }
        if UserDefaults.standard.bool(forKey: "again") { return }
        UserDefaults.standard.set(true, forKey: "again")
        upload("x", over: session).resume()
      }, opened: false, gateway: FakeGateway())
    fixture.phone.network.path = .offline
    await fixture.phone.open(fixture.app)
    await fixture.phone.swipeAway(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    // 0 is running: the app is notified of the end after the list.
    #expect(fixture.world.log.texts == ["listed []", "listed [0]", "true true"])
  }

  @Test func `an upload continues after an update of the app (DP10)`() async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in _ = openSession() }, gateway: gateway)
    fixture.phone.network.path = .offline
    await fixture.touch { upload("bytes", over: Kept.get("session")!).resume() }
    try fixture.phone.update(fixture.app)
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.seconds(60))
    #expect(gateway.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["bytes"])
  }

  // MARK: Ownership of the session

  @Test func `a session is not released while the app has no reference to it, nor is its delegate`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        upload("x", over: openSession()).resume()
        Kept.release("session")
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts.last == "1 complete status 200 true a")
  }

  static let invalidations: [(cancels: Bool, uploads: Int, lines: [String])] = [
    (false, 0, ["invalid true"]), (true, 0, ["invalid true"]),
    (true, 2, ["1 complete error -999 true 1", "2 complete error -999 true 2", "invalid true"]),
    (
      false, 1,
      ["1 sent 1 1 of 1", "1 data stored", "1 complete status 200 true 1", "invalid true"]
    ),
  ]

  @Test(arguments: invalidations.indices)
  func `an invalidated session reports the end of every task, then its own end`(_ row: Int)
    async throws
  {
    let (cancels, uploads, lines) = Self.invalidations[row]
    let fixture = try await startApp(
      AppFixture { _ in
        let session = openSession()
        for i in 0..<uploads { upload("x", over: session, name: "\(i + 1)").resume() }
        if cancels { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      let session = Kept.get("session", as: URLSession.self)!
      print(session.delegate == nil)
      _ = openSession()
    }
    #expect(fixture.world.log.texts == lines + ["true"])
    #expect(fixture.world.trace.findings.isEmpty, "the identifier is free again")
  }
}
