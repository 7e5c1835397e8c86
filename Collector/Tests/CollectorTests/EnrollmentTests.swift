import Chunks
import CollectorContract
import CollectorSQLite
import Foundation
import HTTPTypes
import Testing

@testable import Collector

/// An app exchanges a code for its access, once.
@Suite(.patience) struct EnrollmentTests {
  private static let nonce = "ABCDEFGHIJKLMNOPQRSTUV"
  private static let otherNonce = "abcdefghijklmnopqrstuvwx"
  private static let day: Int64 = 86_400

  private static func make(
    in storage: any CollectorStorage, device: String? = nil, count: Int = 1, label: String? = nil,
    groups: [String] = [], allowsKnown: Bool = false, now: Int64 = 1_000
  ) async throws -> [EnrollmentOffer.Made] {
    try await EnrollmentOffer(
      device: device, count: count, label: label, groups: groups,
      collector: "https://collector.example/", author: "test", allowsKnown: allowsKnown
    ).make(in: storage, now: now)
  }

  private static func request(_ made: EnrollmentOffer.Made, nonce: String = nonce)
    -> EnrollmentRequest
  {
    EnrollmentRequest(secret: made.code.secret, nonce: nonce)
  }

  private static func enroll(
    _ made: EnrollmentOffer.Made, in storage: any CollectorStorage, nonce: String = nonce,
    at time: Int64 = 2_000
  ) async throws -> EnrollmentOutcome {
    try await storage.enroll(
      hash: made.record.hash, token: Token.of(request(made, nonce: nonce)).hash, at: time)
  }

  // MARK: The storage

