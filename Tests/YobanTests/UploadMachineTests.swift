import Chunks
import CollectorContract
import Testing

@testable import Yoban

@Suite struct UploadMachineTests {
  static let digest = ChunkDigest(of: [1, 2, 3])
  static let second: Int64 = 1_000_000_000

  static func chunk(_ sequence: UInt64, _ stream: String = "gyroscope") -> ChunkIdentity {
    (try? ChunkIdentity(device: "phone", stream: stream, sequence: sequence))!
  }

  static func receipt(_ chunk: ChunkIdentity, sha256: String = digest.hex) -> Receipt {
    Receipt(
      device: chunk.device, stream: chunk.stream, sequence: chunk.sequence, sha256: sha256,
      bytes: 3, samples: 0, gaps: 0)
  }

  static func body(_ receipt: Receipt) -> [UInt8] {
    Array(
      """
      {"bytes":3,"device":"\(receipt.device)","gaps":0,"samples":0,\
      "sequence":\(receipt.sequence),"sha256":"\(receipt.sha256)","stream":"\(receipt.stream)"}
      """.utf8)
  }

  /// Returns a machine that knows the outstanding uploads and has these chunks in flight.
  static func machine(sending chunks: [ChunkIdentity]) -> UploadMachine {
    var machine = UploadMachine()
    _ = machine.outstanding([], stored: chunks)
    return machine
  }

  // MARK: Responses

  struct AnswerRow: CustomTestStringConvertible {
    var name: String
    var answer: UploadAnswer
    var actions: [UploadMachine.Action]
    var state: UploadMachine.State?
    var testDescription: String { name }
  }

  static let one = chunk(1)
  static func again(_ failure: UploadFailure, _ wait: Int64) -> [UploadMachine.Action] {
    [.report(one, failure), .wake(at: 100 * second + wait)]
  }
  /// With a jitter of 0.5, the first delay is three quarters of 5 s.
  static let firstDelay = second * 15 / 4

