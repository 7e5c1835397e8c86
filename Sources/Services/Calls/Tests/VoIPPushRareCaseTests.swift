import CallKit
import PushKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// An app that starts a call itself when a push comes.
private final class CallingBack: Caller {
  override func received(_ payload: PKPushPayload) {
    ask(
      CXStartCallAction(call: Self.id(1), handle: CXHandle(type: .generic, value: "Bob")))
  }
}

/// VoIP pushes in rare cases (CK1, CK3).
@Suite struct VoIPPushRareCaseTests {
  @Test func `a token comes as soon as the phone is online (CK1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(CallingApp.app())
      phone.network.path = .offline
      await phone.open(app)
      try await sleep(60)
      #expect(phone.calls.token(of: app) == nil)
      phone.network.path = .wifi
      try await sleep(2)
      #expect(phone.calls.token(of: app) != nil)
    }
    #expect(world.output == ["begin", "token 32 true"])
    #expect(world.kinds.isEmpty)
  }

  @Test func `an app that has started a call in the method need not report one (CK3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(CallingApp.app { CallingBack() })
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(10)
      #expect(phone.calls.shown.map(\.name) == ["Bob"])
    }
    #expect(world.ends.isEmpty)
    #expect(world.kinds.isEmpty)
  }

  @Test func `a registry receives a push for which the app has reported a call before (CK3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await phone.suspended(
        CallingApp.app(.never) {
          Caller(registersFor: AppProcess.current?.cause == .user ? [.voIP] : nil)
        })
      phone.jetsam(app)
      try phone.pushVoIP(to: app, payload: ["n": 1])
      try await sleep(3)
      await app.process?.touch {
        let caller = CallingApp.caller
        caller.report()
        let registry = PKPushRegistry(queue: nil)
        caller.registry = registry
        registry.delegate = caller
        registry.desiredPushTypes = [.voIP]
      }
      try await sleep(10)
      #expect(app.state == .background)
      #expect(phone.calls.shown.map(\.name) == ["Ann"])
    }
    #expect(world.output.filter { $0.hasPrefix("push") } == ["push 1"])
    #expect(world.kinds.isEmpty)
  }
}
