import Testing
import UIKit
import YobanTesting

/// An app that tries the uploads again, at each launch, that have not completed.
///
/// A background transfer goes on when the app ends, and its end is reported to a later process. The faulty
/// app begins a second one for the same answers of a study. The mended app begins one only if none was
/// begun and its session has none.
private final class StudyApp: UIResponder, UIApplicationDelegate,
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
      configuration: .background(withIdentifier: "answers"), delegate: self, delegateQueue: .main)
    self.session = session
    guard UserDefaults.standard.bool(forKey: "pending") else { return true }
    switch variant {
    case .faulty: upload()  // Wrong: the upload of the last process may go on.
    case .mended:
      guard !UserDefaults.standard.bool(forKey: "begun") else { return true }
      session.getAllTasks { tasks in
        let isUnderWay = !tasks.isEmpty
        DispatchQueue.main.async {
          MainActor.assumeIsolated { if !isUnderWay { self.upload() } }
        }
      }
    }
    return true
  }

  /// The user completes a questionnaire.
  func complete() {
    guard (try? Data(count: 6_000_000).write(to: answers)) != nil else {
      return print("no space")
    }
    UserDefaults.standard.set(true, forKey: "pending")
    upload()
  }

  private var answers: URL { URL.documentsDirectory.appending(path: "answers") }

  private func upload() {
    guard UserDefaults.standard.bool(forKey: "pending") else { return }
    var request = URLRequest(url: URL(string: "https://study.example.com/answers")!)
    request.httpMethod = "POST"
    let attempt = UserDefaults.standard.integer(forKey: "attempts") + 1
    UserDefaults.standard.set(attempt, forKey: "attempts")
    request.setValue("\(attempt)", forHTTPHeaderField: "Attempt")
    session?.uploadTask(with: request, fromFile: answers).resume()
    UserDefaults.standard.set(true, forKey: "begun")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard error != nil else { return UserDefaults.standard.set(false, forKey: "pending") }
    print("failed")
    upload()
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
  static let uploadedTwice = KnownBug(
    name: "UploadedTwice", thread: "https://github.com/Sage-Bionetworks/Bridge-iOS-SDK/pull/94",
    clue: "created transfer 2 of answers",
    property: .always("no second upload begins before the first one has failed") { stage in
      // The system itself may send a request again, with the number of the same attempt.
      let attempts = stage.server!.requests.compactMap { request in
        request.headers.first { $0.name == "Attempt" }?.value
      }
      return Set(attempts).count <= stage.app.log.lines(containing: "failed").count + 1
    },
    build: { world, variant in
      let server = try world.addServer("study.example.com")
      server.respond(to: "POST", "/answers") { _ in .status(201) }
      let phone = try world.addPhone()
      phone.network.uplinkBytesPerSecond = 100_000
      let app = try phone.install(
        .making {
          StudyApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "UploadedTwice"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "complete") { (app: StudyApp) in app.complete() }
      await stage.phone.goHome()
      try await stage.world.pass(.seconds(30))
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(10))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(3))
    })
}

@Suite struct UploadedTwiceTests {
  @Test func `an upload that goes on without its app is begun again by the faulty app`()
    async throws
  {
    try await expectShown(.uploadedTwice) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "complete") { (app: StudyApp) in app.complete() }
      try await stage.world.pass(.seconds(20))
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(5))
    }
  }

  @Test func `both forms send the answers once when nothing goes wrong`() async throws {
    for variant in Variant.allCases {
      let verdict = try await play(.uploadedTwice, variant)
      #expect(verdict.brokenSince == nil)
      #expect(verdict.findings == [])
    }
  }
}
