import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanLocation

/// Answers each push with a position; the payload can say that it does not.
private final class PushService: NSObject, CLLocationPushServiceExtension,
  CLLocationManagerDelegate
{
  private let manager = CLLocationManager()
  private var completions: [@Sendable () -> Void] = []
  private var completesLate = false

  func didReceiveLocationPushPayload(
    _ payload: [String: Any], completion: @escaping @Sendable () -> Void
  ) {
    print("push from \(payload["from"] ?? "nobody")")
    completions.append(completion)
    let answer = payload["answer"] as? String
    completesLate = answer == "late"
    guard answer == nil else { return }
    manager.delegate = self
    manager.requestLocation()
  }

  func serviceExtensionWillTerminate() {
    print("will terminate")
    if completesLate { complete() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    print("at \(Int(place(of: locations[0]).x.rounded()))")
    complete()
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print("failed")
    complete()
  }

  private func complete() {
    for completion in completions { completion() }
    completions = []
  }
}

/// Location pushes, their tokens, and the extension that receives them.
@Suite struct LocationPushTests {
  private static let all: Entitlements = [
    "com.apple.developer.location.push": true, "aps-environment": "development",
  ]

  private static func app(_ entitlements: Entitlements = all) -> AppFixture {
    var app = appWithLocation { _ in register() }
    app.entitlements = entitlements
    return app
  }

  @MainActor private static func register() {
    let manager = CLLocationManager()
    Kept.of("manager", manager)
    manager.startMonitoringLocationPushes { token, error in
      if let token { print("token of \(token.count)") }
      if let error = error as? CLLocationPushServiceError { print("error \(error.code.rawValue)") }
    }
  }

  /// Runs a scenario with an app that has a token, does not run, and is allowed to use location always.
  private static func registered(
    _ authorization: LocationAuthorization = .always,
    _ scenario: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
  ) async throws -> World {
    try await withPhone { phone in
      let app = try phone.install(Self.app())
      try phone.install(.locationPush(PushService.self), in: app)
      phone.location.setAuthorization(authorization, for: app)
      await phone.open(app)
      try await phone.world.pass(.seconds(2))
      phone.jetsam(app)
      try await scenario(phone, app)
    }
  }

  private static func pushes(_ world: World) -> [String] {
    world.trace.events.compactMap {
      if case .push(let what)? = $0.kind.location { what } else { nil }
    }
  }

  // MARK: The token

  struct Registration: Sendable, CustomTestStringConvertible {
    var entitlements: Entitlements
    var hasExtension = true
    var output: String
    var testDescription: String { "\(output), \(hasExtension)" }
  }

  @Test(arguments: [
    Registration(entitlements: Self.all, output: "token of 32"),
    Registration(entitlements: [:], output: "error 3"),
    Registration(entitlements: ["aps-environment": "development"], output: "error 3"),
    Registration(entitlements: Self.all, hasExtension: false, output: "error 1"),
    Registration(entitlements: ["com.apple.developer.location.push": true], output: "error 2"),
  ])
  func `an app needs two entitlements and an extension for the token of pushes (LOC12)`(
    _ row: Registration
  ) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app(row.entitlements))
      if row.hasExtension { try phone.install(.locationPush(PushService.self), in: app) }
      await phone.open(app)
      try await phone.world.pass(.seconds(2))
    }
    #expect(world.log.texts == ["launched", row.output])
  }

  @Test func `the token waits until the device is online, and stays the same (LOC12)`()
    async throws
  {
    let world = try await withPhone { phone in
      phone.network.path = .offline
      let app = try phone.install(Self.app())
      try phone.install(.locationPush(PushService.self), in: app)
      await phone.open(app)
      try await phone.world.pass(.seconds(60))
      #expect(phone.world.log.texts == ["launched"])
      phone.network.path = .wifi
      try await phone.world.pass(.seconds(2))
      let token = phone.location.record(of: app).pushToken
      phone.jetsam(app)
      await phone.open(app)
      try await phone.world.pass(.seconds(2))
      #expect(token?.count == 32 && phone.location.record(of: app).pushToken == token)
    }
    #expect(world.log.texts == ["launched", "token of 32", "launched", "token of 32"])
  }

  @Test func `a push needs a token that is still valid, and a payload of JSON (LOC12)`()
    async throws
  {
    _ = try await Self.registered { phone, app in
      #expect(throws: LocationPushError.noObject) {
        try phone.pushLocation(["date": Date()], to: app)
      }
      try phone.pushLocation(to: app)
      let other = try phone.install(appWithLocation(named: "Other"))
      #expect(throws: LocationPushError.notRegistered) { try phone.pushLocation(to: other) }
      await phone.open(app)
      await phone.touch(app, "stop") { CLLocationManager().stopMonitoringLocationPushes() }
      #expect(throws: LocationPushError.notRegistered) { try phone.pushLocation(to: app) }
    }
  }

  // MARK: The extension

  @Test(arguments: [false, true])
  func `a push launches the extension, which finds the position, but not the app (LOC12)`(
    isForceQuit: Bool
  ) async throws {
    let world = try await Self.registered { phone, app in
      if isForceQuit {
        await phone.open(app)
        await phone.swipeAway(app)
      }
      phone.place = Place(x: 300)
      try phone.pushLocation(["from": "Anna"], to: app)
      try await phone.world.pass(.seconds(10))
      let service = app.extensions[0]
      #expect(app.process == nil && service.launchCount == 1)
      #expect(service.state == .suspended)
      phone.place = Place(x: 700)
      try phone.pushLocation(["from": "Ben"], to: app)
      try await phone.world.pass(.seconds(10))
      #expect(service.launchCount == 1 && service.state == .suspended)
    }
    let output = world.log.texts.filter { $0.hasPrefix("push") || $0.hasPrefix("at") }
    #expect(output == ["push from Anna", "at 300", "push from Ben", "at 700"])
    #expect(Self.pushes(world) == ["delivered", "completed", "delivered", "completed"])
    #expect(world.kinds == [])
  }

  @Test func `an extension that does not complete a push is warned after 30 s, then ended (LOC12)`()
    async throws
  {
    let world = try await Self.registered { phone, app in
      let service = app.extensions[0]
      try phone.pushLocation(["answer": "never"], to: app)
      try await phone.world.pass(.seconds(29.9))
      #expect(!phone.world.log.contains("will terminate"))
      try await phone.world.pass(.seconds(0.2))
      #expect(phone.world.log.contains("will terminate"))
      try await phone.world.pass(.seconds(4.8))
      #expect(service.process != nil)
      try await phone.world.pass(.seconds(0.2))
      #expect(service.process == nil)
      // The next push launches it again.
      try phone.pushLocation(["from": "Anna"], to: app)
      try await phone.world.pass(.seconds(10))
      #expect(service.launchCount == 2)
    }
    #expect(world.log.texts.suffix(2) == ["push from Anna", "at 0"])
    #expect(world.kinds == [.locationPushLate.by(.loc12)])
    #expect(world.ends.contains(.system(.extensionOutOfTime)))
  }

  @Test func `an extension that completes when it is warned is not ended (LOC12)`() async throws {
    let world = try await Self.registered { phone, app in
      try phone.pushLocation(["answer": "late"], to: app)
      try await phone.world.pass(.seconds(120))
      #expect(app.extensions[0].state == .suspended)
    }
    #expect(Self.pushes(world) == ["delivered", "completed"])
    #expect(world.kinds == [])
  }

  @Test(arguments: [LocationAuthorization.whenInUse, .denied, .notDetermined])
  func `without Always authorization the extension does not get a push (LOC12)`(
    _ authorization: LocationAuthorization
  ) async throws {
    let world = try await Self.registered(authorization) { phone, app in
      try phone.pushLocation(to: app)
      try await phone.world.pass(.seconds(60))
      #expect(app.extensions[0].launchCount == 0)
      phone.location.setAuthorization(.always, for: app)
      try phone.pushLocation(to: app)
      try await phone.world.pass(.seconds(10))
      #expect(app.extensions[0].launchCount == 1)
    }
    #expect(
      Self.pushes(world) == [
        "not delivered: the app has no Always authorization", "delivered", "completed",
      ])
  }

  @Test func `a push to a device that cannot receive it is lost (LOC12)`() async throws {
    let world = try await Self.registered { phone, app in
      phone.hasPasscode = true
      phone.network.path = .offline
      try phone.pushLocation(to: app)
      phone.network.path = .wifi
      await phone.lock()
      let rebooting = Task { try await phone.reboot() }
      try await phone.world.pass(.seconds(1))
      try phone.pushLocation(to: app)
      try await rebooting.value
      try phone.pushLocation(to: app)
      phone.unlock()
      try phone.pushLocation(to: app)
      try await phone.world.pass(.seconds(10))
    }
    #expect(
      Self.pushes(world) == [
        "not delivered: the device is offline", "not delivered: the device is off",
        "not delivered: the device was not unlocked since its boot", "delivered", "completed",
      ])
  }

  @Test func `the end of an extension does not end the authorization that an app has once (LOC12)`()
    async throws
  {
    try await withPhone { phone in
      let app = try phone.install(Self.app())
      try phone.install(.locationPush(PushService.self), in: app)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      try await phone.world.pass(.seconds(2))
      try phone.pushLocation(to: app)
      try await phone.world.pass(.seconds(5))
      phone.location.setAuthorization(.notDetermined, for: app)
      phone.location.answer(.allowOnce, for: app)
      await phone.touch(app, "ask") { CLLocationManager().requestWhenInUseAuthorization() }
      try await phone.world.pass(.seconds(5))
      #expect(app.locationAuthorization == .whenInUse)
      phone.jetsam(app.extensions[0])
      #expect(app.locationAuthorization == .whenInUse)
      phone.jetsam(app)
      #expect(app.locationAuthorization == .notDetermined)
    }
  }

  // MARK: The number of pushes

  @Test func `a device has a number of pushes, and gets one again after some time (LOC12)`() {
    var budget = LocationPushBudget()
    func take(_ seconds: Double) -> Bool {
      budget.take(limit: 3, refill: .seconds(240), at: .start + .seconds(seconds))
    }
    #expect([1000, 1001, 1002, 1003].map(take) == [true, true, true, false])
    // The first is available again 240 s after it was taken, the second 480 s after it.
    #expect([1239, 1240, 1241, 1479, 1480].map(take) == [false, true, false, false, true])
    #expect([1e6, 1e6, 1e6, 1e6].map(take) == [true, true, true, false])
  }

  @Test func `361 pushes at once are one too many for a device (LOC12)`() async throws {
    let world = try await Self.registered { phone, app in
      #expect(phone.profile.location.pushLimit == 360)
      for _ in 0..<361 { try phone.pushLocation(to: app) }
      try await phone.world.pass(.seconds(10))
    }
    let pushes = Self.pushes(world)
    #expect(pushes.filter { $0 == "delivered" }.count == 360)
    #expect(pushes.filter { $0 == "completed" }.count == 360)
    #expect(pushes[360] == "not delivered: the pushes of the device are used up")
  }
}
