import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanCalls

/// The states of one call as a table (CK5), and what an app owes for a push (CK3).
@Suite struct CallMachineTests {
  enum Input: Sendable {
    case fulfilled(CallActionKind)
    case failed(CallActionKind)
    case progress(Bool)
    case ended(CallEnd)
  }

  struct Row: Sendable {
    let input: Input
    let state: CallMachine.State
    var audio = false
    var end: CallEnd?
  }

  @Test(arguments: [
    (
      false,
      [
        Row(input: .fulfilled(.setMuted(true)), state: .ringing),
        Row(input: .progress(true), state: .ringing),
        Row(input: .fulfilled(.answer), state: .connected, audio: true),
        Row(input: .fulfilled(.setHeld(true)), state: .connected),
        Row(input: .failed(.setHeld(false)), state: .connected),
        Row(input: .fulfilled(.setHeld(false)), state: .connected, audio: true),
        Row(input: .fulfilled(.end), state: .ended, end: .ended),
        Row(input: .ended(.remoteEnded), state: .ended, end: .ended),
      ]
    ),
    (false, [Row(input: .failed(.answer), state: .ended, end: .failed)]),
    (false, [Row(input: .failed(.end), state: .ended, end: .ended)]),
    (false, [Row(input: .ended(.answeredElsewhere), state: .ended, end: .answeredElsewhere)]),
    (
      true,
      [
        Row(input: .fulfilled(.answer), state: .starting),
        Row(
          input: .fulfilled(.start(CallHandle(type: 1, value: "Bob"), isVideo: false)),
          state: .connecting, audio: true),
        Row(input: .progress(false), state: .connecting, audio: true),
        Row(input: .progress(true), state: .connected, audio: true),
        Row(input: .ended(.unanswered), state: .ended, end: .unanswered),
      ]
    ),
    (
      true,
      [
        Row(
          input: .failed(.start(CallHandle(type: 1, value: "Bob"), isVideo: false)),
          state: .ended, end: .failed)
      ]
    ),
  ])
  func `a call goes from its report to its end (CK5)`(isOutgoing: Bool, rows: [Row]) {
    var machine = CallMachine(isOutgoing: isOutgoing)
    for (i, row) in rows.enumerated() {
      switch row.input {
      case .fulfilled(let kind): machine.fulfilled(kind)
      case .failed(let kind): machine.failed(kind)
      case .progress(let isConnected): machine.reportedProgress(isConnected: isConnected)
      case .ended(let end): machine.ended(end)
      }
      #expect(machine.state == row.state, "row \(i)")
      #expect(machine.usesAudio == row.audio, "row \(i)")
      #expect(machine.end == row.end, "row \(i)")
    }
  }

  @Test func `an app in background without a call owes one for a push (CK3)`() {
    struct Row {
      let iOS: SystemVersion
      var isInFront = false
      var hasCall = false
      var age = 0
      let owes: Bool
    }
    for row in [
      Row(iOS: 12, owes: false), Row(iOS: 13, owes: true),
      Row(iOS: 17, isInFront: true, owes: false), Row(iOS: 17, hasCall: true, owes: false),
      Row(iOS: 17, age: 600, owes: true), Row(iOS: "26.3", age: 600, owes: true),
      Row(iOS: "26.4", age: 59, owes: true), Row(iOS: "26.4", age: 60, owes: false),
    ] {
      let owes = CallPolicy(iOS: row.iOS).mustReport(
        isInFront: row.isInFront, hasCall: row.hasCall, age: .seconds(row.age))
      #expect(owes == row.owes, "\(row)")
    }
  }

  @Test func `three failures within a day stop the pushes (CK4)`() {
    let policy = CallPolicy(iOS: 17)
    var queue = VoIPPushQueue(policy)
    func at(_ hours: Int) -> VirtualInstant { .start + .seconds(hours * 3600) }
    for hour in [0, 10, 20] {
      #expect(!queue.isBlocked(policy, at: at(hour)))
      queue.noteFailure(at: at(hour))
    }
    #expect(queue.isBlocked(policy, at: at(23)))
    #expect(!queue.isBlocked(policy, at: at(24)))
    queue.noteFailure(at: at(25))
    #expect(queue.isBlocked(policy, at: at(25)))
  }
}
