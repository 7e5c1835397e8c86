import Foundation
import Testing
import UIKit
import YobanTesting

/// An app that sends requests to a scripted server.
enum ServerApp {
  static let host = "api.example.com"

  static func url(_ path: String) -> URL { URL(string: "http://\(host)\(path)")! }

  /// Starts an app that runs `body`, with a server that the routes are added to.
  static func start(
    _ routes: (ScriptedServer) -> Void, _ body: @escaping @MainActor @Sendable () -> Void
  ) async throws -> (WorldFixture, ScriptedServer) {
    let server = try World.current.addServer(host)
    routes(server)
    let fixture = try await startApp(
      AppFixture { _ in body() }, gateway: World.current.gateway)
    return (fixture, server)
  }

  @MainActor static func open(_ delegate: some URLSessionDelegate) -> URLSession {
    let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: .main)
    Kept.of("session", session)
    return session
  }

  static func say(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    if let error { return print("error", (error as? URLError)?.code.rawValue ?? 0) }
    print((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data!, as: UTF8.self))
  }
}
