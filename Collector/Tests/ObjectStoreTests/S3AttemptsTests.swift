import Testing

@testable import ObjectStore

@Suite struct S3AttemptsTests {
  private static func answer(_ status: Int, _ code: String = "") -> Result<
    S3Answer, S3TransportError
  > {
    .success(S3Answer(status: status, body: Array("<Error><Code>\(code)</Code></Error>".utf8)))
  }

  @Test func `the wait doubles up to a maximum, with some of it at random`() {
    for (draw, expected) in [
      (1.0, [100, 200, 400, 800, 1_600]), (0, [50, 100, 200, 400, 800]),
      (9, [100, 200, 400, 800, 1_600]),
    ] {
      var attempts = S3Attempts(clockOffset: 7)
      for milliseconds in expected {
        #expect(
          attempts.action(after: Self.answer(503, "SlowDown"), draw: draw, now: 0, date: nil)
            == .retry(after: .milliseconds(milliseconds), clockOffset: 7))
      }
      let last = attempts.action(
        after: Self.answer(503, "SlowDown"), draw: draw, now: 0, date: nil)
      #expect(
        last == .fail(.unavailable("the object store has answered 503 SlowDown")))
    }
  }

  @Test(arguments: [
    (200, "", true), (204, "", true), (206, "", true), (404, "NoSuchKey", true),
    (412, "PreconditionFailed", true), (416, "InvalidRange", true), (400, "RequestTimeout", false),
    (409, "OperationAborted", false),
    (429, "", false), (500, "InternalError", false), (502, "", false), (507, "", false),
  ])
  func `some answers end the request, others are asked for again`(
    status: Int, code: String, isEnd: Bool
  ) {
    var attempts = S3Attempts(clockOffset: 0)
    let action = attempts.action(after: Self.answer(status, code), draw: 1, now: 0, date: nil)
    #expect(
      action == (isEnd ? .finish : .retry(after: .milliseconds(100), clockOffset: 0)))
  }

  @Test func `a refusal is not tried again`() {
    for (status, code) in [
      (403, "AccessDenied"), (400, "InvalidArgument"), (301, "PermanentRedirect"),
    ] {
      var attempts = S3Attempts(clockOffset: 0)
      let action = attempts.action(after: Self.answer(status, code), draw: 1, now: 0, date: 0)
      #expect(
        action == .fail(.refused("the object store has answered \(status) \(code)")))
    }
  }

  @Test func `a wrong clock is corrected once`() {
    var attempts = S3Attempts(clockOffset: 0)
    let skewed = Self.answer(403, "RequestTimeTooSkewed")
    #expect(
      attempts.action(after: skewed, draw: 1, now: 10_000, date: 8_800)
        == .retry(after: .zero, clockOffset: -1_200))
    guard
      case .fail(.refused(let reason)) = attempts.action(
        after: skewed, draw: 1, now: 10_000, date: 8_800)
    else {
      Issue.record("it was tried again")
      return
    }
    #expect(reason.contains("Set its clock"))
  }

  @Test func `a lost connection is tried again`() {
    var attempts = S3Attempts(clockOffset: 0)
    let lost = Result<S3Answer, S3TransportError>.failure(S3TransportError(reason: "no answer"))
    for _ in 1..<S3Attempts.triesMax {
      guard case .retry = attempts.action(after: lost, draw: 0.5, now: 0, date: nil) else {
        Issue.record("given up too early")
        return
      }
    }
    #expect(
      attempts.action(after: lost, draw: 0.5, now: 0, date: nil)
        == .fail(.unavailable("the object store: no answer")))
  }
}
