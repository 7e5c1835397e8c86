import ClockOffsets
import Foundation
import Testing

@testable import Collector

@Suite(.patience) struct NightPageTests {
  private static let hostile = "a\"\u{301}a\"b'c<d>&</script><!--"

  private static func page(_ text: String) -> NightPage {
    var clocks = NightClocks()
    clocks.rows = [
      NightClocks.Row(name: text, times: 1...2, uncertainty: 3...4, measurementCount: 5)
    ]
    clocks.jumps = [ClockJump(.accessory(stream: text), at: 1_764_018_000_000_000_000, by: nil)]
    var night = NightContent(
      device: text, place: .shared(token: text), start: 1_764_018_000_123_456_789,
      end: 1_764_061_200_000_000_000,
      isOpen: true,
      streams: [
        NightStream(
          name: text, channels: [text, text], units: [text], sampleCount: 1_000, drawing: .lines,
          downloads: [NightLink(title: text, path: "/\(text)", hasRange: true)])
      ],
      gaps: [NightGap(stream: text, start: 1_764_020_000_000_000_000, end: 0, cause: text)],
      marks: [NightMark(time: 1_764_018_000_000_000_000, name: text)],
      previous: NightLink(title: text, path: text), next: nil,
      downloads: [NightLink(title: text, path: text)])
    night.clocks = clocks
    return NightPage(night: night)
  }

  @Test func `names cannot end an element, an attribute or the data for the script`() throws {
    let html = Self.page(Self.hostile).html.text
    #expect(!html.contains("<d>"))
    #expect(!html.contains("<!--"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    let start = try #require(html.range(of: "id=\"night-data\">")).upperBound
    let end = try #require(html[start...].range(of: "</script>")).lowerBound
    #expect(!html[end...].contains("b'c") && !html[end...].contains("a\"b"))
    let object = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
    let data = try #require(object as? [String: Any])
    #expect(data["device"] as? String == Self.hostile)
    #expect(data["start"] as? String == "1764018000123456789")
    let stream = try #require((data["streams"] as? [[String: Any]])?.first)
    #expect(stream["units"] as? [String] == [Self.hostile, ""])
    #expect((stream["gaps"] as? [[String: Any]])?.first?["cause"] as? String == Self.hostile)
  }

  @Test func `a page can be read without a script`() {
    let html = Self.page("motion").html.text
    #expect(html.contains("<time datetime=\"2025-11-24T21:00:00Z\">2025-11-24 21:00:00</time>"))
    #expect(html.contains("Times are in UTC."))
    #expect(html.contains("1,000 samples"))
    #expect(html.contains("<summary>1 gap</summary>"))
    #expect(html.contains("<td>motion</td>"))
    #expect(html.contains("The clock of the accessory of motion jumped, or began again."))
    #expect(html.contains("role=\"toolbar\" aria-label=\"Visible time\" hidden"))
  }

  @Test func `the page has no inline script and loads nothing from elsewhere`() {
    let html = Self.page("motion").html.text
    #expect(!html.contains("http"))
    #expect(!html.contains("onclick"))
    #expect(html.components(separatedBy: "<script").count == 3)
  }

  @Test func `a night without streams has a page`() {
    let night = NightContent(
      device: "phone", place: .shared(token: "t"), start: 5, end: 0, streams: [])
    #expect(NightPage(night: night).html.text.contains("This night has no samples."))
  }

  @Test func `every script that is imported is in the binary`() throws {
    var names = ["night.js"]
    var index = 0
    while index < names.count {
      let asset = try #require(Asset.all.first { $0.path == "/assets/\(names[index])" })
      let text = String(buffer: asset.content)
      #expect(text.hasPrefix("\"use strict\";"))
      for part in text.components(separatedBy: " from \"./").dropFirst() {
        let name = String(part.prefix { $0 != "\"" })
        if !names.contains(name) { names.append(name) }
      }
      index += 1
    }
    #expect(names.count == 6)
  }
}
