import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanWatch

@Suite struct ProcessorCapTests {
  private func cap() -> ProcessorCap {
    ProcessorCap(share: 0.15, window: .seconds(60), tolerance: .seconds(40))
  }

  /// Follows the deadlines until the cap is exceeded, or for an hour.
  private func end(of cap: ProcessorCap, from start: Double) -> VirtualInstant? {
    var cap = cap
    var now = at(start)
    while let next = cap.nextDeadline(at: now), next < at(3600) {
      #expect(next > now, "a deadline lies ahead")
      now = next
      if cap.deadlineReached(at: now) { return now }
    }
    return nil
  }

  /// A load from the start, and the second at which the average is above 15 % of 60 s = 9 s.
  static let loads: [(load: Double, above: Double?)] = [
    (0, nil), (0.149, nil), (0.15, nil), (0.2, 45), (0.3, 30), (0.9, 10), (1, 9),
  ]

  @Test(arguments: loads.indices)
  func `an average above 15 % over 60 s exceeds the cap after the tolerance (WK6)`(_ row: Int) {
    let (load, above) = Self.loads[row]
    var cap = cap()
    cap.loadChanged(to: load, at: at(0))
    let moment = end(of: cap, from: 0)
    #expect((moment == nil) == (above == nil))
    guard let moment, let above else { return }
    #expect(moment >= at(above + 40) && moment < at(above + 40.001))
  }

  @Test func `a short peak does not exceed the cap (WK6)`() {
    var cap = cap()
    cap.loadChanged(to: 1, at: at(0))
    _ = cap.deadlineReached(at: at(9.5))
    #expect(cap.aboveSince != nil)
    // 20 s were used. The average is below 9 s in 60 s when 11 s of them have left the window.
    cap.loadChanged(to: 0, at: at(20))
    #expect(cap.aboveSince != nil)
    let next = cap.nextDeadline(at: at(20))
    #expect(next.map { $0 >= at(49) && $0 < at(50) } == true, "the tolerance ends first")
    cap.loadChanged(to: 0, at: at(72))
    #expect(cap.aboveSince == nil)
    #expect(cap.nextDeadline(at: at(72)) == nil)
  }

  @Test func `an average that falls below the cap in time ends the tolerance (WK6)`() {
    var cap = cap()
    cap.loadChanged(to: 1, at: at(0))
    _ = cap.deadlineReached(at: at(9.5))
    cap.loadChanged(to: 0, at: at(10))
    // 10 s were used. One second leaves the window at 61 s, which is later than 9.5 + 40 s.
    #expect(cap.nextDeadline(at: at(10)) == at(49.5))
    let isOver = cap.deadlineReached(at: at(49.5))
    #expect(isOver)
    var other = ProcessorCap(share: 0.15, window: .seconds(60), tolerance: .seconds(100))
    other.loadChanged(to: 1, at: at(0))
    _ = other.deadlineReached(at: at(9.5))
    other.loadChanged(to: 0, at: at(10))
    let below = other.nextDeadline(at: at(10))
    #expect(below.map { $0 >= at(61) && $0 < at(61.001) } == true)
    let isOtherOver = other.deadlineReached(at: below!)
    #expect(!isOtherOver)
    #expect(other.aboveSince == nil)
    #expect(end(of: other, from: 62) == nil)
  }
}
