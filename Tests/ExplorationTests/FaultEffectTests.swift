import Foundation
import Testing
import YobanTesting

@testable import YobanExploration

/// Each kind of fault changes something in a small world.
@Suite struct FaultEffectTests {
  /// The part of a line of the trace that only a run with the fault has, at that time and so often.
  private static let effects: [FaultKind: String] = [
    .memoryWarning: "text=memory is low", .suspension: "app.state state=suspended",
    .expiration: "background-task.expired", .jetsam: "app.terminated reason=jetsam",
    .crash: "app.terminated reason=crash", .forceQuit: "app.terminated reason=force-quit",
    .watchdog: "app.terminated reason=0x8badf00d", .prewarm: "app.launched cause=prewarming",
    .visit: "app.state state=active", .update: "app.terminated reason=app updated",
    .reinstall: "app.terminated reason=app deleted",
    .backgroundRefreshOff: "switches Background App Refresh off for Every",
    .bluetoothWithdrawn: "reason=ended by the system: permission bluetooth was taken away",
    .locationWithdrawn: "status=denied",
    .motionWithdrawn: "reason=ended by the system: permission motion was taken away",
    .microphoneWithdrawn: "reason=ended by the system: permission microphone was taken away",
    .notificationsWithdrawn: "notification.permission permission=denied",
    .healthWithdrawn: "withdraws the permission for health from Every",
    .standby: "android.standby-bucket bucket=Small restricted",
    .taskManagerStop: "reason=ended by the system: the user stopped it in the Task Manager",
    .unused: "android.hibernation",
    .ioError: "text=not stored \(CocoaError.Code.fileWriteUnknown.rawValue)",
    .diskFull: "text=not stored \(CocoaError.Code.fileWriteOutOfSpace.rawValue)",
    .powerLoss: "to=loses power", .kernelPanic: "to=kernel panic",
    .reboot: "app.terminated reason=device rebooted",
    .systemUpdate: "app.terminated reason=device rebooted", .lock: "screen.dark",
    .lowPowerMode: "to=Low Power Mode on", .doze: "state=deep idle",
    .offline: "text=no answer -1009", .networkSlow: "text=answer 200",
    .serverError: "text=answer 500", .answerLost: "text=no answer -1005",
    .requestDoubled: "to=GET https://every.example.com/ping arrives twice",
    .bluetoothOff: "bluetooth.power state=poweredOff",
    .bluetoothReset: "bluetooth.power state=resetting", .watchLinkLost: "text=user info",
    .watchDoubled: "text=user info", .watchDelayed: "text=user info",
    .clockAhead: "text=time changed", .clockBack: "text=time changed",
    .clockFarAhead: "text=time changed", .clockFarBack: "text=time changed",
    .timeZone: "text=time changed", .daylightSaving: "text=time changed",
    .accessoryOff: "bluetooth.disconnected peer=strap",
    .accessoryOutOfRange: "bluetooth.disconnected peer=strap",
    .accessoryRebooted: "bluetooth.disconnected peer=strap",
    // Answers after 20 s.
    .accessorySlow: "text=read 2A38 <0 72>", .valuesTruncated: "text=read 2A38 <0>",
    .valuesCorrupted: "text=read 2A38 <255 183>", .servicesChanged: "text=services changed",
    .linkLost: "bluetooth.disconnected peer=strap",
    .connectionRefused: "bluetooth.connect-failed peer=strap",
    .bondLost: "bluetooth.disconnected peer=strap",
    .connectionsUpdatedInLoop: "bluetooth.disconnected peer=strap",
    .roomNotReported: "text=waits for room",
    .connectsUnanswered: "to=does not answer a connect",
    // The clock of the strap in seconds, 100 s after the start and later: 2 s more.
    .accessoryClockFast: "text=read 2A2B",
  ]

