import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests what apps build on sessions: protocols of their own, stubs, and streams.
@Suite struct URLSessionFormsTests {
  @Test(.world()) func `a session conforms to an app's protocol of its async methods`() async throws
  {
    let (fixture, _) = try await ServerApp.start {
      $0.respond(to: "GET", "/a") { _ in .text("through the protocol") }
    } _: {
      Task {
        let client: any HTTPClient = URLSession.shared
        let (data, response) = try await client.data(for: URLRequest(url: ServerApp.url("/a")))
        ServerApp.say(data, response, nil)
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["200 through the protocol"])
  }

  @Test(.world()) func `a task is reported to the delegate when it is created`() async throws {
    let (fixture, _) = try await ServerApp.start { _ in
    } _: {
      let session = ServerApp.open(CreationListener())
      let first = session.dataTask(with: ServerApp.url("/a"))
      print("made", first.taskIdentifier)
      _ = session.downloadTask(with: ServerApp.url("/b"))
      print(openSession("background").configuration.identifier ?? "none")
    }
    #expect(fixture.world.log.texts == ["created 1", "made 1", "created 2", "background"])
  }

  // MARK: Other ways to load

  @Test(.world()) func `a URLProtocol that is inserted into the list, and asks the task, loads`()
    async throws
  {
    let (fixture, server) = try await ServerApp.start { _ in
    } _: {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses?.insert(TaskStubProtocol.self, at: 0)
      let session = URLSession(configuration: configuration)
      session.dataTask(with: ServerApp.url("/stub"), completionHandler: ServerApp.say).resume()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["203 stubbed /stub"])
    #expect(server.requests.isEmpty)
  }

  @Test(.world()) func `a URLProtocol of the configuration loads in place of the network`()
    async throws
  {
    let (fixture, server) = try await ServerApp.start { _ in
    } _: {
      let configuration = URLSessionConfiguration.default
      configuration.protocolClasses = [StubProtocol.self]
      URLSession(configuration: configuration).dataTask(
        with: ServerApp.url("/stub"), completionHandler: ServerApp.say
      ).resume()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["203 stubbed /stub"])
    #expect(server.requests.isEmpty)
  }

  @Test(.world()) func `lines of a response come as the server sends them`() async throws {
    let (fixture, _) = try await ServerApp.start {
      $0.respond(to: "GET", "/events") { _ in
        var response = HTTPExchangeResponse.text("one\ntwo\n\nthree")
        response.delivery.pauses = [.init(at: 4, .seconds(5)), .init(at: 8, .seconds(5))]
        return response
      }
    } _: {
      Task {
        let (bytes, response) = try await URLSession.shared.bytes(from: ServerApp.url("/events"))
        print((response as! HTTPURLResponse).statusCode)
        for try await line in bytes.lines { print(line) }
        print("end")
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["200", "one"])
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["200", "one", "two"])
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["200", "one", "two", "three", "end"])
  }
}

/// A protocol with which an app replaces the session in its own tests.
private protocol HTTPClient: Sendable {
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func data(from url: URL) async throws -> (Data, URLResponse)
  func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse)
}

extension URLSession: HTTPClient {}
