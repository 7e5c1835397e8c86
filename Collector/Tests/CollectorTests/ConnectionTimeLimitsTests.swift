import NIOCore
import Testing

@testable import Collector

/// The limits as a table: a request may take 10 s, and a connection may be idle for 4 s.
@Suite struct ConnectionTimeLimitsTests {
  enum Input {
    case head, end, responseBegins, responseEnds, unwritable, writable, lastAnswer
    /// The server stops within a second.
    case stop
    /// The time of a deadline is reached, and the client has read this many bytes since the last one.
    case wait(read: Int)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The events, each with the second at which it happens.
    var inputs: [(Int64, Input)]
    /// The second of the deadline, and what to do then; nil if there is no deadline.
    var expected: (Int64, ConnectionTimeLimits.Action)?
  }

  static let rows: [Row] = [
    Row(testDescription: "no request", inputs: [], expected: (4, .close)),
    Row(
      testDescription: "a body stops", inputs: [(1, .head)], expected: (11, .answerTimeout)),
    Row(
      testDescription: "the server prepares its response", inputs: [(1, .head), (2, .end)],
      expected: nil),
    Row(
      testDescription: "the server sends its response",
      inputs: [(1, .head), (2, .end), (3, .responseBegins)], expected: nil),
    Row(
      testDescription: "no second request",
      inputs: [(1, .head), (2, .end), (3, .responseBegins), (5, .responseEnds)],
      expected: (9, .close)),
    Row(
      testDescription: "the body of a second request stops",
      inputs: [(1, .head), (2, .end), (3, .responseBegins), (5, .responseEnds), (6, .head)],
      expected: (16, .answerTimeout)),
    Row(
      testDescription: "the rest of a refused body stops",
      inputs: [(1, .head), (2, .responseBegins), (3, .responseEnds)], expected: (11, .close)),
    Row(
      testDescription: "the rest of a refused body has arrived",
      inputs: [(1, .head), (2, .responseBegins), (3, .responseEnds), (7, .end)],
      expected: (11, .close)),
    Row(
      testDescription: "a body stops whose response has begun",
      inputs: [(1, .head), (2, .responseBegins)], expected: (11, .close)),
    Row(
      testDescription: "a second request stops while the first one is answered",
      inputs: [(1, .head), (2, .end), (3, .head)], expected: nil),
    Row(
      testDescription: "the same, after the first one was answered",
      inputs: [(1, .head), (2, .end), (3, .head), (49, .responseBegins), (50, .responseEnds)],
      expected: (60, .answerTimeout)),
    Row(
      testDescription: "two requests have arrived, and one is answered",
      inputs: [
        (1, .head), (2, .end), (3, .head), (4, .end), (49, .responseBegins), (50, .responseEnds),
      ], expected: nil),
    Row(
      testDescription: "a third request stops while the second one is answered",
      inputs: [
        (1, .head), (2, .end), (3, .head), (4, .end), (5, .head), (49, .responseBegins),
        (50, .responseEnds),
      ], expected: nil),
    Row(
      testDescription: "a second request stops whose response began before the first one was sent",
      inputs: [
        (1, .head), (2, .end), (3, .responseBegins), (4, .head), (5, .responseBegins),
        (9, .responseEnds),
      ], expected: (19, .close)),
    Row(
      testDescription: "the client does not read",
      inputs: [(1, .head), (2, .end), (3, .responseBegins), (4, .unwritable)],
      expected: (14, .close)),
    Row(
      testDescription: "the client reads a byte in 10 s",
      inputs: [
        (1, .head), (2, .end), (3, .responseBegins), (4, .unwritable), (14, .wait(read: 1)),
        (24, .wait(read: 1)),
      ], expected: (34, .close)),
    Row(
      testDescription: "the client reads again",
      inputs: [(1, .head), (2, .end), (3, .responseBegins), (4, .unwritable), (5, .writable)],
      expected: nil),
    Row(
      testDescription: "the client sends after the last answer",
      inputs: [(1, .head), (2, .responseBegins), (3, .responseEnds), (3, .lastAnswer)],
      expected: (8, .close)),
    Row(
      testDescription: "the client sends a whole body after the last answer",
      inputs: [(1, .head), (2, .responseBegins), (3, .responseEnds), (3, .lastAnswer), (4, .end)],
      expected: (8, .close)),
    Row(
      testDescription: "the server stops without a request", inputs: [(1, .stop)],
      expected: (2, .close)),
    Row(
      testDescription: "the server stops while a body is sent",
      inputs: [(1, .head), (2, .stop)], expected: (3, .answerTimeout)),
    Row(
      testDescription: "the server stops while it prepares its response",
      inputs: [(1, .head), (2, .end), (3, .stop)], expected: (4, .close)),
    Row(
      testDescription: "the server stops while it sends its response",
      inputs: [(1, .head), (2, .end), (3, .responseBegins), (4, .stop)], expected: (5, .close)),
    Row(
      testDescription: "the server stops after the last answer",
      inputs: [(1, .head), (2, .responseBegins), (3, .responseEnds), (3, .lastAnswer), (4, .stop)],
      expected: (5, .close)),
  ]

  @Test(arguments: rows) func `a slow client is noticed at the right time`(row: Row) {
    var limits = ConnectionTimeLimits(
      requestLimit: .seconds(10), idleLimit: .seconds(4), openedAt: Self.time(0))
    var unsent = 100_000
    for (second, input) in row.inputs {
      let now = Self.time(second)
      switch input {
      case .head: limits.headArrived(at: now)
      case .end: limits.requestEnded(at: now)
      case .responseBegins: limits.responseBegan()
      case .responseEnds: limits.responseEnded(at: now)
      case .unwritable:
        limits.writabilityChanged(isWritable: false, unsentBytes: unsent, at: now)
      case .writable:
        limits.writabilityChanged(isWritable: true, unsentBytes: 0, at: now)
      case .lastAnswer: limits.lastAnswerSent(at: now)
      case .stop: limits.stop(within: .seconds(1), at: now)
      case .wait(let read):
        unsent -= read
        #expect(limits.timeReached(at: now, unsentBytes: unsent) == nil)
      }
    }
    #expect(limits.deadline == row.expected.map { Self.time($0.0) })
    guard let (second, action) = row.expected else {
      #expect(limits.timeReached(at: Self.time(1_000_000), unsentBytes: unsent) == nil)
      return
    }
    #expect(
      limits.timeReached(at: Self.time(second) - .nanoseconds(1), unsentBytes: unsent) == nil)
    #expect(limits.timeReached(at: Self.time(second), unsentBytes: unsent) == action)
  }

  @Test func `after status 408 the connection stays open for 5 s`() {
    var limits = ConnectionTimeLimits(
      requestLimit: .seconds(10), idleLimit: .seconds(4), openedAt: Self.time(0))
    limits.headArrived(at: Self.time(1))
    #expect(limits.timeReached(at: Self.time(11), unsentBytes: 0) == .answerTimeout)
    #expect(limits.deadline == Self.time(16))
    #expect(limits.timeReached(at: Self.time(16), unsentBytes: 0) == .close)
  }

  private static func time(_ seconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(0) + .seconds(seconds)
  }
}
