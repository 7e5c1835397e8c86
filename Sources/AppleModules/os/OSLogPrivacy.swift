/// The privacy of a value in a log message.
///
/// Without an option, numbers, Booleans and literals are shown; strings and objects are private. The
/// log shows private values unless the test sets `Device.redactsPrivateLogValues`.
public struct OSLogPrivacy: Sendable {
  enum Level: Sendable { case auto, `public`, `private`, sensitive }

  /// The text that replaces a value that is not shown.
  @nonexhaustive public enum Mask: Sendable {
    /// A hash, so that equal values can be recognized.
    case hash
    case none
  }

  let level: Level
  let mask: Mask

  init(_ level: Level, _ mask: Mask) {
    self.level = level
    self.mask = mask
  }

  /// The value is shown.
  public static var `public`: OSLogPrivacy { .init(.public, .none) }
  /// The value is private.
  public static var `private`: OSLogPrivacy { .init(.private, .none) }
  /// The value is private.
  public static var sensitive: OSLogPrivacy { .init(.sensitive, .none) }
  /// The privacy of the type: numbers and Booleans are shown, strings and objects are private.
  public static var auto: OSLogPrivacy { .init(.auto, .none) }

  public static func `private`(mask: Mask) -> OSLogPrivacy { .init(.private, mask) }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .init(.sensitive, mask) }
  public static func auto(mask: Mask) -> OSLogPrivacy { .init(.auto, mask) }
}
