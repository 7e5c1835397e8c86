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

  /// Its place among the lines of the log.
  let line: Int
  let kind: Kind
  let time: LogTime?
  /// Whether it is a line of the counter with the number of the one before: the line is there twice.
  var isRepeat = false
}

/// The cheapest way to read a log as the rows of a part.
///
/// A log may begin late and end early. Whatever else differs costs, and the reading that costs least is
/// the one in which one mistake stays one mistake. It also decides to which of two neighbors a line of
/// the counter between them belongs.
struct FieldAlignment: Sendable {
  /// One thing that the reading says.
  enum Event: Sendable {
    case matched(token: Int, FieldRow, FieldFit, step: Int)
    case counted(token: Int, step: Int)
    case noted(token: Int, String)
    /// A note that the log need not have.
    case unnoted(String)
    /// The stretch of a step has ended.
    case left(step: Int)
    case unexpected(token: Int, FieldPlace)
    /// A row that did not come before the token.
    case missing(FieldRow, before: Int)
    /// The log begins after this row.
    case late(FieldRow)
    case aside(token: Int, FieldAside)
  }

  let events: [Event]
  let cost: Int
  /// The step in which the log ends; the number of steps if the log has all of them.
  let end: Int
}

/// Why a line of the experiment says nothing.
enum FieldAside: Sendable, Hashable {
  /// The user decides how long an app is in foreground.
  case inForeground
  case beforePart
  case afterPart
  /// A note that fits nowhere.
  case note
}

/// How far the reading of a part is.
struct FieldPlace: Sendable, Hashable {
  /// -1 before the part.
  var step: Int
  /// Rows of a group.
  var rows = 0
  /// Lines of the counter, or rows of a repeated row; not counted beyond one too many.
  var lines = 0
  /// Lines of the counter after the last row of a group; not counted beyond what is allowed.
  var after = 0

  static let before = FieldPlace(step: -1)
  var next: FieldPlace { FieldPlace(step: step + 1) }
}

/// A move of the reading from one place to another.
enum FieldMove: Sendable {
  // With a line of the log.
  case match(FieldFit)
  case count
  case note
  case unexpected
  case aside(FieldAside)
  // Without one.
  case leave
  case missing
  case late
}

/// The price of each difference. Their order matters, not their size.
enum FieldCost {
  /// Less than an unexpected row, so that a row in another place costs less than two that are unexpected.
  static let missing = 7
  static let unexpected = 8
  /// Less than a missing and an unexpected row.
  static let otherState = 10
  /// Lines too many in a stretch, however many: that is one difference.
  static let manyLines = 6
  /// Lines too few in a stretch, and each of them.
  static let fewLines = 4
  static let lackingLine = 2
  /// Each line more or less than the profile's constant admits, where the rows admit it.
  static let profileLine = 1
  /// The log ends in a wake that was too short until then: more lines may have come.
  static let endsInWake = 1
  /// The log ends before the part does.
  static let endsEarly = 1
  /// The suspended loop did not go on before the event: possible, but S0 saw the other order (BT10).
  static let eventFirst = 1
  /// A second line of the counter before the event that woke the app. More than lines too many in the
  /// stretch before, to which it may belong, and less than an unexpected row.
  static let early = 7
  /// A second without a line in the middle of a stretch.
  static let gap = 20
  /// A line of the counter that is left out of a stretch in which the counter runs.
  static let strayLine = 25
  /// Each row that the log begins after.
  static let late = 4
  /// Each line before a part that begins with a launch by the system.
  static let beforeLaunch = 1
  /// Each other line before the part or after it.
  static let outside = 7
  static let strayNote = 1
  /// A log that never comes to the part.
  static let never = 1_000_000
}
