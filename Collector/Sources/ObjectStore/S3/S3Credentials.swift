import Foundation

/// The credentials of a store that understands S3.
public struct S3Credentials: Hashable, Sendable {
  public var accessKey: String
  public var secretKey: String
  /// The token of temporary credentials; nil for lasting ones.
  public var sessionToken: String?

  public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  /// Reads the variables of the AWS tools: the keys themselves, or a file with them.
  ///
  /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` come first. Otherwise, the section
  /// `AWS_PROFILE`, or `default`, of the file `AWS_SHARED_CREDENTIALS_FILE`, or `~/.aws/credentials`, is read. The
  /// credentials that Amazon's machines give to their programs are not read.
  ///
  /// - Parameter content: returns the content of a file; nil if it cannot be read.
  public init(
    environment: [String: String], content: (String) -> String?
  ) throws(S3Location.Invalid) {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let access = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") {
      try self.init(
        checking: access, secret, variable("AWS_SESSION_TOKEN"), from: "the environment")
      return
    }
    let file =
      variable("AWS_SHARED_CREDENTIALS_FILE")
      ?? variable("HOME").map { $0 + "/.aws/credentials" } ?? ""
    let profile = variable("AWS_PROFILE") ?? "default"
    guard let content = content(file) else {
      throw S3Location.Invalid(
        description:
          "There are no credentials for the object store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE to a file with them; \(file.isEmpty ? "~/.aws/credentials" : file) cannot be read."
      )
    }
    let values = Self.section(profile, of: content)
    guard let access = values["aws_access_key_id"], let secret = values["aws_secret_access_key"]
    else {
      throw S3Location.Invalid(
        description:
          "The section [\(profile)] of \(file) has no aws_access_key_id and aws_secret_access_key. Add them, or set AWS_PROFILE to the section that has them."
      )
    }
    try self.init(checking: access, secret, values["aws_session_token"], from: file)
  }

  /// Control characters would become other header fields.
  private init(
    checking access: String, _ secret: String, _ token: String?, from source: String
  ) throws(S3Location.Invalid) {
    for text in [access, secret, token ?? "-"]
    where !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      throw S3Location.Invalid(
        description:
          "The credentials from \(source) have a character that no key has, such as a space or a line break."
      )
    }
    self.init(accessKey: access, secretKey: secret, sessionToken: token)
  }

  private static func section(_ name: String, of content: String) -> [String: String] {
    var values: [String: String] = [:]
    var isInside = false
    for line in content.split(whereSeparator: \.isNewline) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("[") {
        isInside = text.dropFirst().prefix { $0 != "]" } == name
      } else if isInside, !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") {
        let key = text[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
        values[key] = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      }
    }
    return values
  }
}
