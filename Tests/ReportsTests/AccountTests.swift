import Testing
import YobanReports
import YobanVirtualTime

@Suite struct AccountTests {
  private static func page(_ table: ReportInput.Table?) -> String {
    var input = ReportInput(title: "", duration: .seconds(1), events: [])
    input.table = table
    let page = HTMLReport(input).write()
    let body = page.components(separatedBy: "<body>").last ?? ""
    return body.components(separatedBy: "<script").first ?? ""
  }

  @Test func `the account table has a row for each device, with its name and its numbers`() {
    let page = Self.page(
      .init(
        titles: ["device", "recorded", "battery left"],
        rows: [
          .init(cells: ["phone", "4,320,000", "71 %"], tone: .good),
          .init(cells: ["watch", "4,049,796", "18 %"], tone: .bad), .init(cells: ["pixel"]),
        ]))
    for fragment in [
      #"<th scope="col">device</th>"#, #"<th scope="col">battery left</th>"#,
      #"<th scope="row">phone</th>"#, #"<th scope="row">watch</th>"#,
      #"<td class="number" data-title="recorded">4,320,000</td>"#,
      #"<td class="number" data-title="battery left">18 %</td>"#,
      #"<td class="number" data-title="battery left"></td>"#,
    ] {
      #expect(page.contains(fragment), "\(fragment)")
    }
    for tone in ["good", "bad", "neutral"] {
      #expect(page.components(separatedBy: "<tr class=\"\(tone)\">").count == 2, "\(tone)")
    }
  }

  @Test func `the account table is below the figures and above the timeline`() throws {
    var input = ReportInput(
      title: "", duration: .seconds(1), events: [], summary: [.init("stored", "1", .good)])
    input.table = .init(titles: ["device"], rows: [.init(cells: ["phone"])])
    let page = HTMLReport(input).write()
    let places = try [
      "<dl class=\"summary\">", "aria-label=\"Account\"", "aria-label=\"Timeline\"",
    ]
    .map { try #require(page.range(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func `without rows or titles there is no account table`() {
    let tables: [ReportInput.Table?] = [
      nil, .init(titles: ["device"], rows: []), .init(titles: [], rows: [.init(cells: ["phone"])]),
    ]
    for table in tables { #expect(!Self.page(table).contains("class=\"account\"")) }
  }

  @Test func `cells without a title are left out, and hostile cells are escaped`() {
    let hostile = #""><img src=x onerror='alert(1)'>"#
    let page = Self.page(
      .init(titles: [hostile, hostile], rows: [.init(cells: [hostile, hostile, "surplus"])]))
    #expect(!page.contains("<img"))
    #expect(!page.contains("surplus"))
    #expect(page.components(separatedBy: "&quot;&gt;&lt;img").count == 6)
  }
}
