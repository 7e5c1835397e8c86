import Foundation
import PushKit
import Testing
import UIKit
import WatchKit
import YobanTesting

/// The registry of an app for complication pushes. It prints what it receives.
private final class ComplicationRegistry: NSObject, PKPushRegistryDelegate {
  private let registry = PKPushRegistry(queue: nil)
  private let completes: Bool
  /// The number of a push that it completes twice.
  private let twice: Int?

  init(completes: Bool, twice: Int? = nil) {
    self.completes = completes
    self.twice = twice
    super.init()
    registry.delegate = self
    registry.desiredPushTypes = [.complication]
  }

  /// Removes the type.
  func stop() { registry.desiredPushTypes = [] }

  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
  ) {
    let isSame = registry.pushToken(for: .complication) == pushCredentials.token
    print("token \(pushCredentials.token.count) \(isSame) \(type == .complication)")
  }

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping @Sendable () -> Void
  ) {
    let number = payload.dictionaryPayload["n"] as? Int ?? -1
    print("push \(number) \(type == .complication)")
    if completes || number == twice { completion() }
    if number == twice { completion() }
  }

  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
    print("invalid \(type == .complication)")
  }
}

/// The same with the asynchronous method.
private final class AsyncComplicationRegistry: NSObject, PKPushRegistryDelegate {
  private let registry = PKPushRegistry(queue: .main)

  override init() {
    super.init()
    registry.delegate = self
    registry.desiredPushTypes = [.complication]
  }

  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
  ) {}

  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType
  ) async {
    print("push \(payload.dictionaryPayload["n"] as? Int ?? -1)")
    try? await Task.sleep(for: .seconds(5))
  }
}

