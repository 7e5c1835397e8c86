import Testing
import YobanVirtualTime

@testable import YobanWatchLink

/// One message and its reply, for which exactly one handler is called (WC2).
@Suite struct MessageExchangeTests {
  enum Input: CaseIterable, Sendable {
    case arrived, arrivedOutOfReach, arrivedWithoutApp, delivered, deliveredUnimplemented, replied
    case replyArrived, replyArrivedOutOfReach, replyFailed, receiverEnded, senderEnded, timedOut

    func apply(to exchange: inout MessageExchange) -> MessageExchange.Action? {
      switch self {
      case .arrived: exchange.arrived(isInReach: true, isReceived: true)
      case .arrivedOutOfReach: exchange.arrived(isInReach: false, isReceived: true)
      case .arrivedWithoutApp: exchange.arrived(isInReach: true, isReceived: false)
      case .delivered: exchange.delivered(isImplemented: true)
      case .deliveredUnimplemented: exchange.delivered(isImplemented: false)
      case .replied: exchange.replied()
      case .replyArrived: exchange.replyArrived(isInReach: true)
      case .replyArrivedOutOfReach: exchange.replyArrived(isInReach: false)
      case .replyFailed: exchange.replyFailed()
      case .receiverEnded: exchange.receiverEnded()
      case .senderEnded: exchange.senderEnded()
      case .timedOut: exchange.timedOut()
      }
    }
  }

  typealias Row = (wantsReply: Bool, inputs: [Input], last: MessageExchange.Action?)

  @Test(
    arguments: [
      (true, [.arrived], .deliver),
      (true, [.arrived, .delivered, .replied], .sendReply),
      (true, [.arrived, .replied], .sendReply),
      (true, [.arrived, .delivered, .replied, .replyArrived], .succeed),
      (true, [.arrived, .delivered, .replied, .replied], nil),
      (true, [.arrived, .delivered, .replied, .replyArrived, .timedOut], nil),
      (true, [.arrivedOutOfReach], .fail(.deliveryFailed)),
      (true, [.arrivedWithoutApp], .fail(.deliveryFailed)),
      (true, [.arrived, .deliveredUnimplemented], .fail(.deliveryFailed)),
      (true, [.arrived, .receiverEnded], .fail(.deliveryFailed)),
      (true, [.arrived, .delivered, .receiverEnded], .fail(.messageReplyFailed)),
      (true, [.arrived, .delivered, .replied, .receiverEnded], nil),
      (true, [.arrived, .delivered, .replied, .replyFailed], .fail(.messageReplyFailed)),
      (
        true, [.arrived, .delivered, .replied, .replyArrivedOutOfReach], .fail(.messageReplyFailed)
      ),
      (true, [.arrived, .delivered, .timedOut], .fail(.messageReplyTimedOut)),
      (true, [.arrived, .timedOut], .fail(.messageReplyTimedOut)),
      (true, [.timedOut], .fail(.messageReplyTimedOut)),
      (true, [.senderEnded], .lose),
      (true, [.senderEnded, .arrived], nil),
      (true, [.arrived, .senderEnded, .delivered], nil),
      (true, [.arrived, .senderEnded, .delivered, .replied], nil),
      (false, [.arrived, .delivered], nil),
      (false, [.arrived, .delivered, .replied], nil),
      (false, [.arrived, .delivered, .timedOut], nil),
      (false, [.arrived, .timedOut], .fail(.deliveryFailed)),
      (false, [.arrived, .deliveredUnimplemented], .fail(.deliveryFailed)),
      (false, [.arrived, .receiverEnded], .fail(.deliveryFailed)),
    ] as [Row])
  func `the inputs decide how a message ends (WC2)`(_ row: Row) {
    var exchange = MessageExchange(wantsReply: row.wantsReply)
    var last: MessageExchange.Action?
    for input in row.inputs { last = input.apply(to: &exchange) }
    #expect(last == row.last, "\(row.inputs)")
  }

  @Test(arguments: manySeeds)
  func `at most one handler is called, and none if the sender has ended (WC2)`(
    _ seed: UInt64
  ) {
    var random = RandomStream(seed: seed, name: "exchange")
    var exchange = MessageExchange(wantsReply: random.chance(2, in: 3))
    var calls = 0
    var inputs: [Input] = []
    for _ in 0..<12 {
      inputs.append(random.pick(Input.allCases))
      switch inputs.last!.apply(to: &exchange) {
      case .succeed:
        calls += 1
        #expect(exchange.wantsReply && inputs.contains(.replied), "\(inputs)")
        #expect(!inputs.contains(.senderEnded), "\(inputs)")
      case .fail:
        calls += 1
        #expect(!inputs.contains(.senderEnded), "\(inputs)")
      case .deliver, .sendReply, .lose, nil: break
      }
    }
    #expect(calls <= 1, "\(inputs)")
    _ = exchange.timedOut()
    #expect(exchange.state == .over, "the timeout ends everything: \(inputs)")
  }
}
