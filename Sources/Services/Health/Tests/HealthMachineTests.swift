import Foundation
import Testing

@testable import YobanHealth

/// The record of samples and the deliveries of an app, without a simulation.
@Suite struct HealthMachineTests {
  private static func sample(_ number: UInt8, _ type: String = "mass") -> HealthSample {
    let date = Date(timeIntervalSince1970: 0)
    return HealthSample(
      uuid: UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), type: type, value: 1,
      start: date, end: date, source: "a", sourceName: "A")
  }

  @Test func `samples are added all or none, and each change has a number`() {
    var record = HealthRecord()
    let added = [[1, 2], [3, 2], [4, 4]].map { numbers in
      record.add(numbers.map { Self.sample($0) })
    }
    #expect(added == [true, false, false])
    #expect(record.entries.map(\.number) == [1, 2])
    let removed = record.remove([Self.sample(1).uuid, Self.sample(9).uuid])
    #expect(removed == ["mass"] && record.deletions.map(\.number) == [3])
    _ = record.add([Self.sample(3)])
    #expect(record.entries.map(\.number) == [2, 4] && record.anchor == 4)
  }

  @Test func `a change is delivered at once, and the next one after the period`() {
    var delivery = HealthDelivery()
    delivery.enable("mass", period: 3600)
    let isEmpty = delivery.due == nil && delivery.deliver(at: 0).isEmpty
    #expect(isEmpty)
    delivery.changed(["mass", "steps"])
    let first = delivery.deliver(at: 10)
    delivery.completed("mass")
    delivery.changed(["mass"])
    #expect(first == ["mass"] && delivery.due == 3610)
    let (early, second) = (delivery.deliver(at: 3609), delivery.deliver(at: 3610))
    #expect(early == [] && second == ["mass"])
  }

  @Test func `what is not completed is delivered later and later, and then not any more`() {
    var delivery = HealthDelivery()
    delivery.enable("mass", period: 0)
    delivery.changed(["mass"])
    var now: Int64 = 0
    var times: [Int64] = []
    while let due = delivery.due {
      now = max(due, now)
      times.append(now)
      let types = delivery.deliver(at: now)
      let open = delivery.timeIsOver(at: now, allowance: 0, limit: 3, delay: 300)
      #expect(types == ["mass"] && open == ["mass"])
    }
    #expect(times == [0, 300, 900])
    delivery.changed(["mass"])
    #expect(delivery.due == nil)
    // A new call begins again.
    delivery.enable("mass", period: 0)
    delivery.changed(["mass"])
    #expect(delivery.due != nil)
  }

  @Test func `a completed update ends the row of failures`() {
    var delivery = HealthDelivery()
    delivery.enable("mass", period: 0)
    for round in 1...5 {
      let now = Int64(round) * 1_000_000
      delivery.changed(["mass"])
      let first = delivery.deliver(at: now)
      let open = delivery.timeIsOver(at: now, allowance: 0, limit: 3, delay: 1)
      let second = delivery.deliver(at: now + 1000)
      delivery.completed("mass")
      let closed = delivery.timeIsOver(at: now + 1000, allowance: 0, limit: 3, delay: 1)
      #expect(first == ["mass"] && open == ["mass"] && second == ["mass"] && closed == [])
    }
    delivery.disable("mass")
    delivery.changed(["mass"])
    #expect(delivery.due == nil)
  }

  @Test func `each type has the whole time of its own delivery`() {
    var delivery = HealthDelivery()
    for (type, time) in [("mass", Int64(0)), ("steps", 10)] {
      delivery.enable(type, period: 0)
      delivery.changed([type])
      _ = delivery.deliver(at: time)
    }
    let first = delivery.timeIsOver(at: 15, allowance: 15, limit: 3, delay: 300)
    let second = delivery.timeIsOver(at: 25, allowance: 15, limit: 3, delay: 300)
    #expect(first == ["mass"] && second == ["steps"])
  }
}
