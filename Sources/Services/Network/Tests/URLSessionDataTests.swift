import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests data tasks and `async` methods against a scripted server.
@Suite struct URLSessionDataTests {
  private static func url(_ path: String) -> URL { URL(string: "http://api.example.com\(path)")! }

  @Test(.world()) func `a data task and data from a URL receive the body and the status`()
    async throws
  {
    let server = try World.current.addServer("api.example.com")
    server.respond(to: "GET", "/a") { _ in .json("[1]") }
    server.respond(to: "GET", "/old") { _ in .redirect(to: "/a") }
    let fixture = try await startApp(
      AppFixture { _ in
        URLSession.shared.dataTask(with: Self.url("/a")) { data, response, error in
          print(String(decoding: data!, as: UTF8.self), (response as! HTTPURLResponse).statusCode)
        }.resume()
        Task {
          let (data, response) = try await URLSession.shared.data(from: Self.url("/old"))
          print(String(decoding: data, as: UTF8.self), response.url!.path)
        }
      }, gateway: World.current.gateway)
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.world.log.texts == ["[1] 200", "[1] /a"])
    #expect(server.requests.count == 3)
  }

  @Test(.world()) func `unknown hosts, refused connections and dropped bodies have Apple's codes`()
    async throws
  {
    let server = try World.current.addServer("api.example.com")
    server.respond(to: "GET", "/cut") { _ in .text("12345").dropped(after: 2) }
    let other = try World.current.addServer("off.example.com")
    other.isOn = false
    let fixture = try await startApp(
      AppFixture { _ in
        Task {
          for url in ["http://none.example.com/", "http://off.example.com/"] {
            do { _ = try await URLSession.shared.data(from: URL(string: url)!) } catch {
              print((error as! URLError).code.rawValue)
            }
          }
          do { _ = try await URLSession.shared.data(from: Self.url("/cut")) } catch {
            print((error as! URLError).code.rawValue)
          }
        }
      }, gateway: World.current.gateway)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["-1003", "-1004", "-1005"])
  }
}
