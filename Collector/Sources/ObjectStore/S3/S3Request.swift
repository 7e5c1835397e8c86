/// A request to a store, before it is signed.
struct S3Request: Sendable {
  var method: String
  /// Relative to the location's prefix; nil for the bucket itself.
  var key: String?
  /// Neither encoded nor sorted.
  var query: [(name: String, value: String)] = []
  /// The names are in lower case.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The SHA-256 of the body in hexadecimal digits.
  var bodySHA256 = S3Signature.emptySHA256
  /// The number of bytes of the answer's body after which the transfer is ended.
  var answerBytesMax: Int64 = 1 << 20
}

/// An answer of a store.
struct S3Answer: Sendable {
  var status = 0
  /// The names are in lower case; of fields with the same name, the last one.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// The code of an error, such as `NoSuchBucket`; empty if the body has none.
  var code: String { Self.element("Code", of: body) ?? "" }

  /// The text of the first element with a name. Errors and the answers about large objects have no other structure.
  static func element(_ name: String, of body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(1 << 16), as: UTF8.self)
    guard let start = text.range(of: "<\(name)>"),
      let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
    else { return nil }
    return String(text[start.upperBound..<end.lowerBound])
  }
}

extension String {
  fileprivate func range(of part: String, range: Range<Index>? = nil) -> Range<Index>? {
    self[range ?? startIndex..<endIndex].firstRange(of: part)
  }
}

/// The sending of one request, without signing it and without a second try.
protocol S3Transport: Sendable {
  /// Does not block the caller's thread. Throws the reason if there is no complete answer.
  func answer(
    to request: S3Request, at url: String, signed headers: [(name: String, value: String)]
  ) async throws(S3TransportError) -> S3Answer
}

struct S3TransportError: Error, Hashable {
  var reason: String
}