/// Pushes of the type complication to watches and phones (WC9).
@Suite(.world()) struct ComplicationPushTests {
  private struct Fixture {
    let world: World
    let watch: Watch
    let app: InstalledApp

    /// The number of pushes that the app received.
    var received: Int { app.log.texts.count { $0.hasPrefix("push") } }
    var dropped: [TraceEvent.WatchLinkEvent] {
      world.linkEvents().filter { if case .droppedPush = $0 { true } else { false } }
    }
  }

  /// Installs a watch app that registers for pushes in each launch, opens it, and goes to the watch face.
  private func start(
    watchOS version: SystemVersion = 10, entitlements: Entitlements = ["aps-environment"],
    isOnFace: Bool = true,
    _ launched: @escaping @MainActor @Sendable () -> Void = {
      Kept.of("registry", ComplicationRegistry(completes: true))
    }
  ) async throws -> Fixture {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil, watchOS: version)
    watch.power.isCharging = true
    let app = try watch.install(
      .making { LaunchingWatchDelegate(launched) }, entitlements: entitlements)
    if isOnFace { watch.activeComplications = [app] }
    await watch.open(app)
    try await world.pass(.seconds(5))
    await watch.pressCrown()
    try await world.pass(.seconds(60))
    return Fixture(world: world, watch: watch, app: app)
  }

  // MARK: Delivery

  @Test func `a push launches a watch app whose complication is on the face (WC9)`() async throws {
    let fixture = try await start()
    fixture.watch.jetsam(fixture.app)
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.state == .suspended, "it has completed the push")
    #expect(fixture.app.log.texts == ["token 32 true true", "push 1 true"])
    #expect(fixture.world.moments { $0 == .launched(.complicationPush) }.count == 1)
    #expect(fixture.world.findings.isEmpty)
  }

  @Test func `a push for a complication that is not on the face is discarded (WC9)`() async throws {
    let fixture = try await start(isOnFace: false)
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.received == 0 && fixture.dropped.count == 1)
    fixture.watch.activeComplications = [fixture.app]
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.received == 0, "it is not kept")
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 2])
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.received == 1 && fixture.dropped.count == 1)
  }

  @Test func `an app that does not complete a push runs for 30 s (WC9)`() async throws {
    let fixture = try await start { Kept.of("registry", ComplicationRegistry(completes: false)) }
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    try await fixture.world.pass(.seconds(29))
    #expect(fixture.app.state == .background && fixture.received == 1)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.state == .suspended)
  }

  @Test func `a second completion of a push does not complete another push (WC9)`() async throws {
    let fixture = try await start {
      Kept.of("registry", ComplicationRegistry(completes: false, twice: 2))
    }
    for n in 1...2 {
      try fixture.watch.pushComplication(to: fixture.app, payload: ["n": n])
      try await fixture.world.pass(.seconds(1))
    }
    try await fixture.world.pass(.seconds(20))
    #expect(fixture.app.state == .background && fixture.received == 2)
  }

  @Test func `an asynchronous delegate completes a push when it returns (WC9)`() async throws {
    let fixture = try await start { Kept.of("registry", AsyncComplicationRegistry()) }
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 7])
    try await fixture.world.pass(.seconds(4))
    #expect(fixture.app.state == .background && fixture.app.log.texts == ["push 7"])
    try await fixture.world.pass(.seconds(6))
    #expect(fixture.app.state == .suspended)
  }

  @Test func `the pushes of a day after the 50th are discarded, with advice (WC9)`() async throws {
    let fixture = try await start()
    for n in 1...53 {
      try fixture.watch.pushComplication(to: fixture.app, payload: ["n": n])
      try await fixture.world.pass(.seconds(5))
    }
    #expect(fixture.received == 50 && fixture.dropped.count == 3)
    #expect(fixture.app.log.texts.last == "push 50 true")
    #expect(fixture.world.findings.isEmpty)
    #expect(fixture.world.trace.advice.map(\.name).contains("wc.complication-push-limit"))
    try await fixture.world.pass(.hours(24))
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 54])
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.received == 51)
  }

  @Test func `the pushes of a day count from midnight UTC on (WC9)`() async throws {
    let fixture = try await start()
    // A world begins at 22:00 UTC.
    try await fixture.world.pass(.minutes(110))
    for n in 1...51 { try fixture.watch.pushComplication(to: fixture.app, payload: ["n": n]) }
    #expect(fixture.dropped.count == 1)
    try await fixture.world.pass(.minutes(15))
    for n in 1...51 { try fixture.watch.pushComplication(to: fixture.app, payload: ["n": n]) }
    #expect(fixture.dropped.count == 2)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.received == 100)
  }

  @Test func `an app that registers without a network gets its token with the network (WC9)`()
    async throws
  {
    let fixture = try await start {}
    fixture.watch.network.path = .offline
    await fixture.watch.open(fixture.app)
    await fixture.watch.touch(fixture.app, "register") {
      Kept.of("registry", ComplicationRegistry(completes: true))
    }
    try await fixture.world.pass(.minutes(5))
    #expect(fixture.app.log.texts.isEmpty)
    fixture.watch.network.path = .wifi
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.log.texts == ["token 32 true true"])
  }

  @Test func `the newest push waits for a watch that is offline (WC9)`() async throws {
    let fixture = try await start()
    fixture.watch.network.path = .offline
    for n in 1...3 { try fixture.watch.pushComplication(to: fixture.app, payload: ["n": n]) }
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.received == 0 && fixture.dropped.count == 2)
    fixture.watch.network.path = .wifi
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.log.texts.filter { $0.hasPrefix("push") } == ["push 3 true"])
  }

  // MARK: Registration

  @Test(arguments: [(SystemVersion(5), false), (6, true)])
  func `a watch has complication pushes from watchOS 6 on (WC9)`(
    _ version: SystemVersion, _ has: Bool
  ) async throws {
    let fixture = try await start(watchOS: version)
    #expect(fixture.app.log.texts == (has ? ["token 32 true true"] : []))
    if has { return try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1]) }
    #expect(throws: PushError.noComplicationToken) {
      try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    }
  }

  @Test func `without the entitlement there is no token, and a finding (WC9)`() async throws {
    let fixture = try await start(entitlements: [])
    #expect(fixture.app.log.texts == [])
    #expect(fixture.world.findings.are([.wcComplicationPushNotEntitled.by(.wc9)]))
  }

  @Test func `a removed type invalidates the token (WC9)`() async throws {
    let fixture = try await start()
    await fixture.watch.open(fixture.app)
    await fixture.watch.touch(fixture.app, "stop") {
      Kept.get("registry", as: ComplicationRegistry.self)!.stop()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts.last == "invalid true")
    #expect(throws: PushError.noComplicationToken) {
      try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    }
  }

  @Test func `a payload that the push service refuses is an error (WC9)`() async throws {
    let fixture = try await start()
    let filler = "{\"a\":\"\"}".utf8.count
    func payload(_ bytes: Int) -> String {
      "{\"a\":\"\(String(repeating: "x", count: bytes - filler))\"}"
    }
    try fixture.watch.pushComplication(to: fixture.app, payload: payload(4_096))
    #expect(throws: PushError.tooLong(bytes: 4_097, limit: 4_096)) {
      try fixture.watch.pushComplication(to: fixture.app, payload: payload(4_097))
    }
    #expect(throws: PushError.noObject) {
      try fixture.watch.pushComplication(to: fixture.app, payload: "[1]")
    }
  }

  @Test func `a launch without a registry is a finding (WC9)`() async throws {
    let fixture = try await start {
      // Wrong: only a launch by the user creates the registry.
      guard WKApplication.shared().applicationState != .background else { return }
      Kept.of("registry", ComplicationRegistry(completes: true))
    }
    #expect(fixture.app.log.texts == ["token 32 true true"])
    fixture.watch.jetsam(fixture.app)
    try fixture.watch.pushComplication(to: fixture.app, payload: ["n": 1])
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.received == 0)
    #expect(fixture.world.findings.are([.wcComplicationPushRegistry.by(.wc9)]))
  }

  // MARK: Phones

  @Test(arguments: [(SystemVersion(5), true, []), (5, false, []), (6, true, [true])])
  func `an iPhone app receives pushes for the complication of its watch app (WC9)`(
    _ version: SystemVersion, _ isOnFace: Bool, _ advice: [Bool]
  ) async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: .iOS(of: version))
    let watch = try world.addWatch(pairedWith: phone, watchOS: version)
    let watchApp = try watch.install(
      .making { LaunchingWatchDelegate {} },
      infoPlist: InfoPlist(["WKCompanionAppBundleIdentifier": "example.vendor.scripted"]))
    var code = AppFixture { _ in
      Kept.of("registry", ComplicationRegistry(completes: true))
    }
    code.entitlements = ["aps-environment"]
    let app = try phone.install(code)
    if isOnFace { watch.activeComplications = [watchApp] }
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.goHome()
    try await world.pass(.seconds(60))
    phone.jetsam(app)
    try phone.pushComplication(to: app, payload: ["n": 3])
    try await world.pass(.seconds(10))
    #expect(
      app.log.texts == ["token 32 true true"] + (isOnFace ? ["push 3 true"] : []))
    #expect(
      world.trace.advice.map(\.name).filter { $0.hasPrefix("wc.") }.map { $0.hasSuffix("phone") }
        == advice + (isOnFace ? advice : []))
  }
}

/// A watch app that runs a closure in each launch.
private final class LaunchingWatchDelegate: NSObject, WKApplicationDelegate {
  private let launched: @MainActor @Sendable () -> Void

  init(_ launched: @escaping @MainActor @Sendable () -> Void) { self.launched = launched }

  func applicationDidFinishLaunching() { launched() }
}
