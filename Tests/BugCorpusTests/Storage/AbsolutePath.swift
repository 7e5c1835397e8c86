import Testing
import UIKit
import YobanTesting

/// An app that queues receipts while it is offline.
///
/// The queue of the faulty app holds the absolute path of each picture. An update of the app moves
/// its container: the path leads nowhere, and the expense is sent without its receipt. The mended
/// app stores the name of the file.
private final class ReceiptsApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidBecomeActive(_ application: UIApplication) { Task { await sendQueue() } }

  private var queue: [String] {
    get { UserDefaults.standard.stringArray(forKey: "queue") ?? [] }
    set { UserDefaults.standard.set(newValue, forKey: "queue") }
  }

  /// The user takes a picture of a receipt.
  func capture() {
    let file = URL.documentsDirectory.appending(path: "receipt.jpg")
    guard (try? Data("receipt".utf8).write(to: file, options: .atomic)) != nil else {
      return print("not captured")
    }
    switch variant {
    case .faulty: queue.append(file.path)  // Wrong: the container may be elsewhere tomorrow.
    case .mended: queue.append(file.lastPathComponent)
    }
    print("captured")
  }

  private func sendQueue() async {
    for entry in queue {
      let file =
        entry.hasPrefix("/")
        ? URL(fileURLWithPath: entry) : URL.documentsDirectory.appending(path: entry)
      let picture = (try? Data(contentsOf: file)) ?? Data()
      var request = URLRequest(url: URL(string: "https://expenses.example.com/expense")!)
      request.httpMethod = "POST"
      guard (try? await URLSession.shared.upload(for: request, from: picture)) != nil else {
        return
      }
      print("sent")
      queue.removeAll { $0 == entry }
    }
  }
}

extension KnownBug {
  static let absolutePath = KnownBug(
    name: "AbsolutePath", thread: "https://github.com/Expensify/App/issues/97979",
    clue: "file.old-container",
    property: .always("no expense is sent without its receipt") { stage in
      stage.server!.requests.allSatisfy { !$0.body.isEmpty }
    },
    build: { world, variant in
      let server = try world.addServer("expenses.example.com")
      server.respond(to: "POST", "/expense") { _ in .status(201) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          ReceiptsApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "AbsolutePath"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      try await stage.captureOffline()
      try await stage.openOnline()
    })
}

extension Stage {
  fileprivate func captureOffline() async throws {
    phone.network.path = .offline
    await phone.open(app)
    await phone.touch(app, "take a picture") { (app: ReceiptsApp) in app.capture() }
    await phone.goHome()
    try await world.pass(.hours(1))
  }

  fileprivate func openOnline() async throws {
    phone.network.path = .wifi
    await phone.open(app)
    try await world.pass(.minutes(1))
  }
}

@Suite struct AbsolutePathTests {
  @Test func `a receipt that waits over an update is sent by the mended app only`() async throws {
    try await expectShown(.absolutePath, findings: [.fileOldContainer.by(.dp10)]) { stage in
      try await stage.captureOffline()
      try stage.phone.update(stage.app)
      try await stage.openOnline()
    }
  }

  @Test func `both forms send the receipt when nothing goes wrong`() async throws {
    try await expectQuiet(.absolutePath, prints: "sent")
  }
}