  @Test(arguments: FaultKind.allCases)
  func `each kind of fault has an effect that the trace shows`(kind: FaultKind) async throws {
    let effect = try #require(Self.effects[kind], "add the effect of \(kind) to this test")
    let with = try await Self.lines(effect, fault: kind)
    let without = try await Self.lines(effect, fault: nil, preparedFor: kind)
    #expect(
      with.contains { line, count in without[line, default: 0] < count },
      "\(kind): \(with.keys.sorted())")
  }

  /// The kinds that Android performs in its own way, with a line of the trace of the Android phone.
  @Test(arguments: [
    (FaultKind.suspension, "app.state state=suspended"),
    (.forceQuit, "app.terminated reason=force-quit"),
    (.notificationsWithdrawn, "refuses POST_NOTIFICATIONS to Small"),
    (.bluetoothOff, "bluetooth.power state=poweredOff"),
    (.bluetoothReset, "bluetooth.power state=poweredOff"),
  ])
  func `each kind that Android performs in its own way happens there, and ends (AN18)`(
    kind: FaultKind, effect: String
  ) async throws {
    try await withWorld { world in
      let every = try await EveryKindWorld(world)
      let android = every.android
      let small = try #require(android.apps.first)
      func lines() -> [String] {
        world.trace.events.filter { $0.device == "pixel" }.map(Self.line)
      }
      if kind == .suspension {
        await android.goHome()
        // The system freezes no app that has just left the screen.
        try await world.pass(.seconds(2))
      }
      let before = (lines().count, small.grantedPermissions)
      try #require(before.1 == ["POST_NOTIFICATIONS"])
      let target = kind.target == .app ? "pixel/Small" : "pixel"
      let fault = Fault(kind, target, at: Self.anchor)
      let action = try #require(FaultAction(fault, in: world), "\(kind) cannot happen")
      let end = await action.begin()
      try await world.pass(.milliseconds(1))
      let new = lines().dropFirst(before.0)
      #expect(new.contains { $0.contains(effect) }, "\(new)")
      #expect((end != nil) == (kind.length != nil))
      if kind == .notificationsWithdrawn {
        #expect(small.grantedPermissions.isEmpty)
        #expect(FaultAction(fault, in: world) == nil, "it is withdrawn already")
      }
      #expect(android.bluetooth.isOn == (kind != .bluetoothOff))
      end?()
      #expect(android.bluetooth.isOn)
      #expect(small.grantedPermissions == before.1)
    }
  }

  @Test func `Stop and hibernation do not happen to each app at each moment (AN22, AN23)`()
    async throws
  {
    try await withWorld { world in
      let every = try await EveryKindWorld(world)
      func isPossible(_ kind: FaultKind, _ target: String) -> Bool {
        FaultAction(Fault(kind, target, at: Self.anchor), in: world) != nil
      }
      func canHappen(_ kind: FaultKind, _ target: String) -> Bool {
        FaultAction.canHappen(kind, to: target, in: world)
      }
      #expect(isPossible(.taskManagerStop, "pixel/Busy"))
      #expect(!isPossible(.unused, "pixel/Busy"), "a foreground service runs for the user")
      #expect(canHappen(.unused, "pixel/Busy"))
      #expect(!canHappen(.taskManagerStop, "pixel/Small"), "it may have no foreground service")
      #expect(!isPossible(.unused, "pixel/Small"), "it is in front")
      #expect(!canHappen(.taskManagerStop, "phone/Every") && !canHappen(.unused, "phone/Every"))
      every.android.stopInTaskManager(try #require(every.android.apps.last))
      #expect(!isPossible(.taskManagerStop, "pixel/Busy") && isPossible(.unused, "pixel/Busy"))
      #expect(canHappen(.taskManagerStop, "pixel/Busy"))
    }
  }

  /// A story does not explain an Android phone with a rule of iOS.
  @Test(arguments: [
    (FaultKind.jetsam, "phone/Every", ["L8"]), (.jetsam, "pixel/Small", ["AN19"]),
    (.reboot, "phone", ["L17"]), (.reboot, "pixel", ["AN20"]),
    (.forceQuit, "pixel/Small", ["AN18"]), (.bluetoothOff, "pixel", []),
    (.powerLoss, "pixel", ["DK1", "AN20"]), (.linkLost, "strap", ["BT13"]),
  ])
  func `a fault has the rules of the system of its target (AN18, AN19, AN20)`(
    kind: FaultKind, target: String, rules: [String]
  ) async throws {
    try await withWorld { world in
      _ = try await EveryKindWorld(world)
      let action = try #require(FaultAction(Fault(kind, target, at: Self.anchor), in: world))
      #expect(action.rules == rules)
    }
  }

  /// The name and the values of an event, such as `bluetooth.connected peer=strap`.
  private static func line(_ event: TraceEvent) -> String {
    let (service, name, fields) = event.kind.parts
    return "\(service).\(name) \(fields.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
  }

  private static let anchor = Anchor(subject: Subject(device: "phone"), event: "any")

  /// Plays the world for some minutes, with or without a fault, and returns the lines of its trace that
  /// contain a text, each with its number.
  private static func lines(
    _ text: String, fault kind: FaultKind?, preparedFor state: FaultKind? = nil
  ) async throws -> [String: Int] {
    try await withWorld { world in
      let prepared = kind ?? state!
      let every = try await EveryKindWorld(world, iOS: EveryKindWorld.version(for: prepared))
      try await every.prepare(for: prepared)
      var end: FaultEffect.End?
      if let kind {
        let fault = Fault(kind, EveryKindWorld.target(kind), at: anchor)
        let action = try #require(FaultAction(fault, in: world), "\(kind) cannot happen")
        end = await action.begin()
      }
      // Some kinds are noticed with the next connection only.
      if [.connectionRefused, .bondLost, .connectsUnanswered].contains(prepared) {
        every.strap.disconnect()
      }
      try await world.pass(.seconds(100))
      end?()
      try await world.pass(.seconds(100))
      var lines: [String: Int] = [:]
      for event in world.trace.events {
        let line = "\(event.instant) \(event.device) \(Self.line(event))"
        if line.contains(text) { lines[line, default: 0] += 1 }
      }
      return lines
    }
  }

  private enum Meanwhile: CaseIterable {
    case nothing, screenWasDark, scenarioOpens, scenarioLocks
  }

  @Test(arguments: Meanwhile.allCases)
  private func `a visit leaves the app again, unless the scenario opens it meanwhile`(
    _ what: Meanwhile
  )
    async throws
  {
    try await withWorld { world in
      let every = try await EveryKindWorld(world)
      let phone = every.phone
      if what == .screenWasDark { await phone.lock() } else { await phone.goHome() }
      let fault = Fault(.visit, "phone/Every", at: Self.anchor)
      let visit = try #require(FaultAction(fault, in: world))
      let visiting = Task { _ = await visit.begin() }
      try await world.pass(.seconds(2))
      #expect(every.app.state == .active)
      #expect(FaultAction(fault, in: world) == nil, "the app is in front already")
      switch what {
      case .nothing, .screenWasDark: break
      case .scenarioOpens: await phone.open(every.app)
      case .scenarioLocks: await phone.lock()
      }
      await visiting.value
      #expect((every.app.state == .active) == (what == .scenarioOpens))
      #expect(phone.isScreenOn == (what == .nothing || what == .scenarioOpens))
    }
  }

  @Test(arguments: [
    (PrivacyPermission.bluetooth, true), (.motion, true), (.microphone, true), (.location, false),
    (.notifications, false), (.health, false),
  ])
  func `a running app ends when the user withdraws some of its permissions (L20)`(
    permission: PrivacyPermission, ends: Bool
  ) async throws {
    try await withWorld { world in
      let every = try await EveryKindWorld(world)
      try #require(every.app.process != nil)
      #expect(every.phone.withdraw(permission, from: every.app))
      #expect((every.app.process == nil) == ends)
      #expect(!every.phone.withdraw(permission, from: every.app), "it is withdrawn already")
    }
  }

  @Test(arguments: FaultKind.allCases.filter { $0.length != nil })
  func `a fault that lasts leaves the world as it was`(kind: FaultKind) async throws {
    try await withWorld { world in
      let every = try await EveryKindWorld(world, iOS: EveryKindWorld.version(for: kind))
      try await every.prepare(for: kind)
      let before = State(every)
      let fault = Fault(kind, EveryKindWorld.target(kind), at: Self.anchor)
      let action = try #require(FaultAction(fault, in: world))
      // Some of these change only what happens next.
      let end = try #require(await action.begin(), "\(kind) has a length, but no end")
      #expect(State(every) != before, "\(kind) changes nothing")
      end()
      #expect(State(every) == before)
    }
  }

  private struct State: Equatable {
    let network: [String]
    let accessory: [String]
    let permissions: [Bool]
    let device: [String]
    let disk: Int64
    let failure: Int32?

    init(_ every: EveryKindWorld) {
      let (phone, strap) = (every.phone, every.strap)
      let net = phone.network
      network = [
        "\(net.path)", "\(net.latency)", "\(net.uplinkBytesPerSecond)",
        "\(net.downlinkBytesPerSecond)", "\(net.serverStatus as Any)", "\(net.exchangeFaults)",
      ]
      accessory = [
        "\(strap.isOn)", "\(strap.place)", "\(strap.answerDelay)", "\(strap.valueDamage as Any)",
        "\(strap.clockDrift)",
      ]
      permissions = PrivacyPermission.allCases.map { every.app.isGranted($0) }
      disk = phone.storage.free
      failure = every.app.nextStorageFailure
      device = [
        "\(phone.power.isLowPowerMode)", "\(phone.bluetooth.state)",
        "\(phone.bluetooth.updatesParametersInLoop) \(phone.bluetooth.leavesRoomUnreported)",
        "\(phone.watchLink.isCutOff)", "\(phone.watchLink.nextFaults)",
        "\(every.app.backgroundRefreshStatus)", "\(every.android.bluetooth.isOn)",
        "\(every.android.isScreenOn)",
        "\(every.android.apps.map { $0.standbyBucket })",
      ]
    }
  }
}