  static let answers: [AnswerRow] =
    [200, 201].map { status in
      AnswerRow(
        name: "\(status) with the receipt",
        answer: .response(status: status, retryAfterSeconds: nil, body: body(receipt(one))),
        actions: [.confirm(one, receipt(one))], state: .confirming)
    }
    + [400, 401, 403, 404, 409, 413, 422].map { status in
      AnswerRow(
        name: "\(status) is quarantined, never deleted",
        answer: .response(
          status: status, retryAfterSeconds: nil,
          body: Array(#"{"title":"No","detail":"Ask.","retryable":false}"#.utf8)),
        actions: [.quarantine(one, ChunkProblem(status: status, title: "No", detail: "Ask."))])
    }
    + [408, 429, 500, 502, 503, 507, 0, 302].map { status in
      AnswerRow(
        name: "\(status) is retried",
        answer: .response(status: status, retryAfterSeconds: nil, body: []),
        actions: again(.status(status), firstDelay),
        state: .backingOff(until: 100 * second + firstDelay, isUnreachable: false))
    } + [
      AnswerRow(
        name: "a refusal without a body",
        answer: .response(status: 400, retryAfterSeconds: nil, body: [0xFF]),
        actions: [
          .quarantine(
            one, ChunkProblem(status: 400, title: "refused with status 400", detail: ""))
        ]),
      AnswerRow(
        name: "the collector requests a delay of a minute",
        answer: .response(status: 503, retryAfterSeconds: 60, body: []),
        actions: again(.status(503), 60 * second),
        state: .backingOff(until: 160 * second, isUnreachable: false)),
      AnswerRow(
        name: "a network error is retried", answer: .failed(code: -1005),
        actions: again(.noAnswer(code: -1005), firstDelay),
        state: .backingOff(until: 100 * second + firstDelay, isUnreachable: true)),
      AnswerRow(
        name: "success without a receipt deletes nothing",
        answer: .response(status: 201, retryAfterSeconds: nil, body: Array("<html>".utf8)),
        actions: again(.noReceipt(status: 201), firstDelay),
        state: .backingOff(until: 100 * second + firstDelay, isUnreachable: false)),
      AnswerRow(
        name: "a cancelled task is created again at once", answer: .cancelled,
        actions: [.upload(one)], state: .inFlight),
    ]

  @Test(arguments: answers) func `a response has the effects in the table`(row: AnswerRow) {
    var machine = Self.machine(sending: [Self.one])
    let actions = machine.answered(
      Self.one, row.answer, digest: Self.digest, now: 100 * Self.second, jitter: 0.5)
    #expect(actions == row.actions)
    #expect(machine.states[Self.one] == row.state)
  }

  @Test(arguments: [
    (ReceiptMismatch.device, ["device": "other"]), (.stream, ["stream": "other"]),
    (.sequence, ["sequence": "2"]), (.digest, ["sha256": String(repeating: "0", count: 64)]),
  ])
  func `a receipt for another chunk deletes nothing`(
    mismatch: ReceiptMismatch, changed: [String: String]
  ) {
    var receipt = Self.receipt(Self.one)
    receipt.device = changed["device"] ?? receipt.device
    receipt.stream = changed["stream"] ?? receipt.stream
    receipt.sequence = changed["sequence"].flatMap { UInt64($0) } ?? receipt.sequence
    receipt.sha256 = changed["sha256"] ?? receipt.sha256
    var machine = Self.machine(sending: [Self.one])
    let actions = machine.answered(
      Self.one, .response(status: 200, retryAfterSeconds: nil, body: Self.body(receipt)),
      digest: Self.digest, now: 0, jitter: 0)
    #expect(actions.first == .report(Self.one, .receiptMismatch(mismatch)))
    #expect(!actions.contains { if case .confirm = $0 { true } else { false } })
  }

  @Test func `with a new network, only what got no answer is sent again at once`() {
    let (unreachable, refused) = (Self.chunk(1), Self.chunk(2))
    var machine = Self.machine(sending: [unreachable, refused])
    _ = machine.answered(
      unreachable, .failed(code: -1004), digest: Self.digest, now: 0, jitter: 0.5)
    _ = machine.answered(
      refused, .response(status: 503, retryAfterSeconds: 60, body: []), digest: Self.digest,
      now: 0, jitter: 0.5)
    #expect(machine.networkBecameAvailable() == [.upload(unreachable)])
    #expect(machine.networkBecameAvailable() == [])
    #expect(machine.woke(now: 60 * Self.second) == [.upload(refused)])
  }

  // MARK: Order and limit

  @Test func `nothing is sent before the outstanding uploads of the system are known`() {
    var machine = UploadMachine()
    #expect(machine.add([Self.chunk(1), Self.chunk(2)]) == [])
    #expect(
      machine.outstanding([Self.chunk(2)], stored: [Self.chunk(1), Self.chunk(2)])
        == [.upload(Self.chunk(1))])
    #expect(machine.inFlightCount == 2)
  }

  @Test func `an outstanding upload whose chunk is no longer stored is ignored`() {
    var machine = UploadMachine()
    #expect(machine.outstanding([Self.chunk(7)], stored: [Self.one]) == [.upload(Self.one)])
    #expect(machine.inFlightCount == 1)
  }

  @Test
  func
    `at most sixteen chunks are in flight, the oldest first, and the next one follows each response`()
  {
    let chunks = (1...20).map { Self.chunk(UInt64($0)) }
    var machine = UploadMachine()
    #expect(
      machine.outstanding([], stored: chunks.reversed()) == chunks.prefix(16).map { .upload($0) })
    let receipt = Self.receipt(chunks[3])
    let actions = machine.answered(
      chunks[3], .response(status: 201, retryAfterSeconds: nil, body: Self.body(receipt)),
      digest: Self.digest, now: 0, jitter: 0)
    #expect(actions == [.confirm(chunks[3], receipt), .upload(chunks[16])])
    #expect(machine.confirmed(chunks[3]) == [])
    #expect(machine.states[chunks[3]] == nil)
    #expect(machine.inFlightCount == 16)
    #expect(machine.waitingCount == 3)
  }

  @Test func `a chunk that is added twice is sent once`() {
    var machine = Self.machine(sending: [Self.one])
    #expect(machine.add([Self.one]) == [])
  }

