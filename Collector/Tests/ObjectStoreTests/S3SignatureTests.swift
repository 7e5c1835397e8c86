import Chunks
import Testing

@testable import ObjectStore

@Suite struct S3SignatureTests {
  /// The examples of "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk" in the
  /// Amazon S3 API Reference.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var request: S3Request
    var path: String
    var signature: String
  }

  static let examples = [
    Example(
      testDescription: "GET Object",
      request: S3Request(method: "GET", headers: [("range", "bytes=0-9")]), path: "/test.txt",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Example(
      testDescription: "PUT Object",
      request: S3Request(
        method: "PUT",
        headers: [
          ("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        ], bodySHA256: ChunkDigest(of: Array("Welcome to Amazon S3.".utf8)).hex),
      path: "/" + S3Text.encoded("test$file.text", isPath: true),
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Example(
      testDescription: "GET Bucket Lifecycle",
      request: S3Request(method: "GET", query: [("lifecycle", "")]), path: "/",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Example(
      testDescription: "Get Bucket (List Objects)",
      request: S3Request(method: "GET", query: [("prefix", "J"), ("max-keys", "2")]), path: "/",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ]

  @Test(arguments: examples)
  func `the signatures of Amazon's examples`(_ example: Example) {
    let fields = S3Signature.headers(
      for: example.request, host: "examplebucket.s3.amazonaws.com", path: example.path,
      region: "us-east-1",
      S3Credentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      seconds: 1_369_353_600)
    let authorization = fields.first { $0.name == "authorization" }?.value ?? ""
    #expect(authorization.hasSuffix("Signature=" + example.signature), "\(authorization)")
  }

  /// RFC 4231, test cases 1, 2 and 6.
  @Test func `the examples of HMAC-SHA-256`() {
    for (key, message, result) in [
      (
        Array(repeating: UInt8(0x0B), count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        Array(repeating: UInt8(0xAA), count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ] {
      #expect(
        ChunkDigest(bytes: S3Signature.hmacSHA256(key, Array(message.utf8)))?.hex == result)
    }
  }

  @Test(arguments: [
    (0 as Int64, "19700101T000000Z"), (1_369_353_600, "20130524T000000Z"),
    (951_827_696, "20000229T123456Z"), (-5, "19700101T000000Z"), (.max, "99991231T235959Z"),
  ])
  func `times of signatures`(_ seconds: Int64, _ text: String) {
    #expect(S3Date(seconds: seconds).timestamp == text)
  }
}
