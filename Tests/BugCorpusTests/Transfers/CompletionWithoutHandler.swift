import Testing
import UIKit
import YobanTesting

/// An app that uploads photos in the background and keeps a handler for each task.
///
/// In a new process the handlers are rebuilt from getAllTasks, which answers later. A task that has
/// completed meanwhile is reported before its handler exists: the faulty app finds no handler and
/// drops the completion.
private final class PhotoApp: UIResponder, UIApplicationDelegate,
  @preconcurrency URLSessionDataDelegate
{
  private let variant: Variant
  private var session: URLSession?
  private var handlers: [Int: (String) -> Void] = [:]
  private var eventsHandled: (() -> Void)?

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let session = URLSession(
      configuration: .background(withIdentifier: "photos"), delegate: self, delegateQueue: .main)
    self.session = session
    session.getAllTasks { tasks in
      let identifiers = tasks.map(\.taskIdentifier)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          for identifier in identifiers { self.handlers[identifier] = self.finished }
        }
      }
    }
    return true
  }

  /// The user chooses a photo.
  func choose() {
    let photo = URL.documentsDirectory.appending(path: "photo")
    guard (try? Data(count: 6_000_000).write(to: photo)) != nil else { return print("no space") }
    var request = URLRequest(url: URL(string: "https://photos.example.com/photo")!)
    request.httpMethod = "PUT"
    guard let task = session?.uploadTask(with: request, fromFile: photo) else { return }
    task.taskDescription = "photo"
    handlers[task.taskIdentifier] = finished
    task.resume()
  }

  private func finished(_ name: String) { print("finished", name) }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard error == nil else { return choose() }
    let name = task.taskDescription ?? ""
    switch variant {
    case .faulty:
      // Wrong: the table of this process may not have been rebuilt yet.
      handlers.removeValue(forKey: task.taskIdentifier)?(name)
    case .mended: finished(name)
    }
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    eventsHandled = completionHandler
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    eventsHandled?()
    eventsHandled = nil
  }
}

extension KnownBug {
  static let completionWithoutHandler = KnownBug(
    name: "CompletionWithoutHandler",
    thread: "https://github.com/AFNetworking/AFNetworking/issues/3976",
    clue: "didCompleteWithError, task 1 of photos, no error",
    property: .eventually(within: .minutes(30), "a photo on the server is marked as finished") {
      stage in
      stage.server!.requests.isEmpty || stage.app.isForceQuit || !stage.phone.isUp
        || stage.app.log.contains("finished")
    },
    build: { world, variant in
      let server = try world.addServer("photos.example.com")
      server.respond(to: "PUT", "/photo") { _ in .status(201) }
      let phone = try world.addPhone()
      phone.network.uplinkBytesPerSecond = 100_000
      let app = try phone.install(
        .making { PhotoApp(variant) },
        infoPlist: InfoPlist(["CFBundleName": "CompletionWithoutHandler"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "choose a photo") { (app: PhotoApp) in app.choose() }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
    })
}

@Suite struct CompletionWithoutHandlerTests {
  @Test func `a completion in a new process is lost by the faulty app`() async throws {
    try await expectShown(
      .completionWithoutHandler, adviceToBoth: [.urlsessionEndedBeforeList.by(.ft7)]
    ) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "choose a photo") { (app: PhotoApp) in app.choose() }
      await stage.phone.goHome()
      try await stage.world.pass(.seconds(20))
      stage.phone.jetsam(stage.app)
      try await stage.world.pass(.minutes(5))
    }
  }

  @Test func `both forms finish the photo when nothing goes wrong`() async throws {
    try await expectQuiet(.completionWithoutHandler, prints: "finished photo")
  }
}