  @Test func `a missing chunk is skipped, and the next one follows`() {
    let chunks = (1...17).map { Self.chunk(UInt64($0)) }
    var machine = Self.machine(sending: chunks)
    #expect(machine.abandoned(chunks[0]) == [.upload(chunks[16])])
    #expect(
      machine.answered(chunks[1], .cancelled, digest: nil, now: 0, jitter: 0) == [])
    #expect(machine.inFlightCount == 15)
  }

  @Test func `a response that arrives before the outstanding uploads are known is used`() {
    var machine = UploadMachine()
    let receipt = Self.receipt(Self.one)
    let actions = machine.answered(
      Self.one, .response(status: 200, retryAfterSeconds: nil, body: Self.body(receipt)),
      digest: Self.digest, now: 0, jitter: 0)
    #expect(actions == [.confirm(Self.one, receipt)])
    #expect(machine.confirmed(Self.one) == [])
    #expect(machine.outstanding([], stored: [Self.chunk(2)]) == [.upload(Self.chunk(2))])
  }

  // MARK: Retries

  @Test(arguments: [
    (1, 0.0, 0, 2.5), (1, 1.0, 0, 5), (2, 1, 0, 10), (5, 1, 0, 80), (5, 0, 0, 40),
    (9, 1, 0, 900), (200, 1, 0, 900), (1, 0, 30, 30), (9, 1, 30, 900),
  ])
  func `the delay doubles up to 15 minutes`(
    failures: Int, jitter: Double, asked: Int64, seconds: Double
  ) {
    let delay = RetryDelay.nanoseconds(
      failures: failures, jitter: jitter, atLeast: asked * Self.second)
    #expect(delay == Int64(seconds * 1e9))
  }

  @Test func `after a wake the machine sends the due chunks and schedules the next wake`() {
    let chunks = [Self.chunk(1), Self.chunk(2)]
    var machine = Self.machine(sending: chunks)
    let first = machine.answered(
      chunks[0], .failed(code: -1), digest: Self.digest, now: 0, jitter: 0)
    #expect(first == [.report(chunks[0], .noAnswer(code: -1)), .wake(at: 2_500_000_000)])
    let later = machine.answered(
      chunks[1], .failed(code: -1), digest: Self.digest, now: Self.second, jitter: 0)
    #expect(later == [.report(chunks[1], .noAnswer(code: -1))])
    #expect(
      machine.woke(now: 2_500_000_000) == [.upload(chunks[0]), .wake(at: 3_500_000_000)])
    #expect(machine.woke(now: 3_500_000_000) == [.upload(chunks[1])])
    #expect(machine.woke(now: 9_000_000_000) == [])
  }

  @Test func `an upload that is canceled repeatedly waits longer each time`() {
    var machine = Self.machine(sending: [Self.one])
    func cancelled() -> [UploadMachine.Action] {
      machine.answered(Self.one, .cancelled, digest: Self.digest, now: 0, jitter: 1)
    }
    #expect(cancelled() == [.upload(Self.one)])
    #expect(cancelled() == [.wake(at: 10 * Self.second)])
    #expect(machine.woke(now: 10 * Self.second) == [.upload(Self.one)])
    #expect(cancelled() == [.wake(at: 20 * Self.second)])
  }

  @Test func `a chunk whose receipt cannot be stored is sent again`() {
    var machine = Self.machine(sending: [Self.one])
    let body = Self.body(Self.receipt(Self.one))
    _ = machine.answered(
      Self.one, .response(status: 201, retryAfterSeconds: nil, body: body),
      digest: Self.digest, now: 0, jitter: 0)
    let error = StoreError.diskFull(operation: .write, path: "receipts.jsonl")
    #expect(
      machine.notConfirmed(Self.one, because: error, now: 0, jitter: 0)
        == [.report(Self.one, .receiptNotStored(error)), .wake(at: 2_500_000_000)])
    #expect(machine.woke(now: 2_500_000_000) == [.upload(Self.one)])
  }

  @Test(arguments: [
    ("phone/gyroscope/7", true), ("phone/gyroscope", false), ("phone/gyroscope/-1", false),
    ("a/b/c/1", false), ("", false), ("/x/1", false),
  ])
  func `a task description names the chunk that it sends`(description: String, isValid: Bool) {
    let chunk = ChunkIdentity(taskDescription: description)
    #expect((chunk != nil) == isValid)
    #expect(chunk.map(\.description) == (isValid ? description : nil))
  }
}
