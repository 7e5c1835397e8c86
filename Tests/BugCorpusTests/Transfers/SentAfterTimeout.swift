import Testing
import UIKit
import YobanTesting

/// An app that sends an order, and sends it again if it gets no answer.
///
/// A request without an answer may have arrived. Each try of the faulty app is a new order for the
/// server; the tries of the mended app carry the same key, by which the server recognizes them.
private final class OrderApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidBecomeActive(_ application: UIApplication) { Task { await send() } }

  /// The user orders.
  func order() {
    UserDefaults.standard.set(UUID().uuidString, forKey: "order")
    Task { await send() }
  }

  private func send() async {
    guard let order = UserDefaults.standard.string(forKey: "order") else { return }
    var request = URLRequest(url: URL(string: "https://orders.example.com/order")!)
    request.httpMethod = "POST"
    let key =
      switch variant {
      case .faulty: UUID().uuidString  // Wrong: the last try may have arrived.
      case .mended: order
      }
    request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    do {
      _ = try await URLSession.shared.upload(for: request, from: Data("order".utf8))
      UserDefaults.standard.removeObject(forKey: "order")
      print("ordered")
    } catch {
      print("no answer")
    }
  }
}

extension KnownBug {
  static let sentAfterTimeout = KnownBug(
    name: "SentAfterTimeout",
    thread: "https://github.com/microsoft/appcenter-sdk-apple/issues/1810",
    clue: "created transfer 2 of default",
    property: .always("the server has at most one order") { stage in
      let keys = stage.server!.requests.compactMap { request in
        request.headers.first { $0.name.lowercased() == "idempotency-key" }?.value
      }
      return Set(keys).count <= 1
    },
    build: { world, variant in
      let server = try world.addServer("orders.example.com")
      server.respond(to: "POST", "/order") { _ in .status(201).after(.seconds(5)) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          OrderApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "SentAfterTimeout"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "order") { (app: OrderApp) in app.order() }
      try await stage.world.pass(.minutes(1))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(5))
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct SentAfterTimeoutTests {
  @Test func `an order whose answer is lost arrives twice from the faulty app`() async throws {
    try await expectShown(.sentAfterTimeout) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "order") { (app: OrderApp) in app.order() }
      try await stage.world.wait(for: "the request", atMost: .minutes(1)) {
        !stage.server!.requests.isEmpty
      }
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms order once when nothing goes wrong`() async throws {
    try await expectQuiet(.sentAfterTimeout, prints: "ordered")
  }
}
