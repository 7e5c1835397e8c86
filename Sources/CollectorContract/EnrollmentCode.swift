#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The code with which an app gets its access to a collector once: the address of the collector and a secret.
///
/// Its text is what the user scans or pastes, such as `https://collector.example/enroll#ye_…`. A browser that opens
/// it does not send the part after `#`, so the secret stands in no log of a server.
public struct EnrollmentCode: Hashable, Sendable {
  /// The address of the collector, without `/v1` and without a slash at its end.
  public let collector: URL
  /// `ye_` and 22 characters of base64url, which are 128 random bits.
  public let secret: String

  /// The last part of the path of a code, and the path of the collector's page for a browser that opens one.
  public static let path = "enroll"
  private static let prefix = "ye_"
  private static let digitCount = 22

  /// - Parameters:
  ///   - collector: the address of the collector, without `/v1`.
  ///   - random: 16 random bytes.
  public init(collector: String, random: [UInt8]) throws(EnrollmentCodeError) {
    self.collector = try Self.address(collector)
    secret = Self.prefix + Base64URL.text(random)
    precondition(Self.isSecret(secret), "the secret of a code has 16 bytes")
  }

  /// Reads a code as the user has scanned or pasted it.
  public init(text: String) throws(EnrollmentCodeError) {
    let text = text.trimmingWhitespace
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let end = "/\(Self.path)"
    guard parts.count == 2, Self.isSecret(parts[1]), parts[0].hasSuffix(end) else {
      throw .notACode
    }
    collector = try Self.address(String(parts[0].dropLast(end.count)))
    secret = String(parts[1])
  }

  public var text: String { "\(collector.absoluteString)/\(Self.path)#\(secret)" }

  /// Whether a text has the form of a secret.
  public static func isSecret(_ text: some StringProtocol) -> Bool {
    text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + digitCount
      && text.dropFirst(prefix.count).utf8.allSatisfy(Base64URL.isDigit)
  }

  /// Returns the address of a collector; a slash at its end is left out.
  public static func address(_ text: String) throws(EnrollmentCodeError) -> URL {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
      let scheme = url.scheme, ["https", "http"].contains(scheme),
      let host = url.host(), !host.isEmpty, url.user == nil, url.password == nil,
      url.query == nil, url.fragment == nil
    else { throw .notAnAddress(text) }
    return url
  }
}

/// The reason why a text is no code.
public enum EnrollmentCodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text does not have the form of a code.
  case notACode
  /// The address in a code, or for one, cannot be used.
  case notAnAddress(String)

  public var description: String {
    switch self {
    case .notACode:
      "This is not a code of a collector. Scan the code that yoban-collector enroll has printed, or paste all of it."
    case .notAnAddress(let text):
      "\(text) is not the address of a collector. Use one such as https://collector.example."
    }
  }
}

extension String {
  /// The text without spaces and line breaks at its ends, which a copied text may have.
  fileprivate var trimmingWhitespace: String {
    let rest = drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }
}
