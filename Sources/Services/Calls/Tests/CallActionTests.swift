import CallKit
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Actions that the app performs late, or that nobody performs (CK5).
@Suite struct CallActionTests {
  @Test func `an answered call that the app connects late does not ring out (CK5)`() async throws {
    let world = try await withPhone(iOS: 16) { phone in
      let (app, call) = try await CallTests.ringing(phone)
      await app.process?.touch { CallingApp.caller.fulfills = false }
      try await sleep(54)
      phone.answerCall()
      try await sleep(10)
      #expect(call.end == nil)
      await app.process?.touch {
        CallingApp.caller.provider.pendingTransactions.first?.actions.first?.fulfill()
      }
      #expect(call.state == "connected")
    }
    #expect(CallTests.output(world).first == "answer")
    #expect(!CallTests.output(world).contains("end"))
    #expect(world.kinds.isEmpty)
  }

  @Test func `no action is missing of a call that has ended (CK5)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await CallTests.ringing(phone)
      await app.process?.touch { CallingApp.caller.fulfills = false }
      phone.answerCall()
      try await sleep(1)
      await app.process?.touch {
        CallingApp.caller.provider.reportCall(
          with: Caller.id(1), endedAt: nil, reason: .remoteEnded)
      }
      try await sleep(70)
      #expect(call.end == .remoteEnded)
    }
    #expect(CallTests.output(world).first == "answer")
    #expect(world.kinds.isEmpty)
  }

  @Test func `an invalid provider misses no action (CK5)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await CallTests.ringing(phone)
      await app.process?.touch { CallingApp.caller.fulfills = false }
      phone.declineCall()
      try await sleep(1)
      await app.process?.touch { CallingApp.caller.provider.invalidate() }
      try await sleep(10)
      #expect(call.end == .failed)
    }
    #expect(CallTests.output(world) == ["end"])
    #expect(world.kinds.isEmpty)
  }

  @Test func `an app that releases its provider performs no action (CK5)`() async throws {
    let world = try await withPhone { phone in
      let (app, call) = try await CallTests.ringing(phone)
      await app.process?.touch { Kept.release("caller") }
      phone.declineCall()
      try await sleep(1)
      #expect(call.end == .ended)
    }
    #expect(world.kinds == [.callActionNotPerformed.by(.ck5)])
    #expect(world.findings[0].what.contains("released the CXProvider"))
  }
}
