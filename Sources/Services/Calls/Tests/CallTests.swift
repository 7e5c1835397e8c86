import AVFAudio
import CallKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Calls: what the user does, what the app owes, and how long a call keeps the app running (CK5, CK6).
@Suite struct CallTests {
  /// A call that rings, after a push to a suspended app.
  static func ringing(
    _ phone: Phone, _ fixture: AppFixture = CallingApp.app()
  ) async throws -> (app: InstalledApp, call: Call) {
    let app = try await phone.suspended(fixture)
    try phone.pushVoIP(to: app, payload: ["n": 1])
    try await sleep(1)
    return (app, try #require(phone.calls.shown.first))
  }

  /// The lines that an app prints from its first push on.
  static func output(_ world: World) -> [String] {
    Array(world.output.drop { !$0.hasPrefix("push") }.dropFirst())
  }

  // MARK: CK5

  @Test func `the user answers, holds, mutes and hangs up (CK5)`() async throws {
    let world = try await withPhone { phone in
      let (_, call) = try await Self.ringing(phone)
      phone.answerCall()
      try await sleep(1)
      #expect(call.state == "connected")
      phone.holdCall()
      try await sleep(1)
      #expect(call.isOnHold)
      phone.holdCall(false)
      phone.muteCall()
      phone.typeDigits("12#")
      try await sleep(1)
      #expect(!call.isOnHold && call.isMuted)
      phone.hangUp()
      try await sleep(1)
      #expect(call.end == .ended)
      #expect(phone.calls.shown.isEmpty)
      #expect(phone.calls.recents.map(\.name) == ["Ann"])
    }
    #expect(
      Self.output(world) == [
        "answer", "audio on", "held true", "audio off", "held false", "muted true",
        "digits 12# true", "audio on", "end", "audio off",
      ])
    #expect(world.kinds.isEmpty)
  }

