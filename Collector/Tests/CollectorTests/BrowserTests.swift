import Chunks
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// Loads the page of a night of 12 hours in a real browser.
@Suite(
  .serialized, .enabled(if: Chromium.path != nil, "Chromium is not installed"),
  .patience)
struct BrowserTests {
  /// 2025-11-24 21:00:00 UTC.
  private static let start: Int64 = 1_764_018_000_000_000_000
  private static let second: Int64 = 1_000_000_000
  /// Five minutes at 50 Hz.
  private static let samplesPerChunk = 15_000

  /// A chunk of motion; the 30th chunk has not arrived.
  private static func motion(_ number: Int) throws -> CheckedChunk {
    let step = second / 50
    let first = start + Int64(number * samplesPerChunk) * step
    let times = (0..<samplesPerChunk).map { first + Int64($0) * step }
    let values = (0..<samplesPerChunk).flatMap { row -> [Double] in
      let angle = Double(number * samplesPerChunk + row) / 40
      return [angle.remainder(dividingBy: 2), (angle / 7).remainder(dividingBy: 1), 1]
    }
    var marks: [Mark] = []
    if number == 0 { marks = [.started(at: first)] }
    if number == 143 { marks = [.stopped(at: times[samplesPerChunk - 1])] }
    return try TestChunk(
      sequence: UInt64(number), channels: ["x", "y", "z"], times: times, values: values,
      marks: marks, nominalInterval: .milliseconds(20)
    ).checked()
  }

  private static func fill(_ storage: any CollectorStorage, chunks: Range<Int>) async throws {
    for number in chunks where number != 30 { _ = try await storage.store([motion(number)]) }
  }

  /// True when the page of a night has drawn its curves.
  private static let isDrawn = "document.body.dataset.state === 'drawn'"

  private static func fragment(seconds: Int64, length: Int64) -> String {
    let from = start + seconds * second
    return "#t=\(from),\(from + length * second)"
  }

  /// The time is printed, not checked, because it depends on what else the machine does.
  @Test func `a night of 12 hours is loaded and drawn, and can be zoomed`() async throws {
    try await TestServer.run { server in
      try await Self.fill(server.storage, chunks: 0..<144)
      let address = "http://127.0.0.1:\(server.port)/devices/phone/nights/\(Self.start)"
      var times: [Int] = []
      var html = ""
      for _ in 0..<3 {
        html = try await Chromium.elements(of: address, when: Self.isDrawn)
        #expect(attribute("data-state", of: "<body", in: html) == "drawn")
        times.append(
          try #require(attribute("data-drawn-ms", of: "<body", in: html).flatMap { Int($0) }))
      }
      print("A night of 12 hours was drawn \(times) ms after the start of the navigation.")
      let card = "<article data-stream=\"accelerometer\""
      #expect(attribute("data-level", of: card, in: html) == "2048")
      #expect(html.contains("1 missing chunk"))

      // A link with a time shows this time: from buckets of 64 samples down to single samples.
      let views: [(Int64, Int64, String, ClosedRange<Int>)] = [
        (5_000, 14_400, "64", 0...0), (5_000, 2, "samples", 300...303),
        // The chunk that has not arrived.
        (9_100, 2, "samples", 0...0),
      ]
      for (seconds, length, level, dots) in views {
        let html = try await Chromium.elements(
          of: address + Self.fragment(seconds: seconds, length: length), when: Self.isDrawn)
        #expect(attribute("data-state", of: "<body", in: html) == "drawn", "\(seconds)")
        #expect(attribute("data-level", of: card, in: html) == level, "\(seconds)")
        let count = try #require(attribute("data-dots", of: card, in: html).flatMap { Int($0) })
        #expect(dots.contains(count), "\(seconds): \(count)")
      }
    }
  }

  @Test(arguments: [("UTC", "21:00:00"), ("Asia/Tokyo", "06:00:00")])
  func `times are those of the viewer on all pages`(zone: String, start: String) async throws {
    try await TestServer.run { server in
      try await Self.fill(server.storage, chunks: 0..<2)
      for path in ["/", "/devices/phone", "/devices/phone/nights/\(Self.start)"] {
        let html = try await Chromium.elements(
          of: "http://127.0.0.1:\(server.port)\(path)",
          when: "document.getElementById('zone')?.textContent.includes('local')", zone: zone)
        #expect(html.contains("Times are local: \(zone)."), "\(path)")
        #expect(html.contains("title=\"2025-11-24 21:00:00 UTC\""), "\(path)")
        #expect(html.contains(start), "\(path)")
      }
    }
  }

  @Test func `the night is that of the viewer, and the address of the form is that of the page`()
    async throws
  {
    try await TestServer.run { server in
      let html = try await Chromium.elements(
        of: "http://127.0.0.1:\(server.port)/last-night?date=2026-11-24",
        when: "location.search.includes('zone') && document.readyState === 'complete'",
        zone: "Asia/Tokyo")
      // 18:00 in Tokyo.
      #expect(html.contains("datetime=\"2026-11-23T09:00:00Z\""))
      let form = try await Chromium.elements(
        of: "http://x:\(server.admin)@127.0.0.1:\(server.port)/enrollments",
        when: "document.querySelector('[name=collector]')?.value",
        "document.querySelector('[name=collector]').value === location.origin")
      #expect(form.contains("Make codes"))
      let code = "#ye_0123456789012345678901"
      let page = try await Chromium.elements(
        of: "http://127.0.0.1:\(server.port)/enroll\(code)",
        when: "document.getElementById('code').value.endsWith('\(code)')",
        "!document.getElementById('copy').hidden")
      #expect(page.contains("scan the code there"))
    }
  }

  @Test func `a page of an open night follows the chunks that are stored`() async throws {
    try await TestServer.run { server in
      try await Self.fill(server.storage, chunks: 0..<12)
      let address = "http://127.0.0.1:\(server.port)/devices/phone/nights/\(Self.start)"
      func shows(_ end: String) -> String {
        "/\(end) ·/.test(document.getElementById('range')?.textContent)"
      }
      // The first hour is visible; then the end of each chunk that is stored.
      let html = try await Chromium.elements(
        of: address, when: shows("21:59"), shows("22:04"), shows("22:09"), shows("22:14"),
        shows("22:19"), shows("22:24"), shows("22:29")
      ) { try await Self.fill(server.storage, chunks: 12 + $0..<13 + $0) }
      let range = try #require(html.range(of: "id=\"range\">[^<]*", options: .regularExpression))
      #expect(html[range].contains("22:29 ·"), "\(html[range])")
      #expect(html.contains("No stop is recorded"))
    }
  }

  /// Returns the value of an attribute of the first element that begins with a text.
  private func attribute(_ name: String, of element: String, in html: String) -> String? {
    guard let start = html.range(of: element)?.lowerBound,
      let end = html[start...].firstIndex(of: ">"),
      let value = html[start..<end].range(of: " \(name)=\"")?.upperBound,
      let close = html[value..<end].firstIndex(of: "\"")
    else { return nil }
    return String(html[value..<close])
  }
}
