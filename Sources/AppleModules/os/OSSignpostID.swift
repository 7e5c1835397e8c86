import Foundation

/// Distinguishes intervals with the same name that overlap.
public struct OSSignpostID: Comparable, Hashable, Sendable {
  public let rawValue: UInt64

  /// For intervals that do not overlap.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  public static let invalid = OSSignpostID(UInt64.max)
  public static let null = OSSignpostID(0)

  public init(_ value: UInt64) { rawValue = value }

  /// Creates an identifier that is unique in the process.
  public init(log: OSLog) { self.init(SignpostNumbers.next()) }

  /// Creates an identifier that is the same for the same object.
  public init(log: OSLog, object: AnyObject) {
    self.init(UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
  }

  public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// The kind of a signpost.
public struct OSSignpostType: Equatable, RawRepresentable, Sendable {
  public let rawValue: UInt8

  public init(_ rawValue: UInt8) { self.rawValue = rawValue }
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let event = OSSignpostType(0)
  public static let begin = OSSignpostType(1)
  public static let end = OSSignpostType(2)

  var word: String {
    switch self {
    case .begin: "begins"
    case .end: "ends"
    default: "event"
    }
  }
}
