/// The content of one request of an app, as time series.
///
/// A collector stores the body of the request with all its bytes and writes `series` in the same
/// transaction. What is only counted here can therefore be read from the stored body later.
public struct ForeignBatch: Sendable {
  /// The rows with numbers, by stream name. Each is written as one chunk.
  ///
  /// A stream has more than one series if its rows have more than 16 channels in total, because a
  /// chunk has at most 16.
  public internal(set) var series: [ForeignSeries] = []
  /// The number of entries that have no numbers by their kind: waypoints, cards, texts.
  public internal(set) var otherCount = 0
  /// The number of entries that have no usable time or no usable value, or are damaged.
  public internal(set) var malformedCount = 0
  /// The number of values that are not in `series`, although their entry is: numbers that are not finite as binary64,
  /// names that occur twice in one entry, texts where the documentation of the app has a number, and values beyond the
  /// 256 that an entry may have. Other texts, arrays and objects are no values.
  public internal(set) var malformedValueCount = 0
  /// The number of rows that were omitted because an equal row is in the same request.
  public internal(set) var duplicateCount = 0
  /// Whether a row has the time of reception, because its entry has no time.
  public internal(set) var usesReceptionTime = false
  /// The first malformed entries, for the log.
  public internal(set) var problems: [ForeignProblem] = []

  /// The largest number of `problems`.
  public static let maximumProblems = 5

  init() {}

  mutating func addMalformed(_ position: Int, _ reason: String) {
    malformedCount += 1
    if problems.count < Self.maximumProblems {
      problems.append(ForeignProblem(position: position, reason: reason))
    }
  }
}

/// The reason why one entry of a request was not used. It contains no measured value.
public struct ForeignProblem: Hashable, Sendable {
  /// The number of the entry in the request, or of its line, counted from 1.
  public let position: Int
  /// The reason, without a period: `the time is missing`.
  public let reason: String
}