  @Test(arguments: Backend.allCases)
  func `a code gives a token once, and the same one again to whoever has used it`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let made = try await Self.make(
        in: storage, device: "phone", label: "bed 4", groups: ["ward 3", "all"])[0]
      #expect(made.record.state(at: 1_000) == .open)
      #expect(try await storage.isKnown(device: "phone") == false)
      guard case .enrolled(let code) = try await Self.enroll(made, in: storage) else {
        Issue.record("the code was not accepted")
        return
      }
      #expect(code.device == "phone")
      #expect(code.collector == "https://collector.example")
      let token = Token.of(Self.request(made))
      let record = try #require(try await storage.token(hash: token.hash))
      #expect(record.holder == .device("phone"))
      #expect(record.createdAt == 2_000)
      #expect(
        try await storage.descriptions(of: ["phone"])
          == ["phone": DeviceDescription(label: "bed 4", groups: ["all", "ward 3"])])
      // Also years later.
      for time in [2_001, 2_000 + 3_000 * Self.day] {
        guard case .repeated(code) = try await Self.enroll(made, in: storage, at: time) else {
          Issue.record("the same app gets another answer")
          return
        }
      }
      let other = try await Self.enroll(made, in: storage, nonce: Self.otherNonce)
      #expect(other == .used(code))
      #expect(try await storage.tokens().count == 1)
      #expect(try await storage.enrollments(atMost: 9).map(\.use?.time) == [2_000])
      #expect(try await storage.revokeToken(hash: token.hash, at: 3_000))
      #expect(try await Self.enroll(made, in: storage, at: 3_000) == .revoked(code))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a code that is expired, revoked or unknown gives nothing`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let made = try await Self.make(in: storage, count: 2)
      let end = 1_000 + 7 * Self.day
      #expect(made[0].record.expiresAt == end)
      #expect(try await Self.enroll(made[0], in: storage, at: end) == .expired(made[0].record))
      #expect(try await storage.revokeEnrollment(hash: made[1].record.hash, at: 1_500))
      #expect(try await storage.revokeEnrollment(hash: made[1].record.hash, at: 1_600) == false)
      guard case .revoked = try await Self.enroll(made[1], in: storage) else {
        Issue.record("the code is not revoked")
        return
      }
      let nobody = Token(text: "ye_0000000000000000000000").hash
      #expect(try await storage.enroll(hash: nobody, token: nobody, at: 2_000) == .unknown)
      #expect(try await storage.isCode(hash: nobody) == false)
      #expect(try await storage.tokens().isEmpty)
      // A second before its end, it is valid.
      guard case .enrolled = try await Self.enroll(made[0], in: storage, at: end - 1) else {
        Issue.record("the code is not valid")
        return
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `of many apps that use a code at the same time, one gets its token`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let made = try await Self.make(in: storage)[0]
      let outcomes = try await withThrowingTaskGroup(of: EnrollmentOutcome.self) { group in
        for number in 10..<30 {
          group.addTask {
            try await Self.enroll(made, in: storage, nonce: "\(Self.nonce)\(number)")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var (enrolled, used) = (0, 0)
      for outcome in outcomes {
        if case .enrolled = outcome { enrolled += 1 }
        if case .used = outcome { used += 1 }
      }
      #expect(enrolled == 1 && used == 19)
      #expect(try await storage.tokens().count == 1)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a name is given once, unless somebody asks for it again`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let names = try await Self.make(in: storage, count: 2).map(\.record.device)
      #expect(names == ["device-01", "device-02"])
      #expect(try await Self.make(in: storage)[0].record.device == "device-03")
      let first = try await Self.make(in: storage, device: "phone")[0]
      await #expect(throws: EnrollmentOffer.Invalid.self) {
        try await Self.make(in: storage, device: "phone")
      }
      _ = try await Self.enroll(first, in: storage)
      await #expect(throws: EnrollmentOffer.Invalid.self) {
        try await Self.make(in: storage, device: "phone")
      }
      let again = try await Self.make(in: storage, device: "phone", allowsKnown: true)[0]
      _ = try await Self.enroll(again, in: storage)
      #expect(try await storage.tokens().count == 2)
      // A device with data and without a token, and a code that has expired.
      try await storage.store(TestChunk(device: "old"))
      await #expect(throws: EnrollmentOffer.Invalid.self) {
        try await Self.make(in: storage, device: "old")
      }
      _ = try await Self.make(in: storage, device: "late")
      #expect(
        try await Self.make(in: storage, device: "late", now: 1_000 + 8 * Self.day).count == 1)
    }
  }

  static let numbers: [(taken: [String], count: Int, names: [String])] = [
    ([], 1, ["a-01"]), (["a-01", "a-07"], 2, ["a-08", "a-09"]),
    (["a-99"], 2, ["a-100", "a-101"]), (["a-x", "a-1x", "a-", "a--3"], 1, ["a-01"]),
    (["a-99999999999999999999"], 1, ["a-01"]),
    (["a-098"], 4, ["a-099", "a-100", "a-101", "a-102"]),
  ]

  @Test(arguments: numbers.indices)
  func `the numbers of names follow the highest one`(index: Int) {
    let row = Self.numbers[index]
    #expect(EnrollmentOffer.numbered("a", count: row.count, taken: row.taken) == row.names)
  }

  static let offers:
    [(
      device: String?, count: Int, label: String?, groups: [String], collector: String,
      seconds: Int64
    )] = [
      ("a b", 1, nil, [], "https://a.example", 60), (nil, 0, nil, [], "https://a.example", 60),
      (nil, 1_001, nil, [], "https://a.example", 60), (nil, 2, "x", [], "https://a.example", 60),
      (nil, 1, " ", [], "https://a.example", 60), (nil, 1, "a\u{7}", [], "https://a.example", 60),
      (nil, 1, nil, ["a,b"], "https://a.example", 60), (nil, 1, nil, [""], "https://a.example", 60),
      (nil, 1, nil, [], "ftp://a.example", 60), (nil, 1, nil, [], "https://", 60),
      (nil, 1, nil, [], "https://u:p@a.example", 60), (nil, 1, nil, [], "https://a.example?x", 60),
      (nil, 1, nil, [], "https://a.example#x", 60), (nil, 1, nil, [], "a.example", 60),
      (nil, 1, nil, [], "https://a.example", 59), (nil, 1, nil, [], "https://a.example", .max),
      (String(repeating: "x", count: 60), 2, nil, [], "https://a.example", 60),
    ]

  @Test(arguments: offers.indices)
  func `a wish that cannot be fulfilled is refused`(index: Int) {
    let offer = Self.offers[index]
    #expect(throws: EnrollmentOffer.Invalid.self) {
      try EnrollmentOffer(
        device: offer.device, count: offer.count, label: offer.label, groups: offer.groups,
        collector: offer.collector, validSeconds: offer.seconds, author: "test")
    }
  }

  // MARK: The token

  @Test func `a token is the keyed hash of the nonce`() {
    // Computed with Python's hmac.
    let request = EnrollmentRequest(secret: "ye_0123456789abcdefghijkl", nonce: Self.nonce)
    #expect(Token.of(request).text == "yb_y4iYK5INAx51YgHrxZ9O2Gq_uuc9mHP4ihnk5TlNXpY")
  }

  static let codes: [(text: String, collector: String?, secret: String?)] = [
    (
      "https://a.example/enroll#ye_0123456789abcdefghi-_l", "https://a.example",
      "ye_0123456789abcdefghi-_l"
    ),
    (
      " http://127.0.0.1:80/x/enroll#ye_0123456789abcdefghijkl\r\n", "http://127.0.0.1:80/x",
      "ye_0123456789abcdefghijkl"
    ),
    ("https://a.example/enroll#ye_0123456789abcdefghijk", nil, nil),
    ("https://a.example/enroll#ye_0123456789abcdefghijklm", nil, nil),
    ("https://a.example/enroll#yb_0123456789abcdefghijkl", nil, nil),
    ("https://a.example/enroll#ye_0123456789abcdefghijk/", nil, nil),
    ("https://a.example/enroll#ye_0123456789abcdefghijk\u{e9}", nil, nil),
    ("https://a.example/other#ye_0123456789abcdefghijkl", nil, nil),
    ("https://a.example/enroll?x#ye_0123456789abcdefghijkl", nil, nil),
    ("javascript:alert(1)/enroll#ye_0123456789abcdefghijkl", nil, nil),
    ("https:///enroll#ye_0123456789abcdefghijkl", nil, nil),
    ("/enroll#ye_0123456789abcdefghijkl", nil, nil), ("ye_0123456789abcdefghijkl", nil, nil),
    ("", nil, nil), ("#", nil, nil), ("https://a.example", nil, nil),
  ]

  @Test(arguments: codes.indices) func `a code is read as it was printed`(index: Int) {
    let (text, collector, secret) = Self.codes[index]
    let code = try? EnrollmentCode(text: text)
    #expect(code?.collector.absoluteString == collector, "\(text)")
    #expect(code?.secret == secret, "\(text)")
    if let code {
      #expect((try? EnrollmentCode(text: code.text)) == code)
    }
  }

  // MARK: The server

  private static func post(
    _ server: TestServer, _ body: String, to path: String = "/v1/enrollments",
    _ headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    let bytes = Array(body.utf8)
    headers[.contentLength] = "\(bytes.count)"
    return try await server.request(path, .post, headers, bytes)
  }

  private static func body(_ made: EnrollmentOffer.Made, nonce: String = nonce) -> String {
    String(decoding: request(made, nonce: nonce).json, as: UTF8.self)
  }

  @Test func `an app gets its access, repeats the request, and stores with its token`()
    async throws
  {
    try await TestServer.run { server in
      let now = Int64(Date().timeIntervalSince1970)
      let made = try await Self.make(in: server.storage, device: "pulse", now: now)[0]
      let first = try await Self.post(server, Self.body(made))
      #expect(first.status == 201)
      #expect(first.headers[.cacheControl] == "no-store")
      let second = try await Self.post(server, Self.body(made))
      #expect(second.status == 200)
      #expect(second.body == first.body)
      #expect(try first.json.keys.sorted() == ["collector", "device", "token"])
      #expect(try first.json["collector"] as? String == "https://collector.example")
      #expect(try first.json["device"] as? String == "pulse")
      let token = try #require(try first.json["token"] as? String)
      #expect(token.hasPrefix("yb_") && token.count == 46)
      let chunk = TestChunk(device: "pulse")
      #expect(try await server.put(chunk.bytes(), to: chunk.path, token: token).status == 201)
      try await Self.post(server, Self.body(made, nonce: Self.otherNonce)).expectProblem(.codeUsed)
      let metrics = try await server.request("/metrics", .get, [:], []).body
      #expect(metrics.contains("yoban_collector_enrollments_total 1\n"))
    }
  }

  @Test func `neither the secret nor the token is in the file`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      let made = try await Self.make(in: storage, device: "pulse")[0]
      _ = try await Self.enroll(made, in: storage)
      try await storage.close()
      let file = try Data(contentsOf: URL(filePath: directory + "/db"))
      #expect(file.contains(Data("pulse".utf8)))
      for secret in [made.code.secret, Token.of(Self.request(made)).text] {
        #expect(!file.contains(Data(secret.utf8)) && !file.contains(Data(secret.dropFirst(3).utf8)))
      }
    }
  }

  @Test func `each code that gives nothing has a problem of its own`() async throws {
    try await TestServer.run { server in
      let now = Int64(Date().timeIntervalSince1970)
      let expired = try await Self.make(in: server.storage, now: now - 7 * Self.day)[0]
      try await Self.post(server, Self.body(expired)).expectProblem(.codeExpired)
      let revoked = try await Self.make(in: server.storage, now: now)[0]
      _ = try await server.storage.revokeEnrollment(hash: revoked.record.hash, at: now)
      try await Self.post(server, Self.body(revoked)).expectProblem(.codeRevoked)
      let unknown = #"{"secret":"ye_0000000000000000000000","nonce":"\#(Self.nonce)"}"#
      try await Self.post(server, unknown).expectProblem(.codeUnknown)
      for body in [
        "", "[]", "{}", #"{"secret":"ye_0000000000000000000000"}"#,
        #"{"secret":"ye_0000000000000000000000","nonce":"short"}"#,
        #"{"secret":"ye_0000000000000000000000","nonce":"\#(Self.nonce)\u0000"}"#,
        #"{"secret":"\#(server.token)","nonce":"\#(Self.nonce)"}"#,
      ] {
        try await Self.post(server, body).expectProblem(.invalidRequest)
      }
      try await Self.post(server, String(repeating: " ", count: 5_000)).expectProblem(.bodyTooLarge)
    }
  }

  @Test func `whoever sends many wrong codes is refused, also with a right one`() async throws {
    try await TestServer.run { server in
      let now = Int64(Date().timeIntervalSince1970)
      let made = try await Self.make(in: server.storage, now: now)[0]
      let unknown = #"{"secret":"ye_0000000000000000000000","nonce":"\#(Self.nonce)"}"#
      var answer = try await Self.post(server, unknown)
      var count = 0
      while answer.status == 404, count < 100_000 {
        count += 1
        answer = try await Self.post(server, unknown)
      }
      try answer.expectProblem(.quotaExceeded)
      #expect(count >= 200)
      #expect(answer.headers[.retryAfter].flatMap { Int($0) } == 1)
      // Others are served.
      #expect(try await server.get("/v1/devices").status == 200)
      #expect(try await server.storage.enrollments(atMost: 1).first?.use == nil)
      // After the time that the answer names.
      try await Task.sleep(for: .seconds(1))
      #expect(try await Self.post(server, Self.body(made)).status == 201)
    }
  }

  @Test func `wrong codes are counted for each address and forgotten with time`() throws {
    let clock = TestClock()
    let limit = GuessLimit(now: { clock.seconds })
    for _ in 0..<200 { limit.count(for: "a") }
    #expect(throws: Problem.self) { try limit.requireRoom(for: "a") }
    try limit.requireRoom(for: "b")
    clock.seconds = 0.1
    try limit.requireRoom(for: "a")
    // The memory is limited, and addresses that have sent nothing for some time are forgotten.
    for number in 0..<20_000 { limit.count(for: "c\(number)") }
    #expect(limit.addressCount == 10_000)
    clock.seconds = 100
    limit.count(for: "d")
    #expect(limit.addressCount == 1)
  }

  private final class TestClock: @unchecked Sendable {
    nonisolated(unsafe) var seconds = 0.0
  }
}
