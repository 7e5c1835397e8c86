import Chunks
import CollectorContract
import CollectorSQLite
import Foundation
import HTTPTypes
import Testing

@testable import Collector

/// Labels and groups of devices, and the list of those that have sent last night.
@Suite(.patience) struct StudyTests {
  private static let second: Int64 = 1_000_000_000
  private static let hour = 3_600 * second
  /// 2026-11-23 18:00 UTC, the begin of the night to 2026-11-24.
  private static let evening: Int64 = 1_795_456_800 * second
  private static let noon = evening + 18 * hour

  // MARK: The night

  /// The times were computed with Python's zoneinfo.
  static let windows: [(date: String, zone: String, from: Int64, to: Int64)] = [
    ("2026-11-24", "UTC", 1_795_456_800, 1_795_521_600),
    ("2026-11-24", "Asia/Tokyo", 1_795_424_400, 1_795_489_200),
    // The clocks are set in these nights.
    ("2026-03-29", "Europe/Berlin", 1_774_717_200, 1_774_778_400),
    ("2026-11-01", "America/New_York", 1_793_484_000, 1_793_552_400),
    ("2024-02-29", "Asia/Kathmandu", 1_709_122_500, 1_709_187_300),
    ("1970-01-01", "UTC", -21_600, 43_200),
  ]

  @Test(arguments: windows.indices)
  func `a night is from 18 o'clock until noon in its time zone`(index: Int) throws {
    let (date, zone, from, to) = Self.windows[index]
    let window = try NightWindow(date: date, zone: zone, now: 0)
    #expect(window.times == from * Self.second...to * Self.second - 1)
    // The same night without a date, from its first to its last hour.
    if from > 0 {
      for now in [to - 10 * 3_600, to - 1, to + 11 * 3_600] {
        #expect(try NightWindow(date: nil, zone: zone, now: now).date == date, "\(now)")
      }
    }
  }

  @Test func `the nights before and after have the neighboring dates`() throws {
    let window = try NightWindow(date: "2024-02-29", zone: "UTC", now: 0)
    #expect(window.date(daysLater: -1) == "2024-02-28")
    #expect(window.date(daysLater: 1) == "2024-03-01")
    #expect(try NightWindow(date: "2261-12-31", zone: "UTC", now: 0).date(daysLater: 1) == nil)
    #expect(try NightWindow(date: "1970-01-01", zone: "UTC", now: 0).date(daysLater: -1) == nil)
    // A clock that is wrong must not end the process.
    for now in [Int64.min, -1, .max] {
      let date = try NightWindow(date: nil, zone: "UTC", now: now).date
      #expect(date == (now == .max ? "2261-07-15" : "1970-01-01"))
    }
  }

  @Test(arguments: [
    ("2026-02-30", "UTC"), ("2026-13-01", "UTC"), ("2026-1-1", "UTC"), ("26-01-01", "UTC"),
    ("1969-12-31", "UTC"), ("2262-01-01", "UTC"), ("", "UTC"), ("2026-01-01T", "UTC"),
    ("+026-01-01", "UTC"), ("２０２６-01-01", "UTC"), ("2026-01-01", "Mars/Base"),
    ("2026-01-01", ""), ("2026-01-01", "../etc/passwd"), ("2026-01-01", "\u{0}"),
    ("2026-01-01", String(repeating: "a", count: 1_000)),
  ])
  func `what is no date and no time zone is refused`(date: String, zone: String) {
    #expect(throws: Problem.self) { try NightWindow(date: date, zone: zone, now: 0) }
  }

  // MARK: The storage

  private static func fill(_ storage: any CollectorStorage) async throws {
    for device in ["asleep", "late", "never", "tired"] {
      _ = try await storage.makeToken(.device(device))
    }
    let ended = Token.random()
    try await storage.add(
      TokenRecord(hash: ended.hash, holder: .device("ended"), createdAt: 0, revokedAt: 5))
    try await storage.store(
      // The last night, the end of the one before, the next one, and one around it in a single chunk.
      TestChunk(device: "asleep", times: [evening, noon - 1]),
      TestChunk(device: "late", times: [evening - 1]),
      TestChunk(device: "late", sequence: 1, times: [noon]),
      TestChunk(device: "tired", times: [evening - hour, noon + hour]),
      TestChunk(device: "ended", times: [evening - 40 * hour]))
    try await storage.add(["asleep", "late", "ended"], toGroup: "ward 3")
    try await storage.add(["late"], toGroup: "%")
    try await storage.setLabel("bed 4", of: "late")
  }

