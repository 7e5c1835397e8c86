import Foundation
import UIKit
import YobanTesting

/// A background session of an app. Prints how its tasks end, and completes its events.
final class Uploader: NSObject, URLSessionTaskDelegate, @unchecked SimulationConfined {
  private let then: @MainActor @Sendable (Uploader) -> Void
  private(set) var session: URLSession!
  /// The handler of the events for which the app was called.
  var completion: (() -> Void)?

  /// - Parameter then: called after each finished task.
  @MainActor init(
    _ identifier: String = "uploads", _ set: (URLSessionConfiguration) -> Void = { _ in },
    then: @escaping @MainActor @Sendable (Uploader) -> Void = { _ in }
  ) {
    self.then = then
    super.init()
    let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
    set(configuration)
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
    Kept.of(identifier, self)
  }

  @MainActor static var current: Uploader { named("uploads") }
  @MainActor static func named(_ identifier: String) -> Uploader { Kept.get(identifier)! }

  static func file(_ name: String) -> URL { URL.documentsDirectory.appending(path: name) }

  @discardableResult
  func upload(bytes: Int, name: String = "chunk") -> URLSessionUploadTask {
    let file = Self.file(name)
    try! Data(count: bytes).write(to: file)
    var request = URLRequest(url: URL(string: "http://collector/\(name)")!)
    request.httpMethod = "PUT"
    let task = session.uploadTask(with: request, fromFile: file)
    task.resume()
    return task
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error = error as? URLError {
      let reason = error.backgroundTaskCancelledReason.map { ", reason \($0.rawValue)" } ?? ""
      print("failed \(task.taskIdentifier) \(error.code.rawValue)\(reason)")
    } else {
      let response = task.response as? HTTPURLResponse
      print("done \(task.taskIdentifier) \(response?.statusCode ?? 0)")
    }
    MainActor.assumeIsolated { then(self) }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    print("all events")
    completion?()
    completion = nil
  }
}

/// An app that creates its session at launch, as it should.
///
/// - Parameters:
///   - callsHandler: whether the app completes the events of its session.
///   - then: called after each finished task.
func uploadingApp(
  _ set: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in },
  callsHandler: Bool = true,
  then: @escaping @MainActor @Sendable (Uploader) -> Void = { _ in }
) -> AppFixture {
  var app = AppFixture { _ in _ = Uploader("uploads", set, then: then) }
  app.sessionEvents = { identifier, completion in
    print("events \(identifier)")
    if callsHandler { Uploader.named(identifier).completion = completion }
  }
  return app
}

/// A slow uplink, so that small files take long: `bytesPerSecond`, and a latency of 40 ms.
enum SlowUplink {
  static let bytesPerSecond = 2_000

  static func set(on phone: Phone) {
    phone.network.uplinkBytesPerSecond = Int64(bytesPerSecond)
    phone.network.latency = .milliseconds(40)
  }

  static func time(of bytes: Int) -> Duration {
    .milliseconds(40) + .nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(bytesPerSecond))
  }
}

extension Phone {
  /// Makes the uplink slow, and opens an app.
  func start(_ app: AppFixture = uploadingApp()) async throws -> InstalledApp {
    SlowUplink.set(on: self)
    let app = try install(app)
    await open(app)
    return app
  }

  /// As `start`, with an app that location keeps running in the background.
  func startLocated() async throws -> InstalledApp {
    var fixture = AppFixture.keptByLocation { _ in _ = Uploader() }
    fixture.sessionEvents = uploadingApp().sessionEvents
    SlowUplink.set(on: self)
    let app = try installWithLocation(fixture)
    await open(app)
    return app
  }

  /// Begins uploads of an app, one file for each name.
  func upload(_ app: InstalledApp, bytes: Int, names: [String] = ["chunk"]) async {
    await touch(app, "upload") {
      for name in names { Uploader.current.upload(bytes: bytes, name: name) }
    }
  }
}
