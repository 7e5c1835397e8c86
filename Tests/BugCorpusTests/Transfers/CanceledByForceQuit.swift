import Testing
import UIKit
import YobanTesting

/// An app that uploads a video in the background.
///
/// A force-quit cancels the transfers of an app. The next launch still finds the task in getAllTasks,
/// and then gets the error -999 for it. The faulty app takes this task for one that is under way,
/// and the error for a wish of its user: the upload never ends, and the user is not
/// notified.
private final class VideoApp: UIResponder, UIApplicationDelegate,
  @preconcurrency URLSessionDataDelegate
{
  private let variant: Variant
  private var session: URLSession?
  private var eventsHandled: (() -> Void)?

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let session = URLSession(
      configuration: .background(withIdentifier: "videos"), delegate: self, delegateQueue: .main)
    self.session = session
    guard UserDefaults.standard.bool(forKey: "pending") else { return true }
    session.getAllTasks { tasks in
      let isUnderWay = !tasks.isEmpty
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          print("under way:", isUnderWay)
          if !isUnderWay { self.upload() }
        }
      }
    }
    return true
  }

  /// The user chooses a video.
  func choose() {
    guard (try? Data(count: 6_000_000).write(to: video)) != nil else { return print("no space") }
    UserDefaults.standard.set(true, forKey: "pending")
    print("chosen")
    upload()
  }

  private var video: URL { URL.documentsDirectory.appending(path: "video") }

  private func upload() {
    guard UserDefaults.standard.bool(forKey: "pending") else { return }
    var request = URLRequest(url: URL(string: "https://videos.example.com/video")!)
    request.httpMethod = "PUT"
    session?.uploadTask(with: request, fromFile: video).resume()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    print("completed", (error as? URLError)?.code.rawValue ?? 0)
    switch (error as? URLError)?.code {
    case nil: UserDefaults.standard.set(false, forKey: "pending")
    case .cancelled where variant == .faulty:
      // Wrong: this app never cancels a task, so it was the system, after a force-quit.
      break
    default: upload()
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
  static let canceledByForceQuit = KnownBug(
    name: "CanceledByForceQuit", thread: "https://github.com/tus/TUSKit/issues/200",
    clue: "urlsession.not-begun-again",
    property: .eventually(within: .minutes(30), "a chosen video is on the server") { stage in
      !stage.app.log.contains("chosen") || stage.app.isForceQuit || !stage.isOnline
        || !stage.server!.requests.isEmpty
    },
    build: { world, variant in
      let server = try world.addServer("videos.example.com")
      server.respond(to: "PUT", "/video") { _ in .status(201) }
      let phone = try world.addPhone()
      phone.network.uplinkBytesPerSecond = 100_000
      let app = try phone.install(
        .making {
          VideoApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "CanceledByForceQuit"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "choose a video") { (app: VideoApp) in app.choose() }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
    })
}

@Suite struct CanceledByForceQuitTests {
  @Test func `an upload that a force-quit canceled is begun again by the mended app only`()
    async throws
  {
    try await expectShown(.canceledByForceQuit, advice: [.urlsessionNotBegunAgain.by(.l16)]) {
      stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "choose a video") { (app: VideoApp) in app.choose() }
      try await stage.world.pass(.seconds(20))
      await stage.phone.swipeAway(stage.app)
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
    }
  }

  @Test func `both forms upload the video when nothing goes wrong`() async throws {
    try await expectQuiet(.canceledByForceQuit, prints: "completed 0")
  }
}
