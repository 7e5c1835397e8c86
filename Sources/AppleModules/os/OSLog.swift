import Foundation

/// The origin of log messages: a subsystem and a category.
///
/// Sendable: its values never change.
open class OSLog: NSObject, @unchecked Sendable {
  /// A category with a meaning for Instruments.
  public struct Category: Sendable {
    public let rawValue: String

    /// Points of interest.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  let subsystem: String
  let category: String
  private let isDisabled: Bool

  private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
  }

  public convenience init(subsystem: String, category: String) {
    self.init(subsystem, category, isDisabled: false)
  }

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem, category.rawValue, isDisabled: false)
  }

  /// The log of messages without a subsystem.
  public static let `default` = OSLog("", "", isDisabled: false)
  /// A log that drops all messages.
  public static let disabled = OSLog("", "", isDisabled: true)

  /// Returns whether messages of a level are written. Every level is, except by `disabled`.
  public func isEnabled(type: OSLogType) -> Bool { !isDisabled }

  public var signpostsEnabled: Bool { !isDisabled }
}
