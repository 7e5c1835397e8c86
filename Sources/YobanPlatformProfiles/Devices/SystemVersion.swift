/// A version of a system, such as iOS 16.4, or an API level of Android, such as 34.
///
/// Can be written as a literal, number or text: `7.1`, `17`, `"16.10"`.
public struct SystemVersion: Sendable, Hashable, Comparable {
  public var major: Int
  public var minor: Int

  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// Reads `17`, `16.4` or `16.10`; returns nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let major = parts[0], major >= 0 else { return nil }
    guard let minor = parts.count == 2 ? parts[1] : 0, minor >= 0 else { return nil }
    self.init(major, minor)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// The versions that have a column in the profiles' table. Each of them changed a value.
  public static let profiled: [SystemVersion] = [6, 7, 7.1, 10, 13, 15, 16.4, 17, 18, 26, 27]
}

extension SystemVersion: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  public init(integerLiteral major: Int) { self.init(major) }

  /// Reads only one digit after the point.
  public init(floatLiteral value: Double) {
    let tenths = Int((value * 10).rounded())
    self.init(tenths / 10, tenths % 10)
  }

  public init(stringLiteral text: String) {
    guard let version = SystemVersion(text) else {
      preconditionFailure("\(text) is not a version of iOS: write it as 17 or 16.4")
    }
    self = version
  }
}

extension SystemVersion: CustomStringConvertible {
  /// The form of `UIDevice.systemVersion`, such as `17.0`.
  public var description: String { "\(major).\(minor)" }
  /// The short form, such as `17` or `16.4`.
  public var short: String { minor == 0 ? "\(major)" : description }
}
