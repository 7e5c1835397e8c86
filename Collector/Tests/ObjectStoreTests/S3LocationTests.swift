import Testing

@testable import ObjectStore

@Suite struct S3LocationTests {
  private func location(_ text: String, _ environment: [String: String] = [:]) throws -> S3Location
  {
    try S3Location(text, environment: environment)
  }

  @Test(arguments: [
    (
      "s3://nights/study-7?region=eu-central-1", "https://nights.s3.eu-central-1.amazonaws.com",
      "/study-7/chunks/a"
    ),
    (
      "s3://nights?region=cn-north-1", "https://nights.s3.cn-north-1.amazonaws.com.cn", "/chunks/a"
    ),
    (
      "s3://my.nights/a/b/?region=eu-west-3", "https://s3.eu-west-3.amazonaws.com",
      "/my.nights/a/b/chunks/a"
    ),
    (
      "s3://nights/x?endpoint=http://127.0.0.1:9000", "http://127.0.0.1:9000",
      "/nights/x/chunks/a"
    ),
    (
      "s3://nights?endpoint=https://[::1]:9000/", "https://[::1]:9000", "/nights/chunks/a"
    ),
  ])
  func `the address of an object`(_ text: String, origin: String, path: String) throws {
    let address = try location(text).address(of: "chunks/a")
    #expect(address.origin == origin)
    #expect(address.path == path)
    #expect(origin.hasSuffix("://" + address.host))
  }

  @Test func `what the text does not say comes from the variables of the AWS tools`() throws {
    let here = try location(
      "s3://nights", ["AWS_REGION": "eu-north-1", "AWS_ENDPOINT_URL": "http://localhost:1"])
    #expect(here.region == "eu-north-1")
    #expect(here.endpoint == "http://localhost:1")
    let there = try location(
      "s3://nights?region=a&endpoint=http://b", ["AWS_REGION": "c", "AWS_ENDPOINT_URL": "d"])
    #expect((there.region, there.endpoint) == ("a", "http://b"))
    #expect(try location("s3://nights?endpoint=http://b").region == "us-east-1")
  }

  @Test func `a location makes the same one again from its text`() throws {
    for text in [
      "s3://nights?region=eu-central-1", "s3://nights/a/b?region=x&endpoint=http://127.0.0.1:9000",
      "s3://nights/a?region=x&encryption=aws:kms&encryption-key=arn:aws:kms:x:1:key/2",
    ] {
      let first = try location(text)
      #expect(try location(first.text) == first)
    }
  }

  @Test(arguments: [
    ("nights", "Write s3://BUCKET/PREFIX"), ("s3://", "Write s3://BUCKET/PREFIX"),
    ("s3://ab?region=x", "3 to 63"), ("s3://Nights?region=x", "lower-case"),
    ("s3://key:secret@nights?region=x", "Credentials do not belong in it"),
    ("s3://nights", "Add the region"), ("s3://nights/a b?region=x", "The prefix a b"),
    ("s3://nights/%C3%A4?region=x", "The prefix"), ("s3://nights?regoin=x", "regoin is no option"),
    ("s3://nights?region=", "region is no option"),
    ("s3://nights?region=a&region=b", "region is no option"),
    ("s3://nights?region=x/y", "Add the region"),
    ("s3://nights?endpoint=ftp://x", "is no address of a store"),
    ("s3://nights?endpoint=http://x/path", "without a path"),
    ("s3://nights?region=x&encryption=rot13", "encryption is AES256"),
    ("s3://nights?region=x&encryption-key=k", "belongs to aws:kms only"),
  ])
  func `a wrong location is refused with what to do`(_ text: String, message: String) {
    do {
      let found = try location(text)
      Issue.record("accepted: \(found)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test func `credentials come from the environment or from a section of a file`() throws {
    let file = """
      [default]
      aws_access_key_id = DEFAULT
      aws_secret_access_key = one

      [study]
      # comment
      aws_access_key_id=STUDY
      aws_secret_access_key=t=w/o+
      aws_session_token = token
      """
    func credentials(_ environment: [String: String]) throws -> S3Credentials {
      try S3Credentials(environment: environment) { $0 == "/h/.aws/credentials" ? file : nil }
    }
    #expect(
      try credentials(["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S", "HOME": "/h"])
        == S3Credentials(accessKey: "A", secretKey: "S"))
    #expect(
      try credentials(["HOME": "/h"]) == S3Credentials(accessKey: "DEFAULT", secretKey: "one"))
    #expect(
      try credentials([
        "AWS_SHARED_CREDENTIALS_FILE": "/h/.aws/credentials", "AWS_PROFILE": "study",
      ])
        == S3Credentials(accessKey: "STUDY", secretKey: "t=w/o+", sessionToken: "token"))
    for (environment, message) in [
      ([:], "Set AWS_ACCESS_KEY_ID"), (["HOME": "/x"], "/x/.aws/credentials cannot be read"),
      (["HOME": "/h", "AWS_PROFILE": "other"], "[other]"),
      (["AWS_ACCESS_KEY_ID": "a\nb", "AWS_SECRET_ACCESS_KEY": "S"], "a line break"),
    ] {
      do {
        _ = try credentials(environment)
        Issue.record("accepted: \(environment)")
      } catch {
        #expect("\(error)".contains(message), "\(error)")
      }
    }
  }
}
