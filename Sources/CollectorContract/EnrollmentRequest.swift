/// The body of `POST /v1/enrollments`.
public struct EnrollmentRequest: Codable, Hashable, Sendable {
  /// The secret of the code.
  public var secret: String
  /// Random text of the app, 22 to 64 characters of base64url. The app stores it before it sends the first request:
  /// only a request with the same text gets the answer again.
  public var nonce: String

  public init(secret: String, nonce: String) {
    self.secret = secret
    self.nonce = nonce
  }

  /// - Parameter random: 16 random bytes or more.
  public init(_ code: EnrollmentCode, random: [UInt8]) {
    self.init(secret: code.secret, nonce: Base64URL.text(random))
  }

  /// Decodes the body of a request; nil if a member is missing or does not have its form.
  public init?(json: [UInt8]) {
    guard let request = ContractJSON.decode(Self.self, from: json),
      EnrollmentCode.isSecret(request.secret), Self.isNonce(request.nonce)
    else { return nil }
    self = request
  }

  public var json: [UInt8] { ContractJSON.encode(self) }

  private static func isNonce(_ text: String) -> Bool {
    (22...64).contains(text.utf8.count) && text.utf8.allSatisfy(Base64URL.isDigit)
  }
}
