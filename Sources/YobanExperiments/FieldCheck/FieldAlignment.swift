/// A line of the log that belongs to the experiment.
struct FieldToken: Sendable {
  enum Kind: Sendable, Hashable {
    case row(FieldText, state: String?)
    case counter(Int)
    case note(String)

    var isCounter: Bool {
      if case .counter = self { true } else { false }
    }
  }

  /// Its index among the lines of the log.
  let line: Int
  /// The number of its line in the file, from 1.
  let number: Int
  let kind: Kind
  let time: LogTime?
  /// Whether it is a line of the counter with the same number as the previous one, because the log
  /// contains the line twice.
  var isRepeat = false
}

/// The cheapest way to read a log as the rows of a part.
///
/// A log may begin late and end early. All other differences have a cost. The reading with the
/// lowest total cost is chosen: in it, one mistake causes only one difference. The reading also
/// decides to which of two neighbors a line of the counter between them belongs.
struct FieldAlignment: Sendable {
  /// One event of the reading.
  enum Event: Sendable {
    case matched(token: Int, FieldRow, FieldFit, step: Int)
    case counted(token: Int, step: Int)
    case noted(token: Int, String)
    /// A note that the log does not contain; it is optional.
    case unnoted(String)
    /// The stretch of a step has ended.
    case left(step: Int)
    case unexpected(token: Int, FieldPlace)
    /// A row that is missing before the token.
    case missing(FieldRow, before: Int)
    /// A row before the beginning of the log.
    case late(FieldRow)
    case excluded(token: Int, FieldExclusion)
  }

  let events: [Event]
  let cost: Int
  /// The step at which the log ends; the number of steps if the log contains all of them.
  let end: Int
}

/// The reasons why a line of the experiment is not evidence.
enum FieldExclusion: Sendable, Hashable {
  /// The user decides how long an app is in the foreground.
  case inForeground
  case beforePart
  case afterPart
  /// A note that does not fit anywhere.
  case note
}

/// The position of the reading in a part.
struct FieldPlace: Sendable, Hashable {
  /// The index of the step; -1 before the part.
  var step: Int
  /// The number of rows read of a group.
  var rows = 0
  /// The number of lines of the counter, or of rows of a repeated row; not counted beyond one too
  /// many.
  var lines = 0
  /// The number of counter lines after the last row of a group; not counted beyond the allowed
  /// number.
  var after = 0

  static let before = FieldPlace(step: -1)
  var next: FieldPlace { FieldPlace(step: step + 1) }
}

/// A move of the reading from one place to another.
enum FieldMove: Sendable {
  // Moves that read a line of the log.
  case match(FieldFit)
  case count
  case note
  case unexpected
  case excluded(FieldExclusion)
  // Moves that read no line.
  case leave
  case missing
  case late
}

/// The cost of each difference. Their order matters, not their absolute values.
enum FieldCost {
  /// Less than an unexpected row, so that a row in another place costs less than two unexpected
  /// rows.
  static let missing = 7
  static let unexpected = 8
  /// Less than a missing and an unexpected row.
  static let otherState = 10
  /// Too many lines in a stretch. Any number of them is one difference.
  static let manyLines = 6
  /// Too few lines in a stretch, and each of the missing lines.
  static let fewLines = 4
  static let missingLine = 2
  /// Each line more or less than the profile's constant allows, where the rows allow it.
  static let profileLine = 1
  /// The log ends in a wake that was too short until then; more lines may have followed.
  static let endsInShortWake = 1
  /// The log ends before the part does.
  static let endsEarly = 1
  /// The suspended loop did not continue before the event. This is possible, but S0 observed the
  /// other order (BT10).
  static let eventFirst = 1
  /// A second line of the counter before the event that woke the app. It costs more than too many
  /// lines in the previous stretch, to which the line may belong, and less than an unexpected row.
  static let early = 7
  /// A second without a line in the middle of a stretch.
  static let gap = 20
  /// A line of the counter that is not assigned to a stretch in which the counter runs.
  static let strayLine = 25
  /// Each row before the beginning of the log.
  static let late = 4
  /// Each line before a part that begins with a launch by the system.
  static let beforeLaunch = 1
  /// Each other line before or after the part.
  static let outside = 7
  static let strayNote = 1
  /// A log that never reaches the part.
  static let never = 1_000_000
}
