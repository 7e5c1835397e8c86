import Testing
import UIKit
import YobanTesting

/// An app that uploads a picture from a temporary copy.
///
/// The faulty app deletes the copy some seconds after it has begun the task. When the transfer cannot be sent
/// at once, because there is no network, its file is gone at the time when it can.
private final class ShopApp: UIResponder, UIApplicationDelegate,
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
    session = URLSession(
      configuration: .background(withIdentifier: "pictures"), delegate: self, delegateQueue: .main)
    return true
  }

  private var copy: URL { URL.documentsDirectory.appending(path: "copy") }

  /// The user adds a picture to a product.
  func add() {
    guard (try? Data(count: 3_000_000).write(to: copy)) != nil else { return print("no space") }
    upload()
    print("added")
  }

  private func upload() {
    guard FileManager.default.isReadableFile(atPath: copy.path) else { return }
    var request = URLRequest(url: URL(string: "https://shop.example.com/picture")!)
    request.httpMethod = "PUT"
    session?.uploadTask(with: request, fromFile: copy).resume()
    switch variant {
    case .faulty:
      // Wrong: the system reads the file when it sends it, which can be hours later.
      DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
        try? FileManager.default.removeItem(at: self.copy)
      }
    case .mended: break
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    print("completed", (error as? URLError)?.code.rawValue ?? 0)
    if error == nil { try? FileManager.default.removeItem(at: copy) } else { upload() }
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
  static let deletedBeforeUpload = KnownBug(
    name: "DeletedBeforeUpload",
    thread: "https://github.com/woocommerce/woocommerce-ios/pull/15277",
    clue: "deletes Documents/copy",
    property: .eventually(within: .minutes(30), "an added picture is on the server") { stage in
      !stage.app.log.contains("added") || stage.app.isForceQuit || !stage.isOnline
        || stage.server!.requests.contains { $0.body.count == 3_000_000 }
    },
    build: { world, variant in
      let server = try world.addServer("shop.example.com")
      server.respond(to: "PUT", "/picture") { _ in .status(201) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          ShopApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "DeletedBeforeUpload"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(20))
      await stage.phone.touch(stage.app, "add a picture") { (app: ShopApp) in app.add() }
      try await stage.world.pass(.seconds(20))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
    })
}

@Suite struct DeletedBeforeUploadTests {
  @Test func `a picture that waits for the network is sent by the mended app only`() async throws {
    try await expectShown(.deletedBeforeUpload) { stage in
      stage.phone.network.path = .offline
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "add a picture") { (app: ShopApp) in app.add() }
      try await stage.world.pass(.minutes(1))
      stage.phone.network.path = .wifi
      try await stage.world.pass(.minutes(5))
    }
  }

  @Test func `both forms send the picture when nothing goes wrong`() async throws {
    try await expectQuiet(.deletedBeforeUpload, prints: "completed 0")
  }
}
