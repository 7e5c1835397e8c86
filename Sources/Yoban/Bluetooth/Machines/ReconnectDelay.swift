/// The delay before the next attempt to connect: 1, 2, 4 … 60 s, reduced at random by up to half.
enum ReconnectDelay {
  static let secondsMax: Int64 = 60

  /// Returns the delay in whole seconds, because the system does the waiting and takes whole
  /// seconds (BT12).
  ///
  /// - Parameters:
  ///   - attempts: the number of failed attempts in a row, 1 or more.
  ///   - jitter: from 0 up to 1, drawn by the caller; 1 gives the full delay, 0 half of it.
  static func duration(attempts: Int, jitter: Double) -> Duration {
    precondition(attempts > 0 && (0...1).contains(jitter))
    let full = min(1 << Int64(min(attempts - 1, 6)), secondsMax)
    let seconds = (Double(full) / 2 * (1 + jitter)).rounded(.up)
    return .seconds(Int64(seconds))
  }
}
