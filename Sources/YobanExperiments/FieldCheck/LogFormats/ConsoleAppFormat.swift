/// Lines that a user has selected and copied in Console.app of macOS.
///
/// The columns are separated by tabs: the type, the time, the process and the message, such as
/// `default⇥10:03:22.123456+0900⇥App⇥text`. The user can show more columns (library, subsystem,
/// category, process and thread numbers), move them and hide them. The type is in the language of
/// the Mac, and older versions write a space before the zone.
struct ConsoleAppFormat: LogFormat {
  static let name = "lines copied from Console.app"

  /// The numbers of the columns, from 0.
  private let time: Int
  private let message: Int

  init(fitting lines: [WrittenLine]) {
    var counts: [[Int]: Int] = [:]
    for line in lines where line.text.utf8.contains(UInt8(ascii: "\t")) {
      let columns = Self.columns(line.text)
      guard columns.count >= 3, let time = columns.prefix(4).firstIndex(where: Self.isTime) else {
        continue
      }
      counts[[time, columns.count - 1], default: 0] += 1
    }
    // A message may contain tabs, but most messages contain none.
    let most = counts.max { ($0.value, $1.key[1], $1.key[0]) < ($1.value, $0.key[1], $0.key[0]) }
    time = most?.key[0] ?? 1
    message = most?.key[1] ?? 3
  }

  func parse(_ line: Substring) -> LogLine? {
    let columns = Self.columns(line, most: message)
    guard columns.count >= 3, columns.count > time, let stamp = LogStamp(columns[time]) else {
      return nil
    }
    let isNamed = time + 1 < message && columns.count > time + 1
    return LogLine(
      stamp: stamp, process: isNamed ? String(columns[time + 1]) : nil,
      text: message < columns.count ? columns[message].trimmed : "")
  }

  /// The maximum number of columns that Console.app can show.
  private static let mostColumns = 12

  private static func columns(_ line: Substring, most: Int = mostColumns) -> [Substring] {
    line.utf8.split(
      separator: UInt8(ascii: "\t"), maxSplits: most, omittingEmptySubsequences: false
    ).map(Substring.init)
  }

  private static func isTime(_ column: Substring) -> Bool {
    guard let stamp = LogStamp(column) else { return false }
    if case .elapsed = stamp.day { return false }
    return true
  }
}
