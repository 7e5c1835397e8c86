import Chunks
import CollectorContract
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// The rules of alerts, without a server.
@Suite struct AlertRuleTests {
  @Test(arguments: [
    // Test cases 1, 2 and 6 of RFC 4231; the last key is longer than a block.
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the signature is the keyed hash of RFC 4231`(key: [UInt8], text: String, hash: String) {
    let bytes = HMAC.sha256(Array(text.utf8), key: key)
    #expect(bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined() == hash)
  }

  @Test func `attempts become rarer, and end after three days`() {
    var now: Int64 = 1_000
    var delays: [Int64] = []
    for attempt in 1...200 {
      guard
        case .failed(let next) = AlertRetry.outcome(attempts: attempt, raisedAt: 1_000, now: now)
      else { break }
      delays.append(next - now)
      now = next
    }
    #expect(delays.prefix(10) == [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600])
    #expect(delays.allSatisfy { $0 <= 3_600 })
    #expect((3 * 86_400...3 * 86_400 + 3_600).contains(now - 1_000))
  }

  @Test func `only gaps of the wanted length raise an alert`() throws {
    var chunk = TestChunk(gaps: [
      Gap(start: 0, end: 999, cause: .killed), Gap(start: 5_000, end: 6_000, cause: .suspended),
      Gap(start: .min, end: .max, cause: .unknown),
    ])
    let summary = try chunk.checked().summary
    let alert = try #require(Alert.gaps(of: summary, shortest: 1_000, at: 0))
    #expect(alert.kind == .gap)
    #expect(alert.subject == "accelerometer")
    let content = try #require(
      try JSONSerialization.jsonObject(with: Data(alert.content)) as? [String: Any])
    #expect(
      (content["gaps"] as? [[String: Any]])?.map { $0["cause"] as? String } == [
        "suspended", "unknown",
      ])
    #expect(content["path"] as? String == "/devices/phone/nights/5000")
    #expect(content["time"] as? String == "1970-01-01T00:00:00Z")
    chunk.gaps = [Gap(start: 0, end: 999, cause: .killed)]
    #expect(Alert.gaps(of: try chunk.checked().summary, shortest: 1_000, at: 0) == nil)
  }

  @Test func `refusals that the device can mend by sending again soon raise no alert`() throws {
    let identity = try TestChunk().checked().identity
    let told = ProblemKind.allCases.filter {
      Alert.refused(Problem($0, "reason"), of: identity, at: 0) != nil
    }
    #expect(
      told == [
        .conflict, .bodyTooLarge, .invalidChunk, .incompleteChunk, .identityMismatch, .limitReached,
        .storageFull,
      ])
  }
}

/// The storage of alerts, for all databases.
@Suite(.patience) struct AlertStorageTests {
  private static func alert(
    _ kind: Alert.Kind = .gap, _ subject: String = "a", at time: Int64 = 100
  )
    -> Alert
  {
    Alert(kind: kind, device: "phone", subject: subject, time: time, content: Array("{}".utf8))
  }

  @Test(arguments: Backend.allCases)
  func `an alert is sent by one collector, and again if that one is killed`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      #expect(try await storage.add(Self.alert(), unlessRaisedSince: nil))
      #expect(try await storage.add(Self.alert(.refused), unlessRaisedSince: nil))
      let first = try #require(try await storage.takeAlert(after: nil, at: 100, until: 160))
      #expect(first.alert == Self.alert())
      let second = try #require(try await storage.takeAlert(after: "phone", at: 100, until: 160))
      #expect(second.alert.kind == .refused)
      #expect(try await storage.takeAlert(after: nil, at: 159, until: 200) == nil)
      try await storage.note(.sent(at: 101), of: second.id)
      #expect(try await storage.takeAlert(after: nil, at: 160, until: 200) == first)
      try await storage.note(.failed(nextAt: 500), of: first.id)
      #expect(try await storage.waitingAlertCount() == 1)
      #expect(try await storage.takeAlert(after: nil, at: 499, until: 600) == nil)
      #expect(try await storage.takeAlert(after: nil, at: 500, until: 600)?.attempts == 1)
      try await storage.note(.givenUp, of: first.id)
      #expect(try await storage.waitingAlertCount() == 0)
      // The sent one was raised at 100, too.
      try await storage.removeAlerts(before: 100)
      #expect(try await !storage.add(Self.alert(at: 150), unlessRaisedSince: 50))
      try await storage.removeAlerts(before: 101)
      #expect(try await storage.add(Self.alert(at: 150), unlessRaisedSince: 50))
    }
  }

  @Test(arguments: Backend.allCases)
  func `the same refusal raises one alert in the pause, another one raises its own at once`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let isFirstAdded = try await storage.add(Self.alert(at: 100), unlessRaisedSince: 0)
      #expect(isFirstAdded)
      #expect(try await !storage.add(Self.alert(at: 110), unlessRaisedSince: 99))
      #expect(try await storage.add(Self.alert(.gap, "b", at: 110), unlessRaisedSince: 99))
      #expect(try await storage.add(Self.alert(.refused, "a", at: 110), unlessRaisedSince: 99))
      #expect(try await storage.add(Self.alert(at: 110), unlessRaisedSince: 100))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a device is silent once, and returns once`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      var chunk = try TestChunk().checked()
      chunk.report = DeviceReport(time: 1_000)
      _ = try await storage.store([chunk])
      #expect(try await storage.devicesWithoutUpload(since: 999).isEmpty)
      let silent = DeviceActivity(device: "phone", lastUpload: 1_000)
      #expect(try await storage.devicesWithoutUpload(since: 1_000) == [silent])
      // Something new has arrived since the search.
      try await storage.noteSilence(
        DeviceActivity(device: "phone", lastUpload: 900), Self.alert(.silent))
      #expect(try await storage.waitingAlertCount() == 0)
      try await storage.noteSilence(silent, Self.alert(.silent))
      try await storage.noteSilence(silent, Self.alert(.silent))
      #expect(try await storage.waitingAlertCount() == 1)
      #expect(try await storage.devicesWithoutUpload(since: 5_000).isEmpty)
      #expect(try await storage.returnedDevices().isEmpty)
      var next = try TestChunk(sequence: 1, times: [9_000]).checked()
      next.report = DeviceReport(time: 2_000)
      _ = try await storage.store([next])
      let returned = DeviceActivity(device: "phone", lastUpload: 2_000)
      #expect(
        try await storage.returnedDevices() == [
          ReturnedDevice(activity: returned, isReported: true)
        ])
      try await storage.endSilence(of: returned, Self.alert(.returned))
      try await storage.endSilence(of: returned, Self.alert(.returned))
      #expect(try await storage.waitingAlertCount() == 2)
      #expect(try await storage.returnedDevices().isEmpty)
    }
  }

  @Test(arguments: Backend.allCases)
  func `the alert about a gap is stored together with its chunk, once`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      var chunk = try TestChunk(gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)]).checked()
      chunk.alert = Alert.gaps(of: chunk.summary, shortest: 0, at: 50)
      _ = try await storage.store([chunk])
      _ = try await storage.store([chunk])
      #expect(try await storage.takeAlert(after: nil, at: 50, until: 60)?.alert == chunk.alert)
      #expect(try await storage.takeAlert(after: nil, at: 50, until: 60) == nil)
    }
  }
}

