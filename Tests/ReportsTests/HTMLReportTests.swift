import Foundation
import Testing
import YobanReports
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct HTMLReportTests {
  private static let hostile =
    #"</script><!-- <img src=x onerror="alert('1')"> & \u{2028} 夜番 👩‍🚀"# + "\u{2028}\u{0}"

  private static func everything(_ text: String) -> ReportInput {
    let rule = PlatformRule(
      text, .bluetooth, .assumed, versions: text, text, sources: [.page(text, by: text)],
      simulated: text)
    let finding = Finding(Finding.Kind(text), rule: rule, what: text, remedy: text)
    return ReportInput(
      title: text, subtitle: text, duration: .seconds(60),
      events: [
        TraceEvent(instant: instant(5), device: text, process: text, kind: .output(text)),
        TraceEvent(instant: instant(6), device: text, process: text, kind: .finding(finding)),
        TraceEvent(instant: instant(7), device: text, process: nil, kind: .user(text)),
      ],
      summary: [.init(text, text, .good)], devices: [.init(text, details: text)],
      streams: [.init(text, device: text, expectedPerMinute: 6000)],
      gaps: [.init(device: text, stream: text, from: instant(0), to: instant(9), cause: text)],
      wallClock: .init(secondsSince1970: 1_705_356_000))
  }

  @Test func `hostile texts are escaped`() throws {
    let page = HTMLReport(Self.everything(Self.hostile)).write()
    #expect(!page.contains("<img"))
    #expect(!page.contains("<!--"))
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.unicodeScalars.contains("\u{0}"))
    let strings = try Self.data(of: page)["strings"] as? [String]
    #expect(strings?.contains(Self.hostile) == true)
  }

  @Test func `the page loads nothing from other addresses`() throws {
    let page = HTMLReport(Self.everything("plain")).write()
    for reference in ["http://", "https://", "@import", "url(", "src=", "import(", "fetch("] {
      #expect(!page.contains(reference), "\(reference)")
    }
    #expect(page.matches(of: /href="(?!data:|#)/).isEmpty)
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `the same input gives the same bytes`() {
    let first = HTMLReport(Self.night(hours: 1)).write()
    #expect(HTMLReport(Self.night(hours: 1)).write() == first)
  }

  @Test func `a trace without events gives a page that says so`() throws {
    let page = HTMLReport(ReportInput(title: "Nothing", duration: .zero, events: [])).write()
    #expect(page.contains("<h1>Nothing</h1>"))
    #expect(page.components(separatedBy: "None.").count == 3)
    #expect((try Self.data(of: page)["lanes"] as? [Any])?.isEmpty == true)
  }

  @Test func `every kind of event is in the data, with its text and state`() throws {
    let events = TraceEvent.Kind.samplesOfAll.map { event(1, "A#1", $0) }
    let page = HTMLReport(ReportInput(title: "", duration: .seconds(1), events: events)).write()
    let columns = try #require(try Self.data(of: page)["events"] as? [String: [Int]])
    #expect(columns.keys.sorted() == ["device", "kind", "process", "state", "time", "words"])
    #expect(columns.values.allSatisfy { $0.count == events.count })
    #expect(columns["words"]?.contains(-1) == false)
  }

  @Test func `a repeated finding is shown once, with its text, rule and remedy`() {
    let leak = Finding(.bgtaskLeaked, rule: .bg4, what: "Never ended.", remedy: "End it.")
    let events = (0..<720).map { event(Int64($0) * 60_000, "A#1", .finding(leak)) }
    let input = ReportInput(title: "", duration: .seconds(43_200), events: events)
    let page = HTMLReport(input).write()
    let tables = page.components(separatedBy: "<script").first ?? ""
    #expect(tables.components(separatedBy: "<strong>bgtask.leaked</strong>").count == 2)
    for words in ["BG4", "Never ended.", "End it.", ">00:00:00</button>", "and 715 more"] {
      #expect(tables.contains(words), "\(words)")
    }
  }

  @Test func `the table of gaps has their length and cause`() {
    var input = ReportInput(title: "", duration: .seconds(43_200), events: [])
    input.gaps = [
      .init(
        device: "phone", stream: "gyroscope", from: instant(30_600_000), to: instant(33_300_000),
        cause: "suspended"),
      .init(
        device: "phone", stream: "gyroscope", from: instant(500), to: instant(750), cause: "killed"),
    ]
    let page = HTMLReport(input).write()
    for words in [">08:30:00</button>", ">09:15:00<", ">45 min 00 s<", ">suspended<", ">0.250 s<"] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test func `a night of ten thousand events stays below one and a half megabytes`() {
    let input = Self.night(hours: 12)
    #expect(input.events.count > 10_000)
    #expect(HTMLReport(input).write().utf8.count < 1_500_000)
  }

  @Test func `a report of a world contains its devices and its duration`() async throws {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      await phone.goHome()
      try await Task.sleep(for: .seconds(90))
      phone.network.path = .offline
    }
    let input = ReportInput(of: world, title: "A world")
    #expect(input.duration == .seconds(90))
    #expect(
      input.devices == [
        .init("phone", details: "iPhone 12, iOS 17", backgroundTaskBudget: .seconds(30))
      ])
    #expect(HTMLReport(input).write().contains("network: offline"))
  }

  // MARK: Helpers

  private static func data(of page: String) throws -> [String: Any] {
    let parts = page.components(separatedBy: #"<script type="application/json" id="data">"#)
    let json = try #require(parts.last?.components(separatedBy: "</script>").first)
    #expect(!json.contains("<"))
    #expect(!json.contains("\u{2028}"))
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  /// Returns a night in which every kind of event happens once a minute.
  private static func night(hours: Int) -> ReportInput {
    let app = "NightApp#1"
    var events = [event(0, nil, .user("opens NightApp")), event(0, app, .appState(.active))]
    for minute in 0..<(hours * 60) {
      let now = Int64(minute) * 60_000
      let kinds: [TraceEvent.Kind] = [
        .backgroundTask(.began(minute + 1, name: "keep-alive")), .backgroundTask(.ended(minute)),
        .samples(stream: "accelerometer", count: 6000),
        .samples(stream: "gyroscope", count: 6000),
        .transfer(.created(task: minute, session: "uploads", bytes: 60_000 + Int64(minute % 99))),
        .transfer(.began(task: minute, session: "uploads")),
        .transfer(.finished(task: minute, session: "uploads", status: 201)),
        .output("chunk \(minute) closed with 12,000 samples"),
        .output("chunk \(minute) sent, waiting for the receipt"),
        .output("chunk \(minute) stored, receipt kept"), .appState(.background),
        .callback(.sceneDidEnterBackground, seen: .background), .appState(.suspended),
        .appState(.background),
      ]
      events += kinds.enumerated().map { event(now + Int64($0.offset) * 37, app, $0.element) }
    }
    return ReportInput(
      title: "The night", duration: .seconds(hours * 3600), events: events,
      devices: [.init("phone", backgroundTaskBudget: .seconds(30))])
  }
}