  @Test func `the user declines, and the caller gives up (CK5)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await Self.ringing(phone)
      phone.declineCall()
      try await sleep(1)
      #expect(call.end == .ended)
      try phone.pushVoIP(to: app, payload: ["n": 2])
      try await sleep(1)
      let other = try #require(phone.calls.shown.first)
      await app.process?.touch {
        let caller = CallingApp.caller
        let update = CXCallUpdate()
        update.localizedCallerName = "Ann B."
        caller.provider.reportCall(with: Caller.id(2), updated: update)
        caller.provider.reportCall(with: Caller.id(2), endedAt: nil, reason: .remoteEnded)
        caller.provider.reportCall(with: Caller.id(2), endedAt: nil, reason: .failed)
      }
      #expect(other.name == "Ann B.")
      #expect(other.end == .remoteEnded)
    }
    #expect(Self.output(world) == ["end", "push 2"])
    #expect(world.kinds.isEmpty)
  }

  struct Unperformed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seconds: Double
    let act: @Sendable (Phone) -> Void
    var end: CallEnd?
  }

  @Test(arguments: [
    Unperformed(
      testDescription: "CXAnswerCallAction", seconds: 60, act: { $0.answerCall() }, end: .failed),
    Unperformed(
      testDescription: "CXEndCallAction", seconds: 5, act: { $0.declineCall() }, end: .ended),
  ])
  func `an action that is not performed times out (CK5)`(_ row: Unperformed) async throws {
    let world = try await withPhone(iOS: 15) { phone in
      let (app, call) = try await Self.ringing(phone)
      await app.process?.touch { CallingApp.caller.fulfills = false }
      row.act(phone)
      try await sleep(row.seconds - 0.1)
      #expect(call.end == nil)
      try await sleep(0.2)
      #expect(call.end == row.end)
    }
    #expect(Self.output(world).last == "timed out \(row.testDescription) true")
    #expect(world.kinds == [.callActionNotPerformed.by(.ck5)])
    #expect(world.findings[0].what.contains(row.testDescription))
  }

  @Test(arguments: [15 as SystemVersion, 16])
  func `from iOS 16 on the system ends a call that rings for 60 s (CK5)`(_ version: SystemVersion)
    async throws
  {
    let world = try await withPhone(iOS: version) { phone in
      let (_, call) = try await Self.ringing(phone)
      try await sleep(58)
      #expect(call.state == "ringing")
      try await sleep(2)
      #expect(call.end == (version == 16 ? .unanswered : nil))
    }
    #expect(Self.output(world) == (version == 16 ? ["end"] : []))
    #expect(world.kinds.isEmpty)
  }

  @Test func `CallKit refuses a call with an error (CK5)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(CallingApp.app())
      await phone.open(app)
      phone.calls.blockedCallers = ["Bob"]
      await phone.touch(app, "report") {
        CallingApp.caller.report("Bob")
        CallingApp.caller.report("Ann", number: 9)
        CallingApp.caller.report("Cat", number: 9)
      }
      phone.notifications.isFocusOn = true
      await phone.touch(app, "report") { CallingApp.caller.report("Dan") }
      try await sleep(1)
      #expect(phone.calls.shown.map(\.name) == ["Ann"])
    }
    #expect(
      world.output.filter { $0.hasPrefix("not") } == [
        "not shown filteredByBlockList", "not shown callUUIDAlreadyExists",
        "not shown filteredByDoNotDisturb",
      ])
    #expect(world.kinds.isEmpty)
  }

  @Test func `without the mode CallKit answers unentitled (CK5)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(CallingApp.app(modes: []) { Caller(registersFor: nil) })
      await phone.open(app)
      await phone.touch(app, "report") {
        CallingApp.caller.report()
        CallingApp.caller.ask(
          CXStartCallAction(call: UUID(), handle: CXHandle(type: .generic, value: "Bob")))
      }
      try await sleep(1)
    }
    #expect(world.output == ["begin", "not shown unentitled", "asked unentitled"])
    #expect(world.kinds == [.callNotEntitled.by(.ck5)])
  }

  @Test func `a request is refused with an error (CK5)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(CallingApp.app())
      await phone.open(app)
      await phone.touch(app, "ask") {
        let caller = CallingApp.caller
        func start(_ number: Int) -> CXStartCallAction {
          CXStartCallAction(
            call: Caller.id(number), handle: CXHandle(type: .generic, value: "Bob"))
        }
        caller.ask()
        caller.ask(CXEndCallAction(call: Caller.id(1)))
        caller.ask(start(1), start(1))
        caller.ask(start(1), start(2), start(3))
        caller.ask(start(1))
        caller.ask(start(1))
        caller.ask(CXAnswerCallAction(call: Caller.id(1)))
        caller.ask(start(2))
        caller.ask(start(3))
      }
      try await sleep(1)
      await phone.touch(app, "group") {
        let caller = CallingApp.caller
        caller.provider.reportOutgoingCall(with: Caller.id(1), connectedAt: nil)
        caller.ask(
          CXSetGroupCallAction(call: Caller.id(2), callUUIDToGroupWith: Caller.id(1)))
      }
      try await sleep(1)
      await phone.touch(app, "start") {
        CallingApp.caller.ask(
          CXStartCallAction(
            call: Caller.id(3), handle: CXHandle(type: .generic, value: "Eve")))
      }
      try await sleep(1)
      #expect(phone.calls.shown.map(\.name) == ["Bob", "Bob", "Eve"])
      await phone.touch(app, "invalidate") { CallingApp.caller.provider.invalidate() }
      #expect(phone.calls.recents.map(\.end) == [.failed, .failed, .failed])
      await phone.touch(app, "ask") {
        CallingApp.caller.ask(
          CXStartCallAction(
            call: Caller.id(4), handle: CXHandle(type: .generic, value: "Eve")))
      }
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("asked") } == [
        "asked emptyTransaction", "asked unknownCallUUID", "asked callUUIDAlreadyExists",
        "asked maximumCallGroupsReached", "asked ", "asked callUUIDAlreadyExists",
        "asked invalidAction", "asked ",
        "asked maximumCallGroupsReached", "asked ", "asked ", "asked unknownCallProvider",
      ])
  }

  @Test func `an answer holds the call that is connected, and an observer sees it (CK5)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(
        CallingApp.app {
          let caller = Caller()
          caller.controller.callObserver.setDelegate(caller, queue: nil)
          return caller
        })
      await phone.open(app)
      await phone.touch(app, "report") { CallingApp.caller.report("Ann") }
      phone.answerCall()
      try await sleep(1)
      await phone.touch(app, "report") { CallingApp.caller.report("Bob", holds: false) }
      phone.answerCall()
      try await sleep(1)
      #expect(phone.calls.shown.map(\.isOnHold) == [true, false])
      await phone.touch(app, "report") { CallingApp.caller.report("Cat") }
      phone.answerCall()
      try await sleep(1)
      #expect(phone.calls.shown.map(\.name) == ["Ann", "Cat"])
    }
    // hasConnected, isOnHold, hasEnded, and the number of calls.
    #expect(
      world.output.filter { $0.hasPrefix("call") } == [
        "call false false false 1", "call true false false 1", "call false false false 2",
        "call true true false 2", "call true false false 2", "call false false false 3",
        "call true false true 2", "call true false false 2",
      ])
    #expect(world.kinds.isEmpty)
  }

  @Test func `delegates are called on the queue that the app gives (CK1, CK5)`() async throws {
    let world = try await withPhone { phone in
      let (_, call) = try await Self.ringing(phone, CallingApp.app { QueuedCaller() })
      phone.answerCall()
      try await sleep(1)
      #expect(call.state == "connected")
    }
    #expect(world.output.filter { $0.contains(" on ") } == ["push on calls", "answer on calls"])
    #expect(world.kinds.isEmpty)
  }

  // MARK: CK6

  @Test func `a call keeps the app running until its end (CK6)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await Self.ringing(phone)
      phone.answerCall()
      try await sleep(3600)
      #expect(app.state == .background)
      phone.hangUp()
      try await sleep(60)
      #expect(app.state == .suspended)
      #expect(call.end == .ended)
    }
    #expect(world.ends.isEmpty)
    #expect(world.kinds.isEmpty)
  }

  @Test func `an outgoing call goes on when the user leaves the app (CK6)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(CallingApp.app())
      await phone.open(app)
      await phone.touch(app, "start") {
        CallingApp.caller.ask(
          CXStartCallAction(
            call: Caller.id(1), handle: CXHandle(type: .generic, value: "Bob")))
      }
      try await sleep(1)
      let call = try #require(phone.calls.shown.first)
      #expect(call.isOutgoing && call.state == "connecting")
      await phone.goHome()
      try await sleep(600)
      #expect(app.state == .background)
      await app.process?.touch {
        CallingApp.caller.provider.reportOutgoingCall(with: Caller.id(1), connectedAt: nil)
      }
      #expect(call.state == "connected")
      await app.process?.touch {
        CallingApp.caller.ask(CXEndCallAction(call: Caller.id(1)))
      }
      try await sleep(60)
      #expect(call.end == .ended)
      #expect(app.state == .suspended)
    }
    #expect(
      world.output == [
        "begin", "asked ", "start Bob", "audio on", "token 32 true", "asked ", "end", "audio off",
      ])
  }

  @Test func `the system activates the audio session for a call in background (CK6)`() async throws
  {
    let world = try await withPhone { phone in
      let (app, _) = try await Self.ringing(phone)
      await app.process?.touch {
        let session = AVAudioSession.sharedInstance()
        try? session.setCategory(.playAndRecord, mode: .voiceChat, options: [])
        do { try session.setActive(true) } catch { print("too early") }
      }
      phone.answerCall()
      try await sleep(1)
      await app.process?.touch {
        do { try AVAudioSession.sharedInstance().setActive(true) } catch { print("refused") }
      }
    }
    #expect(Self.output(world) == ["too early", "answer", "audio on"])
    let states = world.trace.events.compactMap { event -> String? in
      if case .session(let state) = event.kind.audio { state } else { nil }
    }
    #expect(states == ["active"])
  }

  @Test func `the end of the process ends its call (CK6)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await Self.ringing(phone)
      phone.answerCall()
      try await sleep(1)
      app.process?.kill(.crash("by the test"))
      #expect(call.end == .failed)
      #expect(phone.calls.shown.isEmpty)
      try await sleep(60)
    }
    #expect(world.ends == [.crash("by the test")])
    #expect(world.kinds.isEmpty)
  }
}
