import Foundation
import Testing
import UIKit
import YobanTesting

/// Prints the dates of metrics, in milliseconds since 22:00 of the day on which a simulation begins.
private final class MetricsListener: NSObject, URLSessionTaskDelegate, @unchecked SimulationConfined
{
  static let start = 1_705_356_000.0
  /// The handler of the events for which the app was called.
  var completion: (() -> Void)?

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { completion?() }

  private func milliseconds(_ date: Date?) -> String {
    date.map { "\(Int((($0.timeIntervalSince1970 - Self.start) * 1_000).rounded()))" } ?? "nil"
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    for transaction in metrics.transactionMetrics {
      print(
        "metrics \(task.taskIdentifier): request", milliseconds(transaction.requestStartDate), "to",
        milliseconds(transaction.requestEndDate) + ", response",
        milliseconds(transaction.responseStartDate), "to",
        milliseconds(transaction.responseEndDate) + ",", transaction.countOfRequestBodyBytesSent,
        "and", transaction.countOfResponseBodyBytesReceived, "bytes")
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) { print("end \(task.taskIdentifier)", (error as? URLError)?.code.rawValue ?? 0) }
}

/// The times of transfers that a delegate receives.
@Suite(.world()) struct TransferMetricsTests {
  private static func open(
    _ configuration: @escaping @MainActor @Sendable () -> URLSessionConfiguration
  ) -> AppFixture {
    var fixture = AppFixture { _ in
      let listener = MetricsListener()
      Kept.of("listener", listener)
      Kept.of(
        "session",
        URLSession(configuration: configuration(), delegate: listener, delegateQueue: .main))
    }
    fixture.sessionEvents = { _, completion in
      Kept.get("listener", as: MetricsListener.self)!.completion = completion
    }
    return fixture
  }

  /// A server that begins to answer after 300 ms, and 2,000 bytes per second to it.
  private static func gateway() -> FakeGateway {
    FakeGateway { (_) throws(HTTPExchangeError) in
      var response = HTTPExchangeResponse(
        status: 200, headers: [], body: Array(repeating: 1, count: 10))
      response.delivery.delay = .milliseconds(300)
      return response
    }
  }

  @MainActor private static func upload(_ bytes: Int, _ name: String, host: String = "collector") {
    let file = URL.documentsDirectory.appending(path: name)
    try! Data(count: bytes).write(to: file)
    var request = URLRequest(url: URL(string: "http://\(host)/\(name)")!)
    request.httpMethod = "PUT"
    Kept.get("session", as: URLSession.self)!.uploadTask(with: request, fromFile: file).resume()
  }

  @Test func `a background session tells when a request was sent and its answer came, also later`()
    async throws
  {
    let world = try World.current
    world.gateway = Self.gateway()
    let phone = try world.addPhone()
    let app = try await phone.start(Self.open { .background(withIdentifier: "uploads") })
    let start = Int((phone.date.timeIntervalSince1970 - MetricsListener.start) * 1_000)
    await phone.touch(app, "upload") {
      Self.upload(2_000, "one")
      Self.upload(4_000, "two")
    }
    await phone.goHome()
    // The app is suspended long before the second answer is there, and the clock is set before it is notified.
    try await world.pass(.milliseconds(2_000))
    phone.setClock(by: .seconds(3_600))
    try await world.pass(.seconds(60))
    let lines = app.log.texts.filter { $0.hasPrefix("metrics") || $0.hasPrefix("end") }
    let moments = lines.map { line in
      line.split(separator: " ").compactMap { Int($0.filter { $0.isNumber }) }
    }
    try #require(lines.count == 4)
    #expect(lines[1].hasPrefix("end 1 0") && lines[3].hasPrefix("end 2 0"))
    let touch = moments[0][1] - start
    // The uplink takes 1 s for the first file and then 2 s for the second one. The way takes 40 ms, and the server 300.
    #expect((0..<2_000).contains(touch))
    #expect(
      moments[0].dropFirst() == [
        start + touch, start + touch + 1_000, start + touch + 1_340, start + touch + 1_340, 2_000,
        10,
      ])
    // When the second file was sent and its answer came, the clock of the phone was an hour ahead.
    #expect(
      moments[2].dropFirst() == [
        start + touch + 1_000, start + touch + 3_603_000, start + touch + 3_603_340,
        start + touch + 3_603_340, 4_000, 10,
      ])
  }

  @Test func `what has not happened has no date`() async throws {
    let world = try World.current
    world.gateway = FakeGateway { (_) throws(HTTPExchangeError) in throw .cannotFindHost }
    let phone = try world.addPhone()
    let app = try await phone.start(Self.open { .background(withIdentifier: "uploads") })
    await phone.touch(app, "upload") { Self.upload(2_000, "one") }
    try await world.pass(.seconds(10))
    let line = try #require(app.log.texts.first { $0.hasPrefix("metrics") })
    #expect(line.contains("response nil to nil"))
    #expect(app.log.texts.last == "end 1 -1003")
  }

  @Test func `a blocked main thread does not make the times of a transfer later`() async throws {
    let world = try World.current
    world.gateway = Self.gateway()
    let phone = try world.addPhone()
    let app = try await phone.start(Self.open { .default })
    await phone.touch(app, "upload") {
      Self.upload(2_000, "one")
      Thread.sleep(forTimeInterval: 5)
    }
    try await world.pass(.seconds(10))
    let line = try #require(app.log.texts.first { $0.hasPrefix("metrics") })
    let moments = line.split(separator: " ").compactMap { Int($0.filter { $0.isNumber }) }
    #expect(moments[2] - moments[1] == 1_000 && moments[3] - moments[1] == 1_340)
  }
}
