import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests what an app sees of its transfers, against a scripted server.
@Suite struct URLSessionServerTests {
  // MARK: Requests

  @Test(.world()) func `a request has its method, fields and body, and a field of its own wins`()
    async throws
  {
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "POST", "/a") { _ in .text("ok", status: 201) }
    } _: {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = ["X-App": "all", "X-Kind": "all"]
      let session = URLSession(configuration: configuration)
      var request = URLRequest(url: ServerApp.url("/a?b=1"))
      request.httpMethod = "POST"
      request.httpBody = Data("hello".utf8)
      request.setValue("own", forHTTPHeaderField: "x-kind")
      session.dataTask(with: request, completionHandler: ServerApp.say).resume()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["201 ok"])
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.url == "http://api.example.com/a?b=1")
    #expect(String(decoding: request.body, as: UTF8.self) == "hello")
    let fields = request.headers.map { "\($0.name.lowercased()): \($0.value)" }
    #expect(fields.contains("x-app: all"))
    #expect(fields.filter { $0.hasPrefix("x-kind") } == ["x-kind: own"])
  }

  @Test(.world())
  func `a delegate gets the response, the pieces of the body, and the end, in order`()
    async throws
  {
    let (fixture, _) = try await ServerApp.start {
      $0.respond(to: "GET", "/long") { _ in .text(String(repeating: "x", count: 40_000)) }
    } _: {
      ServerApp.open(PieceListener()).dataTask(with: ServerApp.url("/long")).resume()
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.world.log.texts == [
        "response 200 of 40000", "data 16384", "data 16384", "data 7232",
        "metrics 0 redirects 200", "end nil 40000 of 40000",
      ])
  }

  @Test(.world()) func `files and data URLs are loaded without a server`() async throws {
    let (fixture, server) = try await ServerApp.start { _ in
    } _: {
      let file = URL.documentsDirectory.appending(path: "a.txt")
      try! Data("in a file".utf8).write(to: file)
      Task {
        for url in [
          file, URL(string: "data:text/plain;base64,aGVsbG8=")!, URL(string: "data:,a%20b")!,
        ] {
          let (data, response) = try await URLSession.shared.data(from: url)
          print(String(decoding: data, as: UTF8.self), response is HTTPURLResponse)
        }
        do { _ = try await URLSession.shared.data(from: URL(string: "ftp://host/a")!) } catch {
          ServerApp.say(nil, nil, error)
        }
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == ["in a file false", "hello false", "a b false", "error -1002"])
    #expect(server.requests.isEmpty)
  }

  // MARK: Timeouts and pauses

  @Test(.world()) func `a server that is silent for longer than the request's timeout is an error`()
    async throws
  {
    let (fixture, _) = try await ServerApp.start {
      $0.respond(to: "GET", "/slow") { _ in .text("late").after(.seconds(10)) }
    } _: {
      for timeout in [5.0, 15] {
        var request = URLRequest(url: ServerApp.url("/slow"))
        request.timeoutInterval = timeout
        URLSession.shared.dataTask(with: request, completionHandler: ServerApp.say).resume()
      }
    }
    try await fixture.world.pass(.seconds(8))
    #expect(fixture.world.log.texts == ["error -1001"])
    try await fixture.world.pass(.seconds(8))
    #expect(fixture.world.log.texts == ["error -1001", "200 late"])
  }

  @Test(.world()) func `a suspended task makes no progress until it is resumed`() async throws {
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "GET", "/a") { _ in .text("body").after(.seconds(2)) }
    } _: {
      let task = URLSession.shared.dataTask(
        with: ServerApp.url("/a"), completionHandler: ServerApp.say)
      print(task.state.rawValue)
      task.resume()
      print(task.state.rawValue)
      Kept.of("task", task)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { Kept.get("task", as: URLSessionTask.self)!.suspend() }
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.world.log.texts == ["1", "0"])
    await fixture.touch {
      let task = Kept.get("task", as: URLSessionTask.self)!
      print(task.state.rawValue)
      task.resume()
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["1", "0", "1", "200 body"])
    #expect(server.requests.count == 1)
  }

  @Test(.world()) func `the progress of a task cancels, suspends and resumes it`() async throws {
    let (fixture, _) = try await ServerApp.start {
      $0.respond(to: "GET", "/a") { _ in
        .text(String(repeating: "x", count: 65_536)).paced(bytesPerSecond: 16_384)
      }
    } _: {
      let task = URLSession.shared.dataTask(with: ServerApp.url("/a")) { data, _, error in
        print("end", data?.count ?? 0, (error as? URLError)?.code.rawValue ?? 0)
      }
      Kept.of("task", task)
      task.resume()
    }
    @MainActor func task() -> URLSessionTask { Kept.get("task")! }
    try await fixture.world.pass(.milliseconds(2_500))
    await fixture.touch {
      print(task().progress.fractionCompleted)
      task().progress.pause()
    }
    try await fixture.world.pass(.seconds(100))
    await fixture.touch {
      print(task().progress.fractionCompleted, task().progress.isPaused)
      task().progress.resume()
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { task().progress.cancel() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["0.5", "0.5 true", "end 0 -999"])
  }

  // MARK: Downloads

  /// Serves 64 kB with an ETag, and ranges of them; slow at first.
  private static func serveFile(_ server: ScriptedServer, tag: String = "\"v1\"") {
    let body = String((0..<65_536).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
    server.respond(to: "GET", "/file") { request in
      let range = request.headers.first { $0.name == "Range" }?.value
      let condition = request.headers.first { $0.name == "If-Range" }?.value
      guard let range, condition == tag, let start = Int(range.dropFirst(6).dropLast()) else {
        return .text(body).adding("ETag", tag).paced(bytesPerSecond: 16_384)
      }
      return .text(String(body.dropFirst(start)), status: 206).adding("ETag", tag)
    }
  }

  @Test(.world(), arguments: ["\"v1\"", "\"v2\""])
  func `a canceled download continues with its resume data, or begins again for a changed file`(
    _ tag: String
  ) async throws {
    let (fixture, server) = try await ServerApp.start {
      Self.serveFile($0)
    } _: {
      let task = ServerApp.open(SizeListener()).downloadTask(with: ServerApp.url("/file"))
      Kept.of("task", task)
      task.resume()
    }
    try await fixture.world.pass(.milliseconds(2_500))
    await fixture.touch {
      let task: URLSessionDownloadTask = Kept.get("task")!
      task.cancel { data in
        UserDefaults.standard.set(data, forKey: "rest")
        print("resume data", data != nil)
      }
    }
    try await fixture.world.pass(.seconds(1))
    Self.serveFile(server, tag: tag)
    await fixture.touch {
      let session: URLSession = Kept.get("session")!
      session.downloadTask(withResumeData: UserDefaults.standard.data(forKey: "rest")!).resume()
    }
    try await fixture.world.pass(.seconds(10))
    let continued = tag == "\"v1\""
    var expected = ["resume data true", "1 end -999 true"]
    if continued { expected.append("2 continues at 32768 of 65536") }
    expected += ["2 file 65536 true", "2 end 0 false"]
    #expect(fixture.world.log.texts == expected)
    #expect(server.requests.count == 2)
    #expect(server.requests[1].headers.contains(HTTPField("Range", "bytes=32768-")))
    #expect(server.requests[1].headers.contains(HTTPField("If-Range", "\"v1\"")))
  }

  @Test(.world()) func `a lost connection gives resume data with the error`() async throws {
    let (fixture, _) = try await ServerApp.start { server in
      server.respond(to: "GET", "/file") { _ in
        .text(String(repeating: "x", count: 65_536)).adding("ETag", "\"v1\"").dropped(after: 20_000)
      }
      server.respond(to: "GET", "/untagged") { _ in
        .text(String(repeating: "x", count: 65_536)).dropped(after: 20_000)
      }
    } _: {
      Task {
        for path in ["/file", "/untagged"] {
          do { _ = try await URLSession.shared.download(from: ServerApp.url(path)) } catch {
            let error = error as! URLError
            print(error.code.rawValue, error.userInfo[NSURLSessionDownloadTaskResumeData] != nil)
          }
        }
      }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["-1005 true", "-1005 false"])
  }

  // MARK: Redirects and challenges

  @Test(.world()) func `a delegate can refuse a redirect, change it, or follow it`() async throws {
    let (fixture, server) = try await ServerApp.start { server in
      server.respond(to: "GET", "/new") { _ in .text("new") }
      server.respond(to: "GET", "/other") { _ in .text("other") }
      for path in ["/follow", "/refuse", "/change"] {
        server.respond(to: "GET", path) { _ in .redirect(to: "/new") }
      }
    } _: {
      let session = ServerApp.open(RedirectListener())
      for path in ["/follow", "/refuse", "/change"] {
        session.dataTask(with: ServerApp.url(path), completionHandler: ServerApp.say).resume()
      }
    }
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.world.log.texts.sorted() == ["200 new", "200 other", "302 "])
    #expect(server.requests.count == 5)
  }

  @Test(.world()) func `a redirect without an end fails after 16 (FT9)`() async throws {
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "GET", "/loop") { _ in .redirect(to: "/loop") }
    } _: {
      URLSession.shared.dataTask(with: ServerApp.url("/loop"), completionHandler: ServerApp.say)
        .resume()
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["error -1007"])
    #expect(server.requests.count == 17)
  }

  @Test(.world()) func `a background download fails after too many redirects, too (FT9)`()
    async throws
  {
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "GET", "/loop") { _ in .redirect(to: "/loop") }
    } _: {
      openSession().downloadTask(with: ServerApp.url("/loop")).resume()
    }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["1 complete error -1007 true -"])
    #expect(server.requests.count == 17)
  }

  /// The password that the app gives at each challenge, and what it gets.
  static let passwords: [(given: [String], lines: [String], requests: Int)] = [
    (["right"], ["asked by door, failures 0", "200 in"], 2),
    (["wrong", "right"], ["asked by door, failures 0", "asked by door, failures 1", "200 in"], 3),
    ([], ["asked by door, failures 0", "401 "], 1),
    (["cancel"], ["asked by door, failures 0", "error -999"], 1),
  ]

  @Test(.world(), arguments: passwords.indices)
  func `HTTP Basic asks the delegate until the password is right`(_ row: Int) async throws {
    let row = Self.passwords[row]
    let (fixture, server) = try await ServerApp.start {
      $0.respond(to: "GET", "/door") { request in
        let right = "Basic " + Data("me:right".utf8).base64EncodedString()
        let isIn = request.headers.contains(HTTPField("Authorization", right))
        return isIn ? .text("in") : .askForPassword(realm: "door")
      }
    } _: {
      ServerApp.open(PasswordListener(row.given))
        .dataTask(with: ServerApp.url("/door"), completionHandler: ServerApp.say).resume()
    }
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.world.log.texts == row.lines)
    #expect(server.requests.count == row.requests)
  }
}
