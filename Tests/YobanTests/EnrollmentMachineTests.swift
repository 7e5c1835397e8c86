import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

@Suite struct EnrollmentMachineTests {
  private static let code = try! EnrollmentCode(
    text: "https://a.example/enroll#ye_0123456789abcdefghijkl")
  private static let other = try! EnrollmentCode(
    text: "https://b.example/enroll#ye_lkjihgfedcba9876543210")
  private static let first = [UInt8](repeating: 1, count: 16)
  private static let second = [UInt8](repeating: 2, count: 16)
  private static let answer = EnrollmentAnswer(
    collector: URL(string: "https://a.example")!, device: "pulse", token: "yb_x")

  private static func problem(_ kind: ProblemKind, status: Int? = nil) -> EnrollmentMachine.Attempt
  {
    .response(
      status: status ?? kind.status, retryAfterSeconds: nil,
      body: ProblemBody(kind, detail: "Detail.").json)
  }

  private static func message(_ kind: ProblemKind) -> String { "\(kind.title). Detail." }

  @Test func `the same code has the same nonce until there is an answer, also in another launch`()
    throws
  {
    var machine = EnrollmentMachine()
    let request = machine.start(Self.code, random: Self.first)
    #expect(request.secret == "ye_0123456789abcdefghijkl")
    // 16 bytes of 1 in base64url.
    #expect(request.nonce == "AQEBAQEBAQEBAQEBAQEBAQ")
    #expect(EnrollmentRequest(json: request.json) == request)
    #expect(machine.pending?.code == Self.code.text)
    machine = try JSONDecoder().decode(
      EnrollmentMachine.self, from: JSONEncoder().encode(machine))
    #expect(machine.start(Self.code, random: Self.second) == request)
    #expect(
      machine.ended(request, .failed(code: -1005))
        == .retry(.unreachable(code: -1005), atLeastSeconds: 0))
    #expect(machine.start(Self.code, random: Self.second) == request)
    let access = CollectorAccess(Self.answer)
    #expect(
      machine.ended(request, .response(status: 200, retryAfterSeconds: nil, body: Self.answer.json))
        == .enrolled(access))
    #expect(machine.access == access && machine.access(with: Self.code) == access)
    #expect(machine.access(with: Self.other) == nil)
    #expect(machine.pending == nil)
    // The secret is not kept.
    let stored = String(decoding: try JSONEncoder().encode(machine), as: UTF8.self)
    #expect(!stored.contains("0123456789abcdefghijkl"))
    #expect(machine.start(Self.code, random: Self.second) != request)
  }

  static let answers:
    [(name: String, attempt: EnrollmentMachine.Attempt, verdict: EnrollmentMachine.Verdict)] = [
      (
        "created", .response(status: 201, retryAfterSeconds: nil, body: answer.json),
        .enrolled(CollectorAccess(answer))
      ),
      (
        "a page that asks for a login",
        .response(status: 200, retryAfterSeconds: nil, body: Array("<html>".utf8)),
        .retry(.status(200), atLeastSeconds: 0)
      ),
      (
        "an access with a name that is none",
        .response(
          status: 200, retryAfterSeconds: nil,
          body: Array(#"{"collector":"https://a.example","device":"a b","token":"t"}"#.utf8)),
        .retry(.status(200), atLeastSeconds: 0)
      ),
      (
        "an access with a token that is no field",
        .response(
          status: 200, retryAfterSeconds: nil,
          body: Array(#"{"collector":"https://a.example","device":"a","token":"t\r\nX: y"}"#.utf8)),
        .retry(.status(200), atLeastSeconds: 0)
      ),
      (
        "an access with another scheme",
        .response(
          status: 200, retryAfterSeconds: nil,
          body: Array(#"{"collector":"file:///x","device":"a","token":"t"}"#.utf8)),
        .retry(.status(200), atLeastSeconds: 0)
      ),
      (
        "an access with another status",
        .response(status: 202, retryAfterSeconds: nil, body: answer.json),
        .retry(.status(202), atLeastSeconds: 0)
      ),
      (
        "no body", .response(status: 502, retryAfterSeconds: 7, body: []),
        .retry(.status(502), atLeastSeconds: 7)
      ),
      (
        "a status of a proxy",
        .response(status: 403, retryAfterSeconds: nil, body: Array("no".utf8)),
        .retry(.status(403), atLeastSeconds: 0)
      ),
      (
        "a problem with another status", problem(.codeUsed, status: 500),
        .retry(.status(500), atLeastSeconds: 0)
      ),
      (
        "a wait without end", .response(status: 503, retryAfterSeconds: .max, body: []),
        .retry(.status(503), atLeastSeconds: 86_400)
      ),
      (
        "a wait below zero", .response(status: 503, retryAfterSeconds: .min, body: []),
        .retry(.status(503), atLeastSeconds: 0)
      ),
      ("busy", problem(.busy), .retry(.busy(message(.busy)), atLeastSeconds: 0)),
      (
        "too many codes", problem(.quotaExceeded),
        .retry(.busy(message(.quotaExceeded)), atLeastSeconds: 0)
      ),
      ("unknown", problem(.codeUnknown), .refused(.unknown, message(.codeUnknown))),
      ("used", problem(.codeUsed), .refused(.used, message(.codeUsed))),
      ("expired", problem(.codeExpired), .refused(.expired, message(.codeExpired))),
      ("revoked", problem(.codeRevoked), .refused(.revoked, message(.codeRevoked))),
      ("a collector without codes", problem(.notFound), .refused(.other, message(.notFound))),
    ]

  @Test(arguments: answers.indices)
  func `an answer ends the enrollment only if a collector has written it`(index: Int) {
    let row = Self.answers[index]
    var machine = EnrollmentMachine()
    let request = machine.start(Self.code, random: Self.first)
    #expect(machine.ended(request, row.attempt) == row.verdict, "\(row.name)")
    if case .retry = row.verdict {
      #expect(machine.pending?.request == request)
    } else {
      #expect(machine.pending == nil)
    }
  }

  @Test func `another code replaces the pending one, whose answer no longer counts`() {
    var machine = EnrollmentMachine()
    let old = machine.start(Self.code, random: Self.first)
    let new = machine.start(Self.other, random: Self.second)
    let answer = EnrollmentMachine.Attempt.response(
      status: 201, retryAfterSeconds: nil, body: Self.answer.json)
    #expect(machine.ended(old, answer) == .replaced)
    #expect(machine.pending?.request == new && machine.access == nil)
    #expect(machine.ended(new, answer) == .enrolled(CollectorAccess(Self.answer)))
    #expect(machine.access(with: Self.code) == nil)
  }

  @Test func `a refused code leaves the earlier access as it is`() {
    var machine = EnrollmentMachine()
    let request = machine.start(Self.code, random: Self.first)
    _ = machine.ended(
      request, .response(status: 201, retryAfterSeconds: nil, body: Self.answer.json))
    let next = machine.start(Self.other, random: Self.second)
    #expect(
      machine.ended(next, Self.problem(.codeExpired))
        == .refused(.expired, Self.message(.codeExpired)))
    #expect(machine.access == CollectorAccess(Self.answer))
  }

  @Test func `the delay doubles up to ten seconds, and a collector can ask for more`() {
    let full = (1...6).map {
      EnrollmentDelay.nanoseconds(failures: $0, jitter: 1, atLeastSeconds: 0) / 1_000_000
    }
    #expect(full == [1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
    #expect(EnrollmentDelay.nanoseconds(failures: 1, jitter: 0, atLeastSeconds: 0) == 500_000_000)
    #expect(
      EnrollmentDelay.nanoseconds(failures: 1, jitter: 1, atLeastSeconds: 86_400)
        == 86_400_000_000_000)
    #expect(EnrollmentDelay.nanoseconds(failures: .max, jitter: 1, atLeastSeconds: 0) > 0)
  }
}
