import ClockOffsets
import CollectorContract
import Foundation
import Testing

@testable import Yoban

/// Measurements of clocks by the runtime.
@Suite struct ClockMeasuringTests {
  typealias Exchange = ClockMeasurements.Exchange

  struct Row: CustomTestStringConvertible {
    var name: String
    /// The device's own clock and its wall clock when the upload was requested and when its end was reported, in ms.
    var requested: (time: Int64, wall: Int64)
    var ended: (time: Int64, wall: Int64)
    var wasBooted = false
    /// The wall times of the request and the answer; nil if the system has not told them.
    var sent: Int64?
    var returned: Int64?
    /// When the exchange began and ended on the own clock; nil for no exchange.
    var expected: ClosedRange<Int64>?
    var testDescription: String { name }
  }

  /// The wall clock is 1,000 s ahead of the own one at first.
  @Test(arguments: [
    Row(
      name: "the wall clock runs with the own one", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_000), sent: 1_006_000, returned: 1_007_000, expected: 6_000...7_000),
    Row(
      name: "the wall clock is corrected by 20 ms, before or after", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_020), sent: 1_006_000, returned: 1_007_000, expected: 5_980...7_000),
    Row(
      name: "the wall clock is set 90 s ahead, before or after", requested: (5_000, 1_005_000),
      ended: (9_000, 1_099_000), sent: 1_006_000, returned: 1_007_000, expected: 5_000...7_000),
    Row(
      name: "the wall clock is set 90 s back, before or after", requested: (5_000, 1_005_000),
      ended: (9_000, 919_000), sent: 1_006_000, returned: 1_007_000, expected: 6_000...9_000),
    Row(
      name: "the system does not tell the times", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_000), expected: 5_000...9_000),
    Row(
      name: "the system tells impossible times", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_000), sent: 5, returned: 99_999_999, expected: 5_000...9_000),
    Row(
      name: "the answer came before the request was sent", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_000), sent: 1_007_000, returned: 1_006_000, expected: nil),
    Row(
      name: "the device was booted in between", requested: (5_000, 1_005_000),
      ended: (9_000, 1_009_000), wasBooted: true, sent: 1_006_000, returned: 1_007_000,
      expected: nil),
  ]) func `an upload is an exchange, whatever happens to the wall clock`(_ row: Row) throws {
    let million: Int64 = 1_000_000
    func stamp(_ times: (time: Int64, wall: Int64), _ since: Int64) -> ClockStamp {
      ClockStamp(.recorded(since: since), times.time * million, wall: times.wall * million)
    }
    let exchange = UploadExchange(
      requested: stamp(row.requested, 1), ended: stamp(row.ended, row.wasBooted ? 2 : 1),
      sentWall: row.sent.map { $0 * million }, returnedWall: row.returned.map { $0 * million },
      arrived: 777, answered: 778
    ).measurement
    guard let expected = row.expected else {
      #expect(exchange == nil)
      return
    }
    let found = try #require(exchange)
    #expect(found.clock == .recorded(since: 1) && found.reference == .collector)
    #expect(found.stamps.arrived == 777 && found.stamps.answered == 778)
    // Dates of Foundation are not exact.
    #expect((0...1_000).contains(expected.lowerBound * million - found.stamps.sent))
    #expect((0...1_000).contains(found.stamps.returned - expected.upperBound * million))
  }

  @Test func `numbers that are too large are no exchange`() {
    for number in [Int64.min, .max] {
      let stamp = ClockStamp(.relay(since: 1), number, wall: ~number)
      let exchange = UploadExchange(
        requested: stamp, ended: stamp, sentWall: number, returnedWall: number, arrived: number,
        answered: number)
      #expect(exchange.measurement == nil)
    }
    #expect(Int64(nanosecondsTo: .distantFuture) == .max)
    #expect(Int64(nanosecondsTo: .distantPast) == .min)
    #expect(Int64(nanosecondsTo: Date(timeIntervalSince1970: 1.5)) == 1_500_000_000)
  }

  private static func exchange(_ number: Int64, width: Int64) -> Exchange {
    Exchange(
      .recorded(since: 1), to: .collector,
      ClockExchange(sent: number, arrived: 0, answered: 0, returned: number + width)!)
  }

  @Test func `exchanges wait until an upload with them has arrived`() {
    var pending = PendingExchanges()
    pending.add([
      Self.exchange(1, width: 5), Self.exchange(2, width: 5), Self.exchange(1, width: 5),
    ])
    #expect(pending.all.map(\.stamps.sent) == [1, 2])
    let carried = pending.all
    pending.add([Self.exchange(3, width: 5)])
    pending.arrived(carried)
    #expect(pending.all.map(\.stamps.sent) == [3])
    pending.arrived(carried)
    #expect(pending.all.map(\.stamps.sent) == [3])
  }

  @Test func `of too many exchanges, those that tell least are dropped`() {
    var pending = PendingExchanges()
    pending.add((1...16).map { Self.exchange($0, width: 100 + $0) })
    // A wide one is dropped at once, and a narrow one takes the place of the widest.
    pending.add([Self.exchange(17, width: 1_000), Self.exchange(18, width: 1)])
    #expect(pending.all.map(\.stamps.sent) == Array(1...15) + [18])
  }

  @Test func `watch and phone read what they tell each other, and nothing else`() throws {
    let arrived = ClockStamp(.relay(since: 5), 100, wall: 7)
    let answered = ClockStamp(.relay(since: 5), 103, wall: 10)
    let times = RelayTime(arrived: arrived, answered: answered)
    #expect(RelayTime.isQuestion(RelayTime.question))
    #expect(!RelayTime.isQuestion(RelayMessage.wake.propertyList))
    #expect(!RelayTime.isQuestion(["clock": 5]))
    // An app of an earlier version takes neither for one of its messages.
    #expect(RelayMessage(RelayTime.question) == nil && RelayMessage(times.reply) == nil)
    #expect(RelayTime(times.reply) == times)
    #expect(RelayTime([:]) == nil && RelayTime(RelayMessage.awake(seconds: 6).propertyList) == nil)
    for bad: Any in [
      "", 5, "relay:5 1 2", "relay:5 1 2, relay:6 1 2", "relay:5 1 2, 3", ["relay:5 1 2"],
    ] {
      #expect(RelayTime(["clock": bad]) == nil)
    }

    // The watch sent at 40 and had the reply at 50 on its clock.
    func stamp(_ time: Int64, since: Int64 = 9) -> ClockStamp {
      ClockStamp(.recorded(since: since), time, wall: 0)
    }
    let exchange = try #require(times.exchange(sent: stamp(40), returned: stamp(50)))
    #expect(
      exchange
        == Exchange(
          .recorded(since: 9), to: .relay(since: 5),
          ClockExchange(sent: 40, arrived: 100, answered: 103, returned: 50)!))
    #expect(times.exchange(sent: stamp(40), returned: stamp(50, since: 10)) == nil)
    #expect(times.exchange(sent: stamp(40), returned: stamp(41)) == nil)

    let metadata = RelayTime.adding([exchange], to: ["chunk": "x"])
    #expect(RelayTime.exchanges(in: metadata) == [exchange])
    #expect(RelayTime.adding([], to: ["chunk": "x"]).count == 1)
    #expect(RelayTime.exchanges(in: nil).isEmpty)
    #expect(RelayTime.exchanges(in: ["exchanges": "text"]).isEmpty)
    #expect(RelayTime.exchanges(in: ["exchanges": Array(repeating: "bad", count: 1_000)]).isEmpty)
    let many = Array(repeating: exchange.description, count: 1_000)
    #expect(RelayTime.exchanges(in: ["exchanges": many]).count == 16)
  }
}
