import Chunks
import Foundation

/// Version 4 of the signatures of AWS, for the service S3.
///
/// libcurl can sign requests itself, but the version in Debian 12 (7.88) sends `X-Amz-Date` twice if the program
/// gives a time, so that a wrong clock of this machine could not be corrected.
///
/// Source: "Signature Calculations for the Authorization Header" in the Amazon S3 API Reference.
enum S3Signature {
  /// The SHA-256 of nothing.
  static let emptySHA256 = ChunkDigest(of: []).hex

  /// Returns the header fields that are sent, with the signature; the names are in lower case.
  ///
  /// - Parameters:
  ///   - path: the path of the object, encoded.
  ///   - seconds: now, in seconds since 1970.
  static func headers(
    for request: S3Request, host: String, path: String, region: String,
    _ credentials: S3Credentials, seconds: Int64
  ) -> [(name: String, value: String)] {
    let date = S3Date(seconds: seconds)
    var fields = request.headers
    fields.append(("host", host))
    fields.append(("x-amz-content-sha256", request.bodySHA256))
    fields.append(("x-amz-date", date.timestamp))
    if let token = credentials.sessionToken { fields.append(("x-amz-security-token", token)) }
    fields.sort { $0.name < $1.name }
    let names = fields.map(\.name).joined(separator: ";")
    let canonical = [
      request.method, path, canonicalQuery(request.query),
      fields.map { "\($0.name):\($0.value)\n" }.joined(), names, request.bodySHA256,
    ].joined(separator: "\n")
    let scope = "\(date.day)/\(region)/s3/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", date.timestamp, scope, ChunkDigest(of: Array(canonical.utf8)).hex,
    ].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secretKey)".utf8)
    for part in [date.day, region, "s3", "aws4_request", text] {
      key = hmacSHA256(key, Array(part.utf8))
    }
    let signature = ChunkDigest(bytes: key)?.hex ?? ""
    fields.append(
      (
        "authorization",
        "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
      ))
    return fields
  }

  /// The query as it is signed and sent.
  static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
    query.map { (S3Text.encoded($0.name), S3Text.encoded($0.value)) }
      .sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// RFC 2104.
  static func hmacSHA256(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    let blockSize = 64
    var block = key.count > blockSize ? ChunkDigest(of: key).bytes : key
    block += Array(repeating: 0, count: blockSize - block.count)
    let inner = ChunkDigest(of: block.map { $0 ^ 0x36 } + message).bytes
    return ChunkDigest(of: block.map { $0 ^ 0x5C } + inner).bytes
  }
}

/// A time in the format of signatures.
struct S3Date: Hashable {
  /// Such as `20261130T221025Z`.
  let timestamp: String
  /// Such as `20261130`.
  var day: String { String(timestamp.prefix(8)) }

  /// - Parameter seconds: since 1970; a time outside of the years 1970 to 9999 becomes the nearest one in them.
  init(seconds: Int64) {
    var time = time_t(min(max(seconds, 0), 253_402_300_799))
    var parts = tm()
    gmtime_r(&time, &parts)
    timestamp = String(
      format: "%04d%02d%02dT%02d%02d%02dZ", Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1,
      Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }
}
