import YobanVirtualTime

/// Notices that an app registers regions without end, such as one that registers a region again whenever its
/// registration fails. It has no side effects.
struct RegistrationRate {
  /// More regions in a minute than an app has a use for: 20 can be monitored (BC1).
  static let max = 100
  private static let window = Duration.seconds(60)
  private var began = VirtualInstant.start
  private var count = 0

  /// Notes a registration. Returns whether it is the one that is too many within a minute.
  mutating func note(at now: VirtualInstant) -> Bool {
    if now - began > Self.window { (began, count) = (now, 0) }
    count += 1
    return count == Self.max
  }
}
