import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests sessions other than background sessions: `.default` and `.ephemeral` work while the
/// process runs.
@Suite struct URLSessionProcessTests {
  @MainActor private static func file(_ text: String) -> URL {
    let file = URL.documentsDirectory.appending(path: "file")
    try! Data(text.utf8).write(to: file)
    return file
  }

  private static var request: URLRequest {
    var request = URLRequest(url: URL(string: "http://collector/a")!)
    request.httpMethod = "PUT"
    return request
  }

  @MainActor private static func open(
    _ configuration: URLSessionConfiguration = .default, delegate: Bool = true
  ) -> URLSession {
    let session = URLSession(
      configuration: configuration, delegate: delegate ? SessionListener() : nil,
      delegateQueue: .main)
    Kept.of("session", session)
    return session
  }

  /// Prints the arguments of a completion handler in one line.
  private static func say(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let body = data.map { String(decoding: $0, as: UTF8.self) } ?? "no data"
    let status = (response as? HTTPURLResponse).map { "\($0.statusCode)" } ?? "no response"
    print(body, status, (error as? URLError).map { "\($0.code.rawValue)" } ?? "no error")
  }

  static let kinds: [@Sendable () -> URLSessionConfiguration] = [{ .default }, { .ephemeral }]

  @Test(.world(), arguments: kinds.indices)
  func `uploads of a file and of bytes call the delegate, with the response before the data`(
    _ kind: Int
  ) async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in
        let session = Self.open(Self.kinds[kind]())
        print(session.configuration.identifier ?? "no identifier")
        session.uploadTask(with: Self.request, fromFile: Self.file("12345678")).resume()
        let task = session.uploadTask(with: Self.request, from: Data("123".utf8))
        print(task.countOfBytesExpectedToSend)
        task.resume()
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "no identifier", "3", "1 sent 8 8 of 8", "1 response", "1 data stored",
        "1 complete status 200 true -", "2 sent 3 3 of 3", "2 response", "2 data stored",
        "2 complete status 200 true -",
      ])
    #expect(
      gateway.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["12345678", "123"])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a completion handler gets the end, and the delegate does not`() async throws
  {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in
        let session = Self.open()
        session.uploadTask(with: Self.request, fromFile: Self.file("x")) { Self.say($0, $1, $2) }
          .resume()
        session.uploadTask(with: Self.request, from: nil) { Self.say($0, $1, $2) }.resume()
        session.downloadTask(with: URL(string: "http://collector/b")!) { file, _, error in
          print((try? String(contentsOf: file!, encoding: .utf8)) ?? "nothing", error == nil)
        }.resume()
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "1 sent 1 1 of 1", "stored 200 no error", "stored 200 no error", "stored true",
      ])
    #expect(gateway.requests.count == 3)
  }

  @Test(.world()) func `the async methods return, throw, and are canceled with their task`()
    async throws
  {
    let gateway = FakeGateway { (request) throws(HTTPExchangeError) in
      if request.method == "POST" { throw HTTPExchangeError.cannotFindHost }
      return HTTPExchangeResponse(status: 201, headers: [], body: Array("stored".utf8))
    }
    let fixture = try await startApp(
      AppFixture { _ in
        let session = Self.open(delegate: false)
        let file = Self.file("x")
        Task { @MainActor in
          let (data, response) = try await session.upload(for: Self.request, fromFile: file)
          Self.say(data, response, nil)
          let (again, second) = try await session.upload(
            for: Self.request, from: Data("y".utf8))
          Self.say(again, second, nil)
          var post = Self.request
          post.httpMethod = "POST"
          do {
            _ = try await session.upload(for: post, from: Data())
          } catch { Self.say(nil, nil, error) }
          let slow = Task { @MainActor in try await session.upload(for: Self.request, from: Data())
          }
          await Task.yield()
          slow.cancel()
          do { _ = try await slow.value } catch { Self.say(nil, nil, error) }
        }
      }, gateway: gateway)
    try await fixture.world.pass(.seconds(2))
    #expect(
      fixture.world.log.texts == [
        "stored 201 no error", "stored 201 no error", "no data no response -1003",
        "no data no response -999",
      ])
    #expect(gateway.requests.map(\.method) == ["PUT", "PUT", "POST"])
  }

  @Test(.world()) func `each process has its own shared session`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        print(URLSession.shared === URLSession.shared)
        URLSession.shared.uploadTask(with: Self.request, from: Data()) { Self.say($0, $1, $2) }
          .resume()
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["true", "stored 200 no error"])
  }

  @Test(.world()) func `the shared session cannot be invalidated`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        URLSession.shared.uploadTask(with: Self.request, from: Data()) { Self.say($0, $1, $2) }
          .resume()
        URLSession.shared.invalidateAndCancel()
        URLSession.shared.finishTasksAndInvalidate()
        URLSession.shared.uploadTask(with: Self.request, from: Data()) { Self.say($0, $1, $2) }
          .resume()
      }, gateway: FakeGateway())
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["stored 200 no error", "stored 200 no error"])
    #expect(fixture.app.process != nil)
  }

  // MARK: The process and the network

  /// The events that interrupt a transfer of 100 s.
  enum Leaving: CaseIterable { case cancelled, timedOut, suspended }

  @Test(.world(), arguments: Leaving.allCases)
  func `a transfer that ends early lets the next one begin`(_ leaving: Leaving) async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(AppFixture(), gateway: gateway)
    Self.slow(fixture)
    await fixture.touch {
      let configuration = URLSessionConfiguration.default
      if leaving == .timedOut { configuration.timeoutIntervalForResource = 5 }
      let task = Self.open(configuration, delegate: false).uploadTask(
        with: Self.request, from: Data(count: 200_000))
      task.resume()
      Kept.of("task", task)
    }
    switch leaving {
    case .cancelled:
      try await fixture.world.pass(.seconds(5))
      await fixture.touch { Kept.get("task", as: URLSessionTask.self)!.cancel() }
    case .timedOut: try await fixture.world.pass(.seconds(6))
    case .suspended:
      await fixture.phone.goHome()
      try await fixture.world.pass(.seconds(60))
      #expect(fixture.app.state == .suspended)
      await fixture.phone.open(fixture.app)
    }
    // 20 kB take 10 s, instead of waiting for the rest of the 100 s.
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 20_000)) {
        Self.say($0, $1, $2)
      }.resume()
    }
    try await fixture.world.pass(.seconds(12))
    #expect(gateway.requests.map(\.body.count) == [20_000])
    #expect(fixture.world.log.texts.contains("stored 200 no error"))
  }

  @Test(.world())
  func `a change of conditions does not let a second transfer begin before the first has ended`()
    async throws
  {
    let gateway = FakeGateway()
    let fixture = try await startApp(AppFixture(), gateway: gateway)
    Self.slow(fixture)
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 20_000))
        .resume()
    }
    try await fixture.world.pass(.seconds(1))
    // The conditions change while no transfer of a background session is active.
    fixture.phone.power.isCharging.toggle()
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 20_000))
        .resume()
    }
    try await fixture.world.pass(.seconds(12))
    #expect(gateway.requests.count == 1, "the second transfer must begin after the first has ended")
    try await fixture.world.pass(.seconds(10))
    #expect(gateway.requests.count == 2)
  }

  /// Limits the uplink, so that 20 kB take 10 s.
  private static func slow(_ fixture: WorldFixture) {
    fixture.phone.network.uplinkBytesPerSecond = 2_000
  }

  static let failures: [(HTTPExchangeError, code: Int)] = [
    (.connectionLost, -1_005), (.timedOut, -1_001),
  ]

  @Test(.world(), arguments: failures.indices)
  func `a long suspension during a transfer is an error when the app runs again (FT8)`(_ row: Int)
    async throws
  {
    let (failure, code) = Self.failures[row]
    let gateway = FakeGateway()
    let world = try World.current
    world.gateway = gateway
    let phone = try world.addPhone { $0.transfer.suspensionFailure = failure }
    let app = try phone.install(AppFixture())
    let fixture = WorldFixture(world: world, phone: phone, app: app)
    await phone.open(app)
    Self.slow(fixture)
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 60_000)) {
        Self.say($0, $1, $2)
      }.resume()
    }
    await phone.goHome()
    try await fixture.world.pass(.seconds(120))
    #expect(app.state == .suspended)
    #expect(fixture.world.log.texts.isEmpty)
    await phone.open(app)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["no data no response \(code)"])
    // The server never received the request.
    #expect(gateway.requests.isEmpty)
  }

  @Test(.world()) func `a transfer continues after a short suspension (FT8)`() async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(AppFixture(), gateway: gateway)
    Self.slow(fixture)
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 60_000)) {
        Self.say($0, $1, $2)
      }.resume()
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.app.state == .suspended)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(25))
    #expect(gateway.requests.isEmpty, "60 kB take 30 s, and the app was suspended for almost 20")
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts == ["stored 200 no error"])
    #expect(gateway.requests.count == 1)
  }

  @Test(.world()) func `transfers end with the process, without a callback`() async throws {
    let gateway = FakeGateway()
    let fixture = try await startApp(
      AppFixture { _ in
        Self.open().getAllTasks { print("survivors", $0.count) }
      }, gateway: gateway)
    Self.slow(fixture)
    await fixture.touch {
      let session = Kept.get("session", as: URLSession.self)!
      let task = session.uploadTask(with: Self.request, from: Data(count: 20_000))
      task.resume()
      session.getAllTasks { print("tasks", $0.count) }
    }
    try await fixture.world.pass(.seconds(5))
    fixture.app.process?.kill(.jetsam)
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.world.log.texts == ["survivors 0", "tasks 1", "survivors 0"])
    #expect(gateway.requests.isEmpty)
    #expect(
      fixture.world.trace.events.filter { if case .launched = $0.kind.app { true } else { false } }
        .count == 2)
  }

  static let connectivity: [(waits: Bool, lines: [String])] = [
    (false, ["no data no response -1009"]), (true, ["stored 200 no error"]),
  ]

  @Test(.world(), arguments: connectivity)
  func `without a network path a transfer fails at once, or waits if waitsForConnectivity is set`(
    _ row: (waits: Bool, lines: [String])
  ) async throws {
    let fixture = try await startApp(AppFixture(), gateway: FakeGateway())
    fixture.phone.network.path = .offline
    await fixture.touch {
      let configuration = URLSessionConfiguration.default
      configuration.waitsForConnectivity = row.waits
      Self.open(configuration, delegate: false).uploadTask(with: Self.request, from: Data()) {
        Self.say($0, $1, $2)
      }.resume()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == (row.waits ? [] : row.lines))
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == row.lines)
  }

  @Test(.world()) func `a path that is lost during a transfer is an error without a retry`()
    async throws
  {
    let gateway = FakeGateway()
    let fixture = try await startApp(AppFixture(), gateway: gateway)
    Self.slow(fixture)
    await fixture.touch {
      Self.open(delegate: false).uploadTask(with: Self.request, from: Data(count: 20_000)) {
        Self.say($0, $1, $2)
      }.resume()
    }
    try await fixture.world.pass(.seconds(5))
    fixture.phone.network.path = .offline
    try await fixture.world.pass(.seconds(5))
    fixture.phone.network.path = .wifi
    try await fixture.world.pass(.seconds(3_600))
    #expect(fixture.world.log.texts == ["no data no response -1005"])
    #expect(gateway.requests.isEmpty)
  }

  @Test(.world()) func `the timeout for the whole transfer ends it`() async throws {
    let fixture = try await startApp(AppFixture(), gateway: FakeGateway())
    Self.slow(fixture)
    await fixture.touch {
      let configuration = URLSessionConfiguration.default
      configuration.timeoutIntervalForResource = 5
      Self.open(configuration, delegate: false).uploadTask(
        with: Self.request, from: Data(count: 20_000)
      ) { Self.say($0, $1, $2) }.resume()
    }
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.world.log.texts == ["no data no response -1001"])
  }

  @Test(.world()) func `an invalidated session is released when its tasks have ended`() async throws
  {
    let fixture = try await startApp(AppFixture(), gateway: FakeGateway())
    await fixture.touch {
      let session = Self.open()
      session.uploadTask(with: Self.request, from: Data()).resume()
      session.finishTasksAndInvalidate()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "1 response", "1 data stored", "1 complete status 200 true -", "invalid true",
      ])
  }
}
