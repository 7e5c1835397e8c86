import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

/// Returns the lane with a label from a timeline of these events.
func lane(
  _ label: String, lasting milliseconds: Int64 = 100, _ events: [TraceEvent]
) -> Lane? {
  let input = ReportInput(
    title: "", duration: .milliseconds(milliseconds), events: events,
    devices: [.init("phone", backgroundTaskBudget: .seconds(30))])
  return Timeline(input).lanes.first { $0.label == label }
}

/// Returns the start and end of each span, in milliseconds.
func times(_ lane: Lane?) -> [[Int64]]? {
  lane?.spans.map { [$0.start.nanoseconds / 1_000_000, $0.end.nanoseconds / 1_000_000] }
}
