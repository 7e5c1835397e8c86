import Crypto
import Foundation

/// A secret that lets a device store, or a user read.
public struct Token: Hashable, Sendable {
  /// `yb_` and 43 characters of base64url: 256 random bits.
  public let text: String

  /// A new token from the random numbers of the system.
  public static func random() -> Token {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let base64 = Data(bytes).base64EncodedString()
    let urlSafe = base64.replacing("+", with: "-").replacing("/", with: "_").prefix { $0 != "=" }
    return Token(text: "yb_" + urlSafe)
  }

  /// A token that somebody presents.
  public init(text: String) {
    self.text = text
  }

  /// The only thing that is stored of a token.
  public var hash: TokenHash { TokenHash(bytes: Array(SHA256.hash(data: Data(text.utf8)))) }
}

/// The SHA-256 of a token. 256 random bits need no salt and no slow hash.
public struct TokenHash: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The first eight hexadecimal digits, by which a user names the token.
  public var id: String {
    bytes.prefix(4).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// What a token allows, and since when.
public struct TokenRecord: Hashable, Sendable {
  /// Whose token it is.
  public enum Holder: Hashable, Sendable {
    /// May store and read the chunks of one device.
    case device(String)
    /// May read everything, and store nothing.
    case admin
  }

  public var hash: TokenHash
  public var holder: Holder
  /// In seconds since 1970.
  public var createdAt: Int64
  /// In seconds since 1970; nil while the token is valid.
  public var revokedAt: Int64?

  public init(hash: TokenHash, holder: Holder, createdAt: Int64, revokedAt: Int64? = nil) {
    self.hash = hash
    self.holder = holder
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