/// Alerts of a running server to a receiver in a process of its own.
@Suite(.patience) struct WebhookTests {
  private static let content = Array(#"{"kind":"gap","device":"a","text":"","path":""}"#.utf8)

  private static func configuration(
    _ receiver: WebhookReceiver, _ path: String = "/hook", silentAfter: Duration = .seconds(3_600)
  ) -> CollectorConfiguration {
    .patient(
      alerts: AlertSettings(
        webhook: HTTPWebhook(
          url: receiver.url(path), secret: Array(WebhookReceiver.key.utf8), timeout: 86_400),
        silentAfter: silentAfter, interval: .milliseconds(50)))
  }

  @Test func `a gap and a refusal are sent with a signature`() async throws {
    let receiver = try await WebhookReceiver()
    try await TestServer.run(Self.configuration(receiver)) { server in
      let chunk = TestChunk(gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)])
      #expect(try await server.put(chunk).status == 201)
      let gap = try await receiver.next()
      #expect(gap.path == "/hook")
      #expect(gap.type == "application/json")
      #expect(gap.isSigned)
      #expect(gap.alert.kind == "gap")
      #expect(gap.alert.device == "phone")
      #expect(gap.alert.stream == "accelerometer")
      #expect(gap.alert.gaps?.map(\.start_ns) == [3_000])
      #expect(gap.alert.gaps?.map(\.end_ns) == [9_000])
      #expect(gap.alert.gaps?.map(\.cause) == ["killed"])
      // The same refusal twice is one alert.
      #expect(try await server.put(TestChunk(times: [7])).status == 409)
      #expect(try await server.put(TestChunk(times: [7])).status == 409)
      let refusal = try await receiver.next()
      #expect(refusal.alert.kind == "refused")
      #expect(refusal.alert.problem == "conflict")
      #expect(try await server.put(TestChunk(sequence: 1, isFinished: false)).status == 422)
      #expect(try await receiver.next().alert.problem == "incomplete-chunk")
      // The receiver prints a request before it answers, and then the alert is noted as sent.
      while try await server.storage.waitingAlertCount() > 0 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let metrics = try await server.get("/metrics", token: server.admin).body
      #expect(metrics.contains("alerts_waiting 0"))
    }
  }

  @Test func `there is an alert when a device stops sending, and when it sends again`() async throws
  {
    let receiver = try await WebhookReceiver()
    let configuration = Self.configuration(receiver, silentAfter: .seconds(1))
    try await TestServer.run(configuration) { server in
      #expect(try await server.put(TestChunk()).status == 201)
      let silent = try await receiver.next()
      #expect(silent.alert.kind == "silent")
      #expect(silent.alert.path == "/devices/phone")
      #expect(try await server.put(TestChunk(sequence: 1, times: [9])).status == 201)
      #expect(try await receiver.next().alert.kind == "returned")
      // It is silent again; then its recording is stopped, and nobody has to know.
      #expect(try await receiver.next().alert.kind == "silent")
      let stopped = TestChunk(
        sequence: 2, times: [4_000], marks: [.started(at: 1), .stopped(at: 4_000)])
      #expect(try await server.put(stopped).status == 201)
      #expect(try await receiver.next().alert.kind == "returned")
      while try await !server.storage.devicesWithoutUpload(since: .max).isEmpty {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(
        try await server.put(TestChunk(sequence: 3, gaps: [Gap(start: 1, end: 2, cause: .killed)]))
          .status == 201)
      #expect(try await receiver.next().alert.kind == "gap")
    }
  }

  @Test func `a redirect is not followed, because the alert would be lost`() async throws {
    let receiver = try await WebhookReceiver()
    let storage = try SQLiteStorage()
    try await TestServer.run(Self.configuration(receiver, "/moved"), over: storage) { server in
      let chunk = TestChunk(gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)])
      #expect(try await server.put(chunk).status == 201)
      #expect(try await receiver.next().status == 302)
      while try await storage.value("SELECT count(*) FROM alerts WHERE attempts = 1") == 0,
        try await storage.waitingAlertCount() == 1
      {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try await storage.waitingAlertCount() == 1)
    }
  }

  /// If the process was stopped for a time, the answer and the end of the timeout arrive together.
  @Test func `an answer that is there when the time is over is accepted`() async throws {
    let receiver = try await WebhookReceiver()
    let webhook = HTTPWebhook(url: receiver.url(), timeout: 0, grace: 86_400)
    #expect(await webhook.send(Self.content, id: 1) == nil)
  }

  @Test func `a receiver that does not answer in time has not accepted an alert`() async throws {
    let receiver = try await WebhookReceiver()
    let webhook = HTTPWebhook(url: receiver.url("/silent"), timeout: 0, grace: 0)
    #expect(await webhook.send(Self.content, id: 1) == "no answer within 0.0 s")
  }

  /// The server cancels its services when it stops, often while a request is under way.
  @Test func `an alert that is under way is finished when its task is canceled`() async throws {
    let receiver = try await WebhookReceiver()
    let webhook = HTTPWebhook(url: receiver.url(), timeout: 86_400)
    for number in 0..<100 as Range<Int64> {
      let sending = Task { await webhook.send(Self.content, id: number) }
      #expect(try await receiver.next().id == "\(number)")
      sending.cancel()
      #expect(await sending.value == nil)
    }
  }

  @Test func `an alert outlives the collector that could not send it`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let token = try await CollectorProcess.makeToken(database)
      let key = directory + "/key"
      try Data((WebhookReceiver.key + "\n").utf8).write(to: URL(filePath: key))
      let receiver = try await WebhookReceiver(refusals: 1)
      let options = ["--webhook", receiver.url().absoluteString, "--webhook-secret-file", key]
      do {
        let collector = try await CollectorProcess(database: database, options)
        let chunk = TestChunk(gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)])
        #expect(try await upload(chunk, token, collector.port) == 201)
        #expect(try await receiver.next().status == 500)
        let storage = try SQLiteStorage(path: database)
        while try await storage.value("SELECT count(*) FROM alerts WHERE attempts = 1") == 0 {
          try await Task.sleep(for: .milliseconds(20))
        }
        await collector.kill()
      }
      // The next one sends it after the ten seconds that follow a first failure.
      let collector = try await CollectorProcess(database: database, options)
      let request = try await receiver.next()
      #expect(request.status == 204)
      #expect(request.isSigned)
      #expect(request.alert.kind == "gap")
      collector.terminate()
      #expect(try await collector.waitForExit().status == 0)
    }
  }
}