  private static func question(
    group: String? = nil, after: NightStatePosition? = nil, limit: Int = 9
  ) -> NightQuestion {
    NightQuestion(
      times: evening...noon - 1, group: group, after: after, limit: limit, now: 1_000)
  }

  @Test(arguments: Backend.allCases)
  func `devices that have not sent stand first, and those without a token last`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      try await Self.fill(storage)
      let all = try await storage.nightStates(Self.question())
      let expected = [
        "missing:late", "missing:never", "sent:asleep", "sent:tired", "inactive:ended",
      ]
      #expect(all.devices.map(\.description) == expected)
      #expect(all.all[.missing] == 2 && all.all[.sent] == 2 && all.all[.inactive] == 1)
      #expect(all.groups.map(\.name) == ["%", "ward 3"])
      #expect(all.groups[1].counts[.missing] == 1 && all.groups[1].counts[.sent] == 1)
      #expect(all.groups[1].counts[.inactive] == 1)
      // The pages of the list are the list.
      var listed: [String] = []
      var last: NightStatePosition?
      repeat {
        let page = try await storage.nightStates(Self.question(after: last, limit: 2))
        listed += page.devices.map(\.description)
        last = page.devices.count == 2 ? page.devices.last : nil
      } while last != nil
      #expect(listed == expected)
      let ward = try await storage.nightStates(Self.question(group: "ward 3"))
      #expect(ward.devices.map(\.device) == ["late", "asleep", "ended"])
      #expect(try await storage.nightStates(Self.question(group: "ward")).devices.isEmpty)
    }
  }

  @Test(arguments: Backend.allCases)
  func `devices are found by their groups and labels`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await Self.fill(storage)
      func found(_ text: String, _ group: String? = nil) async throws -> [String] {
        try await storage.devices(after: nil, containing: text, in: group, atMost: 9)
      }
      #expect(try await found("") == ["asleep", "ended", "late", "never", "tired"])
      #expect(try await found("BED") == ["late"])
      #expect(try await found("e", "ward 3") == ["asleep", "ended", "late"])
      #expect(try await found("", "%") == ["late"])
      #expect(try await found("", "_") == [])
      #expect(try await storage.groups() == ["%", "ward 3"])
      let descriptions = try await storage.descriptions(of: ["late", "never"])
      #expect(
        descriptions == ["late": DeviceDescription(label: "bed 4", groups: ["%", "ward 3"])])
      try await storage.setLabel("bed 5", of: "late")
      try await storage.add(["late"], toGroup: "%")
      #expect(try await storage.remove(["late", "asleep"], fromGroup: "ward 3") == 2)
      #expect(try await storage.remove(["late"], fromGroup: "ward 3") == 0)
      #expect(
        try await storage.descriptions(of: ["late"])
          == ["late": DeviceDescription(label: "bed 5", groups: ["%"])])
      try await storage.setLabel(nil, of: "late")
      #expect(try await storage.descriptions(of: ["late"])["late"]?.label == nil)
      // More devices than a statement has parameters.
      let many = (0..<1_201).map { "device-\($0)" }
      try await storage.add([many[0], many[1_200]], toGroup: "ends")
      #expect(try await storage.descriptions(of: many).keys.sorted() == [many[0], many[1_200]])
    }
  }

  // MARK: Answers

  /// A device whose recording was stopped, one whose recording was not, and one that has sent nothing.
  private static func withNight(
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let minute = 60 * second
      let watch = try await server.storage.makeToken(.device("watch"))
      let first = TestChunk(
        times: [evening + hour, evening + hour + minute],
        gaps: [Gap(start: evening + hour + minute, end: evening + 2 * hour, cause: .killed)],
        marks: [.started(at: evening + hour), .stopped(at: evening + 3 * hour)])
      #expect(try await server.put(first).status == 201)
      for (sequence, start) in [(0 as UInt64, evening), (2, evening + 2 * minute)] {
        let chunk = TestChunk(
          device: "watch", sequence: sequence, times: [start, start + minute],
          marks: sequence == 0 ? [.started(at: start)] : [])
        let answer = try await server.request(
          chunk.path, .put,
          [
            .authorization: "Bearer \(watch)",
            .contentDigest: ChunkDigest(of: chunk.bytes()).contentDigestField,
            HTTPField.Name("Yoban-Battery")!: "7",
          ], chunk.bytes())
        #expect(answer.status == 201)
      }
      _ = try await server.storage.makeToken(.device("tablet"))
      try await server.storage.setLabel("<b>\"bed\"", of: "watch")
      try await server.storage.add(["watch"], toGroup: "ward 3")
      try await body(server)
    }
  }

  @Test func `programs read who has sent and who has not, in pages`() async throws {
    try await Self.withNight { server in
      let path = "/v1/last-night?date=2026-11-24"
      let json = try await server.get(path, token: server.admin).json
      #expect(json["date"] as? String == "2026-11-24")
      #expect(json["zone"] as? String == "UTC")
      #expect(json["from"] as? Int64 == Self.evening)
      #expect(json["to"] as? Int64 == Self.noon - 1)
      #expect(json["counts"] as? [String: Int] == ["missing": 1, "sent": 2, "inactive": 0])
      let devices = try #require(json["devices"] as? [[String: Any]])
      #expect(devices.map { $0["device"] as? String } == ["tablet", "phone", "watch"])
      #expect(devices.map { $0["state"] as? String } == ["missing", "sent", "sent"])
      #expect(devices.map { $0["samples"] as? Int } == [0, 2, 4])
      #expect(devices.map { $0["gaps"] as? Int } == [0, 1, 0])
      #expect(devices.map { $0["missing"] as? Int } == [0, 0, 1])
      #expect(devices.map { $0["battery"] as? Int } == [nil, nil, 7])
      #expect(
        devices.map { $0["open_gap_start"] as? Int64 }
          == [nil, nil, Self.evening + 180 * Self.second])
      #expect(devices[2]["label"] as? String == "<b>\"bed\"")
      #expect(devices[2]["groups"] as? [String] == ["ward 3"])

      var target: String? = path + "&limit=1&group=ward%203"
      var answer = try await server.get(try #require(target), token: server.admin)
      #expect(try (answer.json["devices"] as? [[String: Any]])?.count == 1)
      #expect(answer.headers[.link] == nil)
      target = path + "&limit=2"
      answer = try await server.get(try #require(target), token: server.admin)
      #expect(
        answer.headers[.link]
          == "</v1/last-night?date=2026-11-24&limit=2&after=sent%3Aphone>; rel=\"next\"")
      answer = try await server.get(path + "&limit=2&after=sent%3Aphone", token: server.admin)
      #expect(try (answer.json["devices"] as? [[String: Any]])?.count == 1)
      for wrong in ["&after=x", "&limit=501", "&zone=Mars", "&date=x"] {
        let target = (wrong.contains("date") ? "/v1/last-night?" : path) + wrong
        try await server.get(target, token: server.admin).expectProblem(.invalidRequest)
      }
      try await server.get(path).expectProblem(.forbidden)
      try await server.request(path, .get, [:], []).expectProblem(.unauthorized)
    }
  }

  @Test func `answers about devices have their labels and groups`() async throws {
    try await Self.withNight { server in
      let list = try await server.get("/v1/devices?group=ward%203", token: server.admin).json
      #expect(list["devices"] as? [String] == ["watch"])
      let details = try #require(list["details"] as? [[String: Any]])
      #expect(details[0]["label"] as? String == "<b>\"bed\"")
      #expect(try await server.get("/v1/devices?group=none").json["devices"] as? [String] == [])
      let watch = try await server.get("/v1/devices/watch", token: server.admin).json
      #expect(watch["battery"] as? Int == 7)
      #expect(watch["groups"] as? [String] == ["ward 3"])
      #expect((watch["last_upload"] as? Int64 ?? 0) > 1_700_000_000)
      #expect(try await server.get("/v1/devices/phone").json["groups"] as? [String] == [])
      try await server.get("/v1/devices/watch").expectProblem(.forbidden)
      try await server.get("/v1/devices/none", token: server.admin).expectProblem(.notFound)
    }
  }

  @Test func `the page shows the same, with names and labels as text`() async throws {
    try await Self.withNight { server in
      let page = try await server.request(
        "/last-night?date=2026-11-24&zone=UTC", .get, [:], []
      ).body
      #expect(page.contains("1 of 3 devices has not sent."))
      #expect(page.contains("&lt;b&gt;&quot;bed&quot;") && !page.contains("<b>\"bed"))
      #expect(page.contains("1 missing chunk"))
      let places = ["not sent</b>", "/devices/phone/nights/", "/devices/watch/nights/"]
        .map { page.range(of: $0)?.lowerBound }
      #expect(places.allSatisfy { $0 != nil })
      #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
      #expect(page.contains("group=ward%203"))
      let unknown = try await server.request(
        "/last-night?date=2026-11-24&zone=%3Cb%3E", .get, [:], []
      ).body
      #expect(unknown.contains("does not know the time zone “&lt;b&gt;”"))
      let home = try await server.request("/?group=ward%203", .get, [:], []).body
      #expect(home.contains("/devices/watch") && !home.contains("/devices/phone"))
      let night = try await server.request(
        "/devices/watch/nights/\(Self.evening)", .get, [:], [])
      #expect(night.body.contains("&lt;b&gt;&quot;bed&quot;"))
      // A link must not tell who wears the device.
      let link = try await server.storage.makeToken(.night(device: "watch", time: Self.evening))
      let shared = try await server.request("/shared/\(link)", .get, [:], [])
      #expect(shared.status == 200 && !shared.body.contains("bed"))
    }
  }

  // MARK: The page with codes

  private static let form = Array(
    "device=pulse&count=2&groups=ward+3%2C%E7%AC%AC&valid=2h&collector=https%3A%2F%2Fa.example"
      .utf8)

  private static func post(
    _ server: TestServer, _ fields: HTTPFields = [:], _ body: [UInt8] = form
  ) async throws -> Answer {
    var headers = fields
    headers[.contentLength] = "\(body.count)"
    headers[.contentType] = "application/x-www-form-urlencoded"
    return try await server.request("/enrollments", .post, headers, body)
  }

  @Test func `an admin makes codes on the page, and each can be used`() async throws {
    try await TestServer.run { server in
      let password = Data("x:\(server.admin)".utf8).base64EncodedString()
      let answer = try await Self.post(server, [.authorization: "Basic \(password)"])
      #expect(answer.status == 200)
      #expect(answer.headers[.cacheControl] == "no-store")
      let codes = answer.body.matches(of: /<code>(https:\/\/a\.example\/enroll#ye_[^<]*)<\/code>/)
        .map { String($0.1) }
      #expect(codes.count == 2)
      for code in codes {
        let request = EnrollmentRequest(
          secret: try EnrollmentCode(text: code).secret, nonce: "0123456789012345678901")
        let enrolled = try await server.request(
          "/v1/enrollments", .post, [.contentLength: "\(request.json.count)"], request.json)
        #expect(enrolled.status == 201)
      }
      #expect(
        try await server.storage.descriptions(of: ["pulse-02"])
          == ["pulse-02": DeviceDescription(groups: ["ward 3", "第"])])
      let list = try await server.get("/enrollments", token: server.admin)
      #expect(list.body.contains("pulse-01") && !list.body.contains("#ye_"))
      let wrong = try await Self.post(
        server, [.authorization: "Basic \(password)"], Array("count=0&collector=x".utf8))
      #expect(wrong.status == 400 && wrong.body.contains("from 1 to 1000"))
    }
  }

  @Test func `nobody else makes codes`() async throws {
    try await TestServer.run { server in
      // Also programs on this machine need the token.
      try await server.request("/enrollments", .get, [:], []).expectProblem(.unauthorized)
      try await Self.post(server).expectProblem(.unauthorized)
      try await server.get("/enrollments", token: server.token).expectProblem(.forbidden)
      let admin: HTTPFields = [.authorization: "Bearer \(server.admin)"]
      let foreign: [(String, String, Int)] = [
        ("Sec-Fetch-Site", "cross-site", 403), ("Sec-Fetch-Site", "same-site", 403),
        ("Sec-Fetch-Site", "same-origin", 200), ("Origin", "http://localhost", 200),
        ("Origin", "http://localhost:81", 403), ("Origin", "null", 403),
        ("Origin", "https://evil.example/localhost", 403), ("Origin", "", 403),
      ]
      for (name, value, status) in foreign {
        var fields = admin
        fields[HTTPField.Name(name)!] = value
        #expect(try await Self.post(server, fields).status == status, "\(name): \(value)")
      }
      #expect(try await server.storage.enrollments(atMost: 99).count == 4)
    }
  }
}
