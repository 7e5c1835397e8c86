import Foundation

extension Duration {
  /// The whole nanoseconds of a duration of less than 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension Date {
  /// Now, in nanoseconds since 1970, as exact as the system has it.
  static var nowInNanoseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Now, in whole seconds since 1970, which is how the storage notes when something happened.
  public static var nowInSeconds: Int64 { Int64(Date().timeIntervalSince1970) }
}
