import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// The limit of 80 % of a core over 60 s, in the background (L11).
@Suite struct ProcessorMonitorTests {
  /// A load that begins at a second.
  typealias Step = (second: Double, load: Double)

  private static func monitor(_ steps: [Step]) -> ProcessorMonitor {
    var monitor = ProcessorMonitor(LifecyclePolicy(iOS: 15))
    for step in steps { monitor.loadChanged(to: step.load, at: at(step.second)) }
    return monitor
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var steps: [Step]
    /// The second at which the average exceeds the limit. Nil: never.
    var exceeds: Double?
    var testDescription: String { "\(steps)" }
  }

  static let rows: [Row] = [
    .init(steps: [(0, 0)], exceeds: nil),
    // 48 s of CPU time inside the window are enough: a full core exceeds the limit after 48 s.
    .init(steps: [(0, 1)], exceeds: 48),
    .init(steps: [(100, 1)], exceeds: 148),
    // Two cores need half the time.
    .init(steps: [(0, 2)], exceeds: 24),
    // A load up to the limit never exceeds it. A load of 0.96 does after 50 s.
    .init(steps: [(0, 0.8)], exceeds: nil),
    .init(steps: [(0, 0.5)], exceeds: nil),
    .init(steps: [(0, 0.96)], exceeds: 50),
    // 40 s with a full core, then rest: never. 40 s, 10 s of rest, and load again: 8 s more.
    .init(steps: [(0, 1), (40, 0)], exceeds: nil),
    .init(steps: [(0, 1), (40, 0), (50, 1)], exceeds: 58),
    // 20 s of rest: then as much load leaves the window as enters it, until 8 s more than left.
    .init(steps: [(0, 1), (40, 0), (60, 1)], exceeds: 108),
    // 70 s of rest: the window is empty when the load begins.
    .init(steps: [(0, 1), (40, 0), (110, 1)], exceeds: 158),
    // A base of half a core, then a full one: 30 s are in the window, and each second adds a half.
    .init(steps: [(0, 0.5), (60, 1)], exceeds: 96),
  ]

  @Test(arguments: rows)
  func `the average over 60 s exceeds 80 % at the expected second (L11)`(_ row: Row) {
    let monitor = Self.monitor(row.steps)
    let moment = monitor.exceeds(at: at(row.steps.last!.second))
    guard let expected = row.exceeds else {
      #expect(moment == nil)
      return
    }
    // The first nanosecond above the limit.
    #expect(moment.map { ($0 - at(expected)).nanoseconds } ?? -1 >= 0)
    #expect(moment.map { $0 - at(expected) < .microseconds(1) } == true)
  }

  @Test func `the CPU time of the window is the integral of the load (L11)`() {
    let monitor = Self.monitor([(0, 1), (10, 0.5), (30, 0)])
    #expect(monitor.used(until: at(5)) == 5)
    #expect(monitor.used(until: at(30)) == 20)
    #expect(monitor.used(until: at(60)) == 20)
    #expect(monitor.used(until: at(65)) == 15)
    #expect(monitor.used(until: at(100)) == 0)
  }
}
