import Chunks
import Foundation
import HTTPTypes
import Testing

@testable import Collector

@Suite(.patience) struct NightTests {
  static let hour = NightSpan.pauseNanosecondsMax

  /// The ranges of samples and the marks of one stream, and the expected nights, in hours.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var ranges: [ClosedRange<Double>]
    var started: [Double] = []
    var stopped: [Double] = []
    var nights: [(from: Double, to: Double, isOpen: Bool)]

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "nothing", ranges: [], nights: []),
    Case(
      name: "samples without marks, pauses of an hour", ranges: [0...1, 2...3, 4.5...5],
      nights: [(0, 3, false), (4.5, 5, false)]),
    Case(
      name: "a start and a stop", ranges: [0.1...1, 7...7.9], started: [0], stopped: [8],
      nights: [(0, 8, false)]),
    Case(
      name: "two nights a minute apart", ranges: [0...1, 1.1...2], started: [0, 1.1],
      stopped: [1, 2], nights: [(0, 1, false), (1.1, 2, false)]),
    Case(
      name: "a start without a stop", ranges: [0...3], started: [0], nights: [(0, 3, true)]),
    Case(
      name: "a start without a stop before another start", ranges: [0...3, 5...6],
      started: [0, 5], stopped: [6], nights: [(0, 3, true), (5, 6, false)]),
    Case(
      name: "a stop without a start", ranges: [0...3], stopped: [4], nights: [(0, 3, false)]),
    Case(
      name: "marks without samples", ranges: [], started: [1], stopped: [9],
      nights: [(1, 9, false)]),
    Case(
      name: "samples outside of the marks", ranges: [0...1, 3...4], started: [2.5], stopped: [4],
      nights: [(0, 1, false), (2.5, 4, false)]),
  ]

  static func nanoseconds(_ hours: Double) -> Int64 { Int64(hours * Double(hour)) }

  static func contents(_ test: Case) -> StreamContents {
    let chunks = test.ranges.enumerated().map { index, range in
      ChunkRecord(
        sequence: UInt64(index), digest: ChunkDigest(of: []), byteCount: 10, sampleCount: 2,
        gapCount: 0,
        times: nanoseconds(range.lowerBound)...nanoseconds(range.upperBound),
        isStrictlyIncreasing: true, channels: ["x"])
    }
    let marks =
      test.started.map { Mark.started(at: nanoseconds($0)) }
      + test.stopped.map { Mark.stopped(at: nanoseconds($0)) }
    return StreamContents(chunks: chunks, marks: marks)
  }

  @Test func `the same mark in two chunks counts once`() {
    let marks: [Mark] = [.started(at: 0), .stopped(at: 9), .started(at: 0), .stopped(at: 9)]
    let nights = Night.nights(of: [("accelerometer", StreamContents(chunks: [], marks: marks))])
    #expect(nights.map(\.span) == [NightSpan(start: 0, end: 9)])
  }

  @Test(arguments: cases)
  func `nights last from start to stop, or without marks from pause to pause`(_ test: Case) {
    let expected = test.nights.map {
      NightSpan(
        start: Self.nanoseconds($0.from), end: Self.nanoseconds($0.to), isOpen: $0.isOpen)
    }
    #expect(NightSpan.spans(of: Self.contents(test)) == expected)
  }

  @Test func `streams of the same time form one night, and every chunk is counted once`() {
    var first = Self.contents(Self.cases[2])
    first.conflicts = [0]
    first.gaps = [Gap(start: Self.hour, end: 7 * Self.hour, cause: .killed)]
    let second = Self.contents(Case(name: "", ranges: [0.2...3], nights: []))
    let nights = Night.nights(
      of: [("accelerometer", first), ("gyroscope", second)])
    #expect(nights.count == 1)
    #expect(nights[0].streams.map(\.name) == ["accelerometer", "gyroscope"])
    #expect(nights[0].chunkCount == 3)
    #expect(nights[0].sampleCount == 6)
    #expect(nights[0].byteCount == 30)
    #expect(nights[0].conflictCount == 1)
    #expect(
      nights[0].gapTotals == [GapTotal(cause: "killed", count: 1, nanoseconds: 6 * Self.hour)])
  }

  /// The bar of a night must not look complete if 95 chunks in the middle of it have not arrived.
  @Test func `missing chunks lie between the samples of their neighbors`() {
    var contents = Self.contents(
      Case(name: "", ranges: [0...1, 2...3, 7...8], started: [0], stopped: [8], nights: []))
    contents.chunks[1].sequence = 3
    contents.chunks[2].sequence = 99
    let other = Self.contents(Case(name: "", ranges: [0...8], nights: []))
    let nights = Night.nights(
      of: [("accelerometer", contents), ("gyroscope", other)])
    #expect(nights.count == 1)
    #expect(
      nights[0].missing == [
        .init(
          stream: "accelerometer", count: 2,
          span: NightSpan(start: Self.hour, end: 2 * Self.hour)),
        .init(
          stream: "accelerometer", count: 95,
          span: NightSpan(start: 3 * Self.hour, end: 7 * Self.hour)),
      ])
    #expect(nights[0].missingCount == 97)
    let html = NightCard(night: nights[0], device: "phone").html.text
    #expect(
      html.contains(
        "<i class=\"missing\" style=\"left:37.5%;width:50.0%\" title=\"95 missing chunks\"></i>"))
    #expect(html.contains("aria-label=\"0 gaps, 97 chunks missing\""))
    #expect(html.contains("aria-label=\"0 gaps\""))
    #expect(html.contains("97 chunks have not arrived"))
  }

  @Test func `of very many streams each has an equal part of the listed gaps`() {
    let gaps = (0..<200 as Range<Int64>).map { Gap(start: $0, end: $0 + 1, cause: .killed) }
    let streams = (0..<100).map { number in
      var contents = Self.contents(Case(name: "", ranges: [0...8], nights: []))
      contents.gaps = gaps
      return (name: "s\(100 + number)", contents: contents)
    }
    let night = Night.nights(of: streams)[0]
    #expect(night.gaps.count == 5_000)
    for (name, gaps) in Dictionary(grouping: night.gaps, by: \.stream) {
      #expect(gaps.map(\.start) == Array(0..<50), "\(name)")
    }
    #expect(night.gapCount == 20_000)
    #expect(night.gapTotals.map(\.count) == [20_000])
    let html = NightCard(night: night, device: "phone").html.text
    #expect(html.split(separator: "<i style").count - 1 == 1_000)
  }

  @Test func `time that is missing in two streams at once counts once`() {
    let gap = Gap(start: 10, end: 20, cause: .suspended)
    let later = Gap(start: 15, end: 30, cause: .suspended)
    var totals = GapTotals()
    totals.add([gap, later])
    #expect(totals.byCause == [GapTotal(cause: "suspended", count: 2, nanoseconds: 20)])
  }

  @Test func `the page shows devices and nights, but no sample values`() async throws {
    try await TestServer.run { server in
      _ = try await server.put(
        TestChunk(
          times: [1_795_212_000_000_000_000], values: [123.456],
          gaps: [
            Gap(
              start: 1_795_212_000_000_000_000, end: 1_795_212_060_000_000_000, cause: .suspended)
          ],
          marks: [.started(at: 1_795_212_000_000_000_000)]))
      let answer = try await server.request("/", .get, [:], [])
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
      for text in ["phone", "2026-11-20 22:00:00", "suspended", "1 min 0 s", "no stop recorded"] {
        #expect(answer.body.contains(text), "\(text)")
      }
      #expect(!answer.body.contains("123.456"))
      #expect(!answer.body.contains("http:") && !answer.body.contains("https:"))
    }
  }

  @Test func `the page shows what a device has told with its latest upload`() async throws {
    try await TestServer.run { server in
      func put(_ sequence: UInt64, _ fields: HTTPFields) async throws -> Int {
        let chunk = TestChunk(sequence: sequence, times: [Int64(sequence)])
        let bytes = try chunk.bytes()
        let headers: HTTPFields = [
          .authorization: "Bearer \(server.token)",
          .contentDigest: ChunkDigest(of: bytes).contentDigestField,
        ]
        return try await server.request(chunk.path, .put, headers + fields, bytes).status
      }
      let battery = HTTPField.Name("Yoban-Battery")!
      let version = HTTPField.Name("Yoban-App-Version")!
      let free = HTTPField.Name("Yoban-Free-Bytes")!
      #expect(try await put(0, [battery: "83", version: "1.4 <12>", free: "5000000000"]) == 201)
      var page = try await server.get("/devices/phone").body
      for text in ["Last upload", "83 %", "1.4 &lt;12&gt;", "5.0 GB"] {
        #expect(page.contains(text), "\(text)")
      }
      // A value that is not valid or not sent stays as it was.
      #expect(try await put(1, [battery: "101", free: "-1"]) == 201)
      page = try await server.get("/").body
      for text in ["83 %", "1.4 &lt;12&gt;", "5.0 GB"] { #expect(page.contains(text), "\(text)") }
      #expect(try await server.get("/devices/watch").status == 404)
    }
  }

  @Test func `the page escapes all names`() {
    let night = Night(
      span: NightSpan(start: 0, end: 1), streams: [.init(name: "<b>", gapCount: 1)],
      gaps: [.init(stream: "a&b", gap: Gap(start: 0, end: 1, cause: .killed))])
    let html = NightsPage(
      kind: .device, devices: [DeviceNights(device: "<script>'\"&", nights: [night])], now: 0
    ).html.text
    #expect(html.contains("&lt;script&gt;&#39;&quot;&amp;"))
    #expect(html.contains("&lt;b&gt;"))
    #expect(html.contains("a&amp;b"))
    #expect(!html.contains("<script>"))
    #expect(!html.contains("<b>killed<b>"))
  }

  @Test func `pages of a server that is not local need an admin token`() async throws {
    let configuration = CollectorConfiguration.patient(host: "0.0.0.0")
    try await TestServer.run(configuration) { server in
      for path in ["/", "/metrics"] {
        try await server.request(path, .get, [:], []).expectProblem(.unauthorized)
        try await server.get(path).expectProblem(.forbidden)
        #expect(try await server.get(path, token: server.admin).status == 200)
        let basic = Data("anyone:\(server.admin)".utf8).base64EncodedString()
        let answer = try await server.request(path, .get, [.authorization: "Basic \(basic)"], [])
        #expect(answer.status == 200)
      }
      #expect(try await server.request("/healthz", .get, [:], []).body == "ok\n")
    }
  }

  @Test(
    arguments: [
      (0, "0 ms"), (850, "850 ms"), (4_999, "4 s"), (200_000, "3 min 20 s"),
      (43_200_000, "12 h 0 min"),
    ] as [(Int64, String)])
  func `durations are written with at most two units`(milliseconds: Int64, text: String) {
    #expect(Wording.duration(nanoseconds: milliseconds * 1_000_000) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (8_640_000, "8,640,000"), (-1_234, "-1,234"),
  ])
  func `large numbers have thousands separators`(number: Int, text: String) {
    #expect(Wording.count(number) == text)
  }

  @Test(arguments: [(999, "999 B"), (1_000, "1.0 kB"), (138_240_000, "138.2 MB")])
  func `sizes are written in powers of 1000`(number: Int, text: String) {
    #expect(Wording.bytes(number) == text)
  }
}

extension Night {
  /// The nights of a device, computed from everything that is known about it.
  static func nights(of streams: [(name: String, contents: StreamContents)]) -> [Night] {
    var totals = NightTotals(of: spans(of: streams.map(\.contents)))
    for (name, contents) in streams { totals.add(contents, of: name) }
    return totals.nights()
  }
}
