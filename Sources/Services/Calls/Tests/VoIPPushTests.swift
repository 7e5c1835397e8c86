import CallKit
import PushKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// VoIP pushes: the token, the launch, the call that is owed, and the end of the launches (CK1 to CK4).
@Suite struct VoIPPushTests {
  static let exception =
    "NSInternalInconsistencyException: Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push."

  // MARK: CK1

  @Test func `the token comes in each launch and is the same (CK1)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      let token = try #require(phone.calls.token(of: app))
      #expect(token.count == 32)
      phone.jetsam(app)
      await phone.open(app)
      try await sleep(2)
      #expect(phone.calls.token(of: app) == token)
      await phone.touch(app, "leave") { CallingApp.caller.registry?.desiredPushTypes = [] }
      #expect(phone.calls.token(of: app) == nil)
      #expect(throws: PushError.noVoIPToken) { try phone.pushVoIP(to: app, payload: "{}") }
      try await sleep(1)
    }
    #expect(
      world.output == [
        "begin", "token 32 true", "begin", "token 32 true", "invalid true",
      ])
    #expect(world.kinds.isEmpty)
  }

  struct Missing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var modes = ["voip"]
    var entitlements: Entitlements = ["aps-environment"]
    let finding: Finding.Kind
  }

  @Test(arguments: [
    Missing(testDescription: "mode", modes: ["audio"], finding: .voipPushRegistry.by(.ck1)),
    Missing(testDescription: "entitlement", entitlements: [], finding: .pushNotEntitled.by(.ck1)),
  ])
  func `without the mode or the entitlement no token comes (CK1)`(_ row: Missing) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(
        CallingApp.app(modes: row.modes, entitlements: row.entitlements))
      #expect(phone.calls.token(of: app) == nil)
      #expect(throws: PushError.noVoIPToken) { try phone.pushVoIP(to: app, payload: "{}") }
    }
    #expect(world.output == ["begin"])
    #expect(world.kinds == [row.finding])
  }

  @Test func `a registry without a delegate is a finding, another type of pushes is advice (CK1)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(
        CallingApp.app {
          let caller = Caller(registersFor: [.voIP, .fileProvider])
          caller.registry?.delegate = nil
          return caller
        })
      await phone.open(app)
      try await sleep(2)
    }
    #expect(world.kinds == [.voipPushRegistry.by(.ck1)])
    #expect(world.trace.advice.map(\.kind) == [.voipPushTypeIgnored])
  }

  @Test(arguments: [
    (#"["n"]"#, PushError.noObject), ("{", .noObject),
    (#"{"n": "\#(String(repeating: "x", count: 5120))"}"#, .tooLong(bytes: 5129, limit: 5120)),
  ])
  func `the push service refuses a payload that is too long or no object (CK1)`(
    payload: String, error: PushError
  ) async throws {
    try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      #expect(throws: error) { try phone.pushVoIP(to: app, payload: payload) }
      try phone.pushVoIP(
        to: app, payload: #"{"n": "\#(String(repeating: "x", count: 5111))"}"#)
      try await sleep(1)
      #expect(phone.calls.shown.count == 1)
    }
  }

  // MARK: CK2

  enum Before: CaseIterable, Sendable { case suspended, jetsam, forceQuit }

  @Test(arguments: Before.allCases)
  func `a push launches or resumes the app in background (CK2)`(_ before: Before) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      switch before {
      case .suspended: break
      case .jetsam: phone.jetsam(app)
      case .forceQuit: await phone.swipeAway(app)
      }
      try phone.pushVoIP(to: app, payload: ["n": 7])
      try await sleep(1)
      #expect(app.state == .background)
      #expect(phone.calls.shown.map(\.name) == ["Ann"])
      #expect(phone.calls.shown.map(\.state) == ["ringing"])
      #expect(phone.isScreenOn)
    }
    let launches: [LaunchCause] = before == .suspended ? [.user] : [.user, .voipPush]
    #expect(world.launches == launches)
    #expect(world.output.filter { $0 != "begin" && $0 != "token 32 true" } == ["push 7"])
    #expect(world.kinds.isEmpty)
  }

  @Test func `before iOS 13 an app runs for 30 s without a call (CK2)`() async throws {
    let world = try await withPhone(iOS: 12) { phone in
      let app = try await phone.suspended(CallingApp.app(.never))
      phone.jetsam(app)
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(29)
      #expect(app.state == .background)
      try await sleep(2)
      #expect(app.state == .suspended)
    }
    #expect(world.output.contains("push 1"))
    #expect(world.ends == [.jetsam])
    #expect(world.kinds.isEmpty)
  }

  @Test(arguments: [nil, Duration.zero, .seconds(600)])
  func `offline only the newest push waits until it expires (CK2)`(_ lifetime: Duration?)
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      phone.network.path = .offline
      for n in 1...2 { try phone.pushVoIP(to: app, payload: ["n": n], expiresAfter: lifetime) }
      try await sleep(601)
      #expect(phone.calls.shown.isEmpty)
      phone.network.path = .wifi
      try await sleep(1)
    }
    #expect(world.output.filter { $0.hasPrefix("push") } == (lifetime == nil ? ["push 2"] : []))
    let dropped = world.callWords.filter { $0.hasPrefix("a VoIP push was dropped") }
    switch lifetime {
    case nil: #expect(dropped.count == 1)
    case .some: #expect(dropped.count == 2)
    }
  }

  @Test(arguments: [false, true])
  func `before the first unlock a push waits (CK2)`(_ launches: Bool) async throws {
    let world = try await withPhone(change: { $0.calls.launchesBeforeFirstUnlock = launches }) {
      phone in
      let app = try await phone.suspended(CallingApp.app())
      phone.hasPasscode = true
      try await phone.reboot()
      for n in 1...2 {
        try phone.pushVoIP(to: app, payload: ["n": n], expiresAfter: .seconds(1))
      }
      try await sleep(2)
      #expect(phone.calls.shown.count == (launches ? 2 : 0))
      // They have arrived already.
      phone.network.path = .offline
      phone.unlock()
      try await sleep(2)
      #expect(phone.calls.shown.count == 2)
    }
    #expect(world.output.filter { $0.hasPrefix("push") } == ["push 1", "push 2"])
    #expect(world.kinds.isEmpty)
  }

  // MARK: CK3

  @Test(arguments: [Caller.Answer.never, .later])
  func `an app that does not report before the method returns is ended (CK3)`(
    _ answer: Caller.Answer
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app(answer))
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(1)
      #expect(app.state == .notRunning)
      #expect(phone.calls.shown.isEmpty)
    }
    #expect(world.ends == [.crash(Self.exception)])
    #expect(world.kinds == [.voipPushNotReported.by(.ck3)])
  }

  @Test func `in front an app need not report (CK3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app(.never))
      await phone.open(app)
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(10)
      #expect(app.state == .active)
    }
    #expect(world.output.last == "push 1")
    #expect(world.ends.isEmpty)
    #expect(world.kinds.isEmpty)
  }

  @Test func `an app with a call need not report another one (CK3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(1)
      await app.process?.touch { CallingApp.caller.answer = .never }
      try phone.pushVoIP(to: app, payload: ["n": 2])
      try await sleep(10)
      #expect(app.state == .background)
    }
    #expect(world.output.suffix(2) == ["push 1", "push 2"])
    #expect(world.ends.isEmpty)
  }

  @Test func `one report counts for all pushes that have come (CK3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app { BusyCaller() })
      phone.hasPasscode = true
      try await phone.reboot()
      for n in 1...3 { try phone.pushVoIP(to: app, payload: ["n": n]) }
      phone.unlock()
      try await sleep(10)
      #expect(phone.calls.shown.count == 1)
      #expect(app.state == .background)
    }
    #expect(world.output.filter { $0.hasPrefix("push") } == ["push 1", "push 2", "push 3"])
    #expect(!world.ends.contains(.crash(Self.exception)))
  }

  @Test func `the second check spares an app that is in front by then (CK3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(
        CallingApp.app(.blocks(20)) {
          Caller(registersFor: AppProcess.current?.cause == .user ? [.voIP] : nil)
        })
      phone.jetsam(app)
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(3)
      await phone.open(app)
      try await sleep(10)
      #expect(app.state == .active)
      #expect(phone.world.kinds.isEmpty)
      // A call is owed for the next push.
      await phone.goHome()
      try await sleep(1)
      try phone.pushVoIP(to: app, payload: ["n": 2])
      try await sleep(8)
      #expect(app.state == .notRunning)
    }
    #expect(world.kinds == [.voipPushNotReported.by(.ck3)])
  }

  @Test func `a report that is refused counts (CK3)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app())
      phone.notifications.isFocusOn = true
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(20)
      #expect(app.state == .background)
      #expect(phone.calls.shown.isEmpty)
      try await sleep(20)
      #expect(app.state == .suspended)
    }
    #expect(world.output.suffix(2) == ["push 1", "not shown filteredByDoNotDisturb"])
    #expect(world.ends.isEmpty)
  }

  @Test(arguments: [true, false])
  func `the second check kills an app without a registry or with a blocked one (CK3)`(
    _ hasRegistry: Bool
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(
        CallingApp.app(.blocks(20)) {
          // Later launches do not register: the app does it in its scene.
          Caller(registersFor: hasRegistry || AppProcess.current?.cause == .user ? [.voIP] : nil)
        })
      if !hasRegistry { phone.jetsam(app) }
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(6.9)
      #expect(app.state == .background)
      try await sleep(0.2)
      #expect(app.state == .notRunning)
    }
    #expect(
      world.ends.last
        == .killed(.noIncomingCall, "it reported no call to CallKit after a VoIP push"))
    #expect(world.kinds == [.voipPushNotReported.by(.ck3)])
    #expect(
      world.findings[0].what.hasSuffix(
        hasRegistry
          ? "the delegate's method has not returned."
          : "no PKPushRegistry with a delegate was there to receive it."))
  }

  @Test(arguments: [(0.0 as Double?, false), (2, false), (nil, false), (0, true)])
  func `an asynchronous method must report before it returns (CK3)`(
    delay: Double?, judgesAtOnce: Bool
  ) async throws {
    let world = try await withPhone(change: { $0.calls.judgesAsyncAtOnce = judgesAtOnce }) {
      phone in
      let app = try await phone.suspended(
        CallingApp.app {
          let caller = Caller()
          let receiver = AsyncReceiver(caller, delay: delay)
          Kept.of("receiver", receiver)
          caller.registry?.delegate = receiver
          return caller
        })
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(10)
      #expect(phone.calls.shown.count == (delay == nil || judgesAtOnce ? 0 : 1))
    }
    let isEnded = delay == nil || judgesAtOnce
    #expect(world.ends == (isEnded ? [.crash(Self.exception)] : []))
    #expect(world.kinds == (isEnded ? [.voipPushNotReported.by(.ck3)] : []))
    #expect(world.trace.advice.map(\.kind) == [.voipPushAsync])
  }

  @Test(arguments: ["26.3" as SystemVersion, "26.4"])
  func `from iOS 26.4 on metadata says whether a call is owed (CK3)`(_ version: SystemVersion)
    async throws
  {
    let world = try await withPhone(iOS: version) { phone in
      let app = try await phone.suspended(
        CallingApp.app {
          let caller = Caller()
          let receiver = MetadataReceiver(caller)
          Kept.of("receiver", receiver)
          caller.registry?.delegate = receiver
          return caller
        })
      phone.network.path = .offline
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(61)
      phone.network.path = .wifi
      try await sleep(40)
      try phone.pushVoIP(to: app, payload: ["n": 2])
      try await sleep(1)
    }
    #expect(
      world.output.dropFirst()
        == (version == "26.4"
          ? ["must report false", "must report true"] : ["older form", "older form"]))
    #expect(world.ends.isEmpty)
  }

  // MARK: CK4

  @Test func `after three failures the app is not launched for a day (CK4)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app(.never))
      for n in 1...5 {
        try phone.pushVoIP(to: app, payload: ["n": n])
        try await sleep(60)
      }
      #expect(app.launchCount == 3)
      await phone.open(app)
      try phone.pushVoIP(to: app, payload: ["n": 6])
      try await sleep(1)
      await phone.goHome()
      try await sleep(86_400)
      try phone.pushVoIP(to: app, payload: ["n": 7])
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("push") } == [1, 2, 3, 6, 7].map { "push \($0)" })
    #expect(world.findings.count { $0.matches(.voipPushBlocked) } == 1)
  }

  @Test func `a reinstallation ends the block (CK4)`() async throws {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app(.never))
      for n in 1...4 {
        try phone.pushVoIP(to: app, payload: ["n": n])
        try await sleep(60)
      }
      try phone.reinstall(app)
      await phone.open(app)
      try await sleep(2)
      await phone.goHome()
      try await sleep(60)
      try phone.pushVoIP(to: app, payload: ["n": 5])
      try await sleep(1)
    }
    #expect(world.output.filter { $0.hasPrefix("push") } == [1, 2, 3, 5].map { "push \($0)" })
  }
}
