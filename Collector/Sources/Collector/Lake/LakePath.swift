/// The tables of a lake. Each has one schema, and is a data set of its own for its readers.
package enum LakeTable: String, CaseIterable, Sendable {
  /// One row for each value of a sample.
  case samples
  /// Gaps and marks.
  case events
}

/// A part of a stream that is one file: some hours of one day in UTC.
package struct LakePart: Hashable, Sendable {
  package var table: LakeTable
  /// The first hour, in hours since 1970.
  package var hour: Int64

  package init(_ table: LakeTable, hour: Int64) {
    self.table = table
    self.hour = hour
  }
}

extension LakePart: Comparable {
  /// Orders by table, then by time.
  package static func < (left: Self, right: Self) -> Bool {
    (left.table.rawValue, left.hour) < (right.table.rawValue, right.hour)
  }
}

extension LakePart: LosslessStringConvertible {
  /// Such as `samples 2026-11-26 12`.
  package var description: String { "\(table.rawValue) \(date) \(twoDigits)" }

  package init?(_ description: String) {
    let words = description.split(separator: " ").map(String.init)
    guard words.count == 3, let table = LakeTable(rawValue: words[0]),
      let day = LakeTime.day(ofDate: words[1]), let hour = Int64(words[2]), (0..<24).contains(hour)
    else { return nil }
    self.init(table, hour: day * 24 + hour)
    guard self.description == description else { return nil }
  }

  private var date: String { LakeTime.date(ofDay: LakeTime.day(ofHour: hour)) }

  private var twoDigits: String {
    let hour = hour - LakeTime.day(ofHour: hour) * 24
    return hour < 10 ? "0\(hour)" : "\(hour)"
  }

  /// The path of the file, in the layout of Hive.
  ///
  /// The names of devices and streams have no character that such a path would have to encode.
  package func path(of name: StreamName) -> String {
    "\(table.rawValue)/date=\(date)/device=\(name.device)/stream=\(name.stream)/part-\(twoDigits).parquet"
  }
}

/// The paths in a lake besides those of its data. Readers of the layout of Hive leave out names that begin with `_`.
enum LakePath {
  private static let folder = "_yoban"
  /// Says that the folder is a lake, and in which format.
  static let marker = "\(folder)/lake.json"
  static let lock = "\(folder)/lock"
  static let temporaryFolder = "\(folder)/tmp"
  static let statesFolder = "\(folder)/streams"

  /// The path of a `LakeState`.
  static func state(of name: StreamName) -> String {
    "\(statesFolder)/device=\(name.device)/stream=\(name.stream).json"
  }

  /// Returns the stream of such a path; nil for another path.
  static func stream(ofState path: String) -> StreamName? {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false)
    guard folders.count == 4, folders[3].hasSuffix(".json") else { return nil }
    let name = StreamName(
      device: String(folders[2].dropFirst("device=".count)),
      stream: String(folders[3].dropFirst("stream=".count).dropLast(".json".count)))
    return state(of: name) == path ? name : nil
  }

  /// Returns the stream and the part of a path of data; nil for another path.
  static func part(of path: String) -> (name: StreamName, part: LakePart)? {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard folders.count == 5, folders[1].hasPrefix("date="), folders[2].hasPrefix("device="),
      folders[3].hasPrefix("stream="), folders[4].hasPrefix("part-"),
      let part = LakePart(
        "\(folders[0]) \(folders[1].dropFirst(5)) \(folders[4].dropFirst(5).prefix(2))")
    else { return nil }
    let name = StreamName(
      device: String(folders[2].dropFirst(7)), stream: String(folders[3].dropFirst(7)))
    return part.path(of: name) == path ? (name, part) : nil
  }

  /// Whether a path is one of those that an export writes.
  static func isOwn(_ path: String) -> Bool {
    path.hasPrefix(folder + "/") || part(of: path) != nil
  }
}

/// Hours and days in UTC, of which each time belongs to one. Times before 1970 are below 0.
enum LakeTime {
  private static let nanosecondsPerHour: Int64 = 3_600_000_000_000

  /// - Parameter time: in nanoseconds since 1970.
  static func hour(of time: Int64) -> Int64 { time.floorDivided(by: nanosecondsPerHour) }

  static func day(ofHour hour: Int64) -> Int64 { hour.floorDivided(by: 24) }

  /// The first and the last time of some hours, in nanoseconds since 1970.
  static func times(ofHours hours: Range<Int64>) -> ClosedRange<Int64> {
    let (start, isBefore) = hours.lowerBound.multipliedReportingOverflow(by: nanosecondsPerHour)
    let (end, isAfter) = hours.upperBound.multipliedReportingOverflow(by: nanosecondsPerHour)
    return (isBefore ? .min : start)...(isAfter ? .max : end - 1)
  }

  /// The date of a day since 1970, such as `2026-11-26`. Times in nanoseconds reach from the year 1677 to 2262.
  ///
  /// Source: the algorithm `civil_from_days` of Howard Hinnant, https://howardhinnant.github.io/date_algorithms.html.
  static func date(ofDay day: Int64) -> String {
    let shifted = day + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return [(year, 4), (month, 2), (dayOfMonth, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }

  /// The day of such a date; nil for another text.
  ///
  /// Source: `days_from_civil`, as above.
  static func day(ofDate text: String) -> Int64? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let dayOfMonth = parts[2], (1...12).contains(month), (1...31).contains(dayOfMonth)
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    let day =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return date(ofDay: day) == text ? day : nil
  }
}
