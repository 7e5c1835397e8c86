import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanReports

@Suite struct LegendTests {
  /// Returns the legend of a page with these events.
  private static func legend(_ events: [TraceEvent], gaps: [ReportInput.Gap] = []) -> String {
    let input = ReportInput(title: "", duration: .milliseconds(100), events: events, gaps: gaps)
    return HTMLReport.legend(of: Timeline(input)).text
  }

  private static func entry(_ style: LaneStyle) -> String { "var(--\(style.rawValue))\"" }

  @Test(arguments: LaneStyle.allCases)
  func `every style has its own text below its heading`(style: LaneStyle) {
    let legend = style.legend
    #expect(!legend.words.isEmpty)
    #expect(LaneStyle.allCases.filter { $0.legend == legend } == [style])
  }

  @Test(arguments: LaneStyle.allCases)
  func `the style sheet draws the shape of every entry`(style: LaneStyle) {
    #expect(PageParts.style.contains(".legend .\(style.legend.shape.rawValue)"))
  }

  @Test func `the legend has an entry for every style on the page, and no other`() {
    let events = TraceEvent.Kind.samplesOfAll.enumerated().map {
      event(Int64($0.offset) * 1000, "A#1", $0.element)
    }
    let legend = Self.legend(events)
    let lanes = Timeline(
      ReportInput(title: "", duration: .milliseconds(100), events: events)
    ).lanes
    let used = lanes.flatMap { $0.spans.map(\.style) + $0.marks.map(\.style) }
    #expect(used.contains(.linkLost) && used.contains(.serviceForeground))
    for style in LaneStyle.allCases {
      #expect(legend.contains(Self.entry(style)) == used.contains(style), "\(style)")
    }
  }

  @Test func `the legend of a phone's page does not mention watches and Android`() {
    let legend = Self.legend([
      event(0, "A#1", .appState(.active)), event(50, "A#1", .appState(.background)),
    ])
    #expect(legend.contains("<b>App</b>"))
    #expect(legend.contains(Self.entry(.active)) && legend.contains(Self.entry(.background)))
    for heading in ["Watch", "Android", "Transfers", "Location"] {
      #expect(!legend.contains("<b>\(heading)</b>"), "\(heading)")
    }
    #expect(!legend.contains("hatched"))
  }

  @Test func `the legend has an entry for gaps if there are any`() {
    let gap = ReportInput.Gap(
      device: "phone", stream: "gyroscope", from: .start, to: instant(9), cause: "killed")
    #expect(Self.legend([], gaps: [gap]).contains(#"class="hatched""#))
  }
}
