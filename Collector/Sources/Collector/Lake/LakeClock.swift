/// The place for an estimate of how far the clock of a device was off.
///
/// No estimate exists yet, so both columns are null everywhere. They are part of the schema from the beginning, so that
/// files with and without an estimate are one table.
struct LakeClock: Sendable {
  /// The columns of the corrected time and of the largest error of it, both in nanoseconds.
  static let columns = ["corrected_time_ns", "uncertainty_ns"]

  /// Text for everything on which the times of a part of a stream depend: a file is written again when it changes.
  func content(of name: StreamName, in times: ClosedRange<Int64>) async throws -> String { "" }

  /// The corrected time of a sample and its uncertainty; nil if they are not known.
  func corrected(_ time: Int64, of name: StreamName) -> (time: Int64, uncertainty: Int64)? { nil }
}
