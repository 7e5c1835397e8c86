import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// An app's session, in place of WatchConnectivity's. It prints each event.
final class Talker: WatchLinkEventReceiver, @unchecked SimulationConfined {
  unowned let launch: TestLaunch
  private(set) var client: WatchLinkClient!
  var hasDelegate = true
  /// Returns the reply to a message. Nil: it never replies.
  var answer: (@Sendable (String) -> String?)? = { "re \($0)" }
  /// Whether the app moves received files in time.
  var movesFiles = true
  var implementsMessages = true

  @discardableResult
  init(_ launch: TestLaunch, activates: Bool = true) {
    self.launch = launch
    client = launch.device.watchLink.openSession(for: launch.process, self)
    launch.kept.append(self)
    if activates { client.activate() }
  }

  /// The session of the launch whose code is running.
  static var current: Talker { TestLaunch.current.kept.lazy.compactMap { $0 as? Talker }.first! }

  // MARK: WatchLinkEventReceiver

  func activated(_ state: WatchLinkActivation, _ error: WatchLinkError?) {
    print("activated \(state)\(error.map { " \($0.rawValue)" } ?? "")")
  }

  func changed(_ event: WatchLinkChange) {
    switch event {
    case .reachability: print(client.isReachable ? "reachable" : "unreachable")
    case .watchState, .companionInstalled:
      print(
        "\(event) \(client.isPaired) \(client.isCounterpartInstalled) \(client.isComplicationEnabled)"
      )
    case .becameInactive, .deactivated: print(event.rawValue)
    }
  }

  func received(_ delivery: WatchLinkDelivery) {
    var isImplemented = true
    switch delivery.content {
    case .userInfo(let data): print("info \(text(data))")
    case .applicationContext(let data): print("context \(text(data))")
    case .file(let url, let metadata): take(url, metadata)
    case .message(let data, _, let reply):
      isImplemented = implementsMessages
      if implementsMessages {
        print("message \(text(data))")
        if let reply, let words = answer?(text(data)) { reply(.success(Data(words.utf8))) }
      }
    case .finished(let transfer, let error):
      print("done \(transfer.item.rawValue)\(error.map { " \($0.rawValue)" } ?? "")")
    }
    client.handled(delivery, isImplemented: isImplemented)
  }

  private func take(_ url: URL, _ metadata: Data?) {
    print(
      "file \(url.lastPathComponent) \(bytes(url))\(metadata.map { " \(text($0))" } ?? "")")
    guard movesFiles else { return }
    let place = launch.process.app.container.documents.appending(path: UUID().uuidString)
    try? FileManager.default.moveItem(at: url, to: place)
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
  private func bytes(_ url: URL) -> Int { (try? Data(contentsOf: url))?.count ?? -1 }

  // MARK: Calls of the app

  func send(_ words: String, wantsReply: Bool = true) {
    client.send(.success(Data(words.utf8)), .data, wantsReply: wantsReply) { result in
      switch result {
      case .success(let data): print("reply \(String(decoding: data, as: UTF8.self))")
      case .failure(let error): print("error \(error.rawValue)")
      }
    }
  }

  func transfer(_ words: String) { client.transferUserInfo(.success(Data(words.utf8))) }

  func update(_ words: String) {
    do {
      try client.updateApplicationContext(.success(Data(words.utf8)))
    } catch {
      print("error \(error.rawValue)")
    }
  }

  /// Creates a file with this number of bytes and queues it.
  func transferFile(_ name: String, bytes: Int = 300_000) {
    let url = launch.process.app.container.documents.appending(path: name)
    try? Data(count: bytes).write(to: url)
    client.transferFile(url, metadata: nil)
  }
}

/// A watch and a phone with the two counterparts of an app.
struct Couple: @unchecked SimulationConfined {
  let world: World
  let watch: Watch
  let phone: Phone
  let watchApp: InstalledApp
  let phoneApp: InstalledApp

  /// Opens both apps in the foreground.
  func openBoth() async throws {
    await phone.open(phoneApp)
    await watch.open(watchApp)
    try await sleep(2)
  }

  func onWatch(_ body: @escaping @Sendable (Talker) -> Void) async {
    await watch.touch(watchApp, "test") { body(.current) }
  }
  func onPhone(_ body: @escaping @Sendable (Talker) -> Void) async {
    await phone.touch(phoneApp, "test") { body(.current) }
  }

  /// Moves the watch out of range of Bluetooth, without Wi-Fi.
  func part() {
    phone.network.path = .cellular
    watch.place = Place(x: 500)
  }
  func meet() { watch.place = .origin }
}

/// The two counterparts of the app.
enum CoupleApp {
  static let phone = "Phone"
  static let watch = "Watch"

  static func phoneApp(
    _ launched: @escaping @Sendable (TestLaunch) -> Void = { Talker($0) }
  ) -> TestApp {
    var app = TestApp()
    app.name = phone
    return app.on(.didFinishLaunching) { launched($0) }
  }

  static func watchApp(
    companion: String? = "example.Phone",
    _ launched: @escaping @Sendable (TestLaunch) -> Void = { Talker($0) }
  ) -> TestApp {
    var app = TestApp()
    app.name = watch
    app.kind = .watch
    if let companion { app.info["WKCompanionAppBundleIdentifier"] = companion }
    return app.on(.didFinishLaunching) { launched($0) }
  }
}

/// Runs a scenario with a watch and its phone side by side, over Bluetooth.
@discardableResult
func withCouple(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10, _ model: WatchModel? = nil,
  mode: WatchLinkPolicy.Mode = .documented, phoneApp: TestApp = CoupleApp.phoneApp(),
  watchApp: TestApp = CoupleApp.watchApp(),
  change: @escaping @Sendable (inout WatchLinkPolicy) -> Void = { _ in },
  changeWatch: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Couple) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    let phone = try world.addPhone("phone", .iPhone(iOS: .iOS(of: version)))
    var profile = DeviceProfile.watch(watchOS: version, model)
    profile.watchLink!.mode = mode
    change(&profile.watchLink!)
    changeWatch(&profile)
    let watch = try world.addWatch("watch", profile)
    try world.pair(watch, with: phone)
    try await scenario(
      Couple(
        world: world, watch: watch, phone: phone, watchApp: try watch.install(watchApp.definition),
        phoneApp: try phone.install(phoneApp.definition)))
  }
  return world
}

extension World {
  func linkEvents(of device: String? = nil) -> [TraceEvent.WatchLinkEvent] {
    trace.events.compactMap { event in
      guard device == nil || event.device == device, let event = event.kind.watchLink
      else { return nil }
      return event
    }
  }
}
