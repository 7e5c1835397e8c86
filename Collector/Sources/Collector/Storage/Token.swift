import Chunks
import CollectorContract

/// A secret that allows a device to store data, or a user to read it.
public struct Token: Hashable, Sendable {
  /// `yb_` and 43 characters of base64url, which are 256 random bits.
  public let text: String

  /// Returns a new token from the system's random number generator.
  public static func random() -> Token {
    var generator = SystemRandomNumberGenerator()
    return Token(bytes: (0..<32).map { _ in .random(in: .min ... .max, using: &generator) })
  }

  private init(bytes: [UInt8]) { text = "yb_" + Base64URL.text(bytes) }

  /// Returns the token that a device gets for a code.
  ///
  /// It is always the same for the same secret and nonce, so that the answer can be given again although only the hash
  /// of the token is stored. Whoever knows only the secret, or only the nonce, does not know the token.
  static func of(_ request: EnrollmentRequest) -> Token {
    Token(
      bytes: HMAC.sha256(
        Array("yoban token \(request.nonce)".utf8), key: Array(request.secret.utf8)))
  }

  /// Creates a token from the text in a request.
  public init(text: String) {
    self.text = text
  }

  /// The hash of the token; the token itself is never stored.
  public var hash: TokenHash { TokenHash(bytes: SHA256Hash.hash(Array(text.utf8))) }
}

/// The SHA-256 of a token, or of the secret of a code. 128 random bits and more need neither a salt nor a slow hash.
public struct TokenHash: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The first eight hexadecimal digits, which users use as the name of the token.
  public var id: String { bytes.prefix(4).hexadecimal }
}

extension Sequence<UInt8> {
  /// The bytes in lowercase hexadecimal digits.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// The holder of a token, and the times of its creation and revocation.
public struct TokenRecord: Hashable, Sendable {
  /// The holder of a token, which determines its permissions.
  public enum Holder: Hashable, Sendable {
    /// May store and read the chunks of one device.
    case device(String)
    /// May read some devices, sorted, and store nothing.
    case reader([String])
    /// May read everything, delete recordings, and store nothing.
    case admin
    /// May read the night of a device that contains a time, in nanoseconds since 1970, by a link.
    case night(device: String, time: Int64)
  }

  public var hash: TokenHash
  public var holder: Holder
  /// In seconds since 1970.
  public var createdAt: Int64
  /// In seconds since 1970; nil while the token is valid.
  public var revokedAt: Int64?
  /// The time from which the token is no longer valid, in seconds since 1970; nil for never.
  public var expiresAt: Int64?

  /// Whether the token is valid at a time, in seconds since 1970.
  public func isValid(at time: Int64) -> Bool {
    revokedAt == nil && expiresAt.map { time < $0 } ?? true
  }

  public init(
    hash: TokenHash, holder: Holder, createdAt: Int64, revokedAt: Int64? = nil,
    expiresAt: Int64? = nil
  ) {
    self.hash = hash
    self.holder = holder
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    self.expiresAt = expiresAt
  }
}
