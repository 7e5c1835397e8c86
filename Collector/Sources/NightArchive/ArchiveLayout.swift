/// The names of the files of an archive, and of the tables and columns of its SQLite file.
///
/// The same night always gives the same names. Names of files and tables also differ without regard
/// to case, because SQLite, Windows and macOS do not distinguish it: of the streams `acc` and `Acc`,
/// the first one keeps its name, and the other becomes `Acc_2`.
public struct ArchiveLayout: Hashable, Sendable {
  /// The names of one stream.
  public struct Stream: Hashable, Sendable {
    /// Within the folder, such as `streams/accelerometer.parquet`; nil without such a file.
    public let parquetFile: String?
    /// The table of its samples.
    public let table: String
    /// The columns of the channels in this table, in the order of the channels: at most `columnsMax`. Further channels
    /// are only in the Parquet file.
    public let columns: [String]
  }

  /// The maximum number of channels in a table: SQLite allows 2,000 columns, and three are those of the times.
  public static let columnsMax = 1_997

  /// The version of the files, tables and columns. It is in the table `about`.
  public static let formatVersion = 2
  /// The column of the times in the tables of samples.
  public static let timeColumn = "time_ns"
  /// The columns of the times on the clock of the collector and of their uncertainty, which are the last ones.
  public static let correctedColumns = ["corrected_time_ns", "uncertainty_ns"]

  public static let readme = "README.md"
  public static let sqliteFile = "night.sqlite"
  public static let gapsFile = "gaps.csv"
  public static let marksFile = "marks.csv"
  public static let missingFile = "missing.csv"
  public static let chunksFile = "chunks.csv"
  public static let clocksFile = "clocks.csv"
  public static let jumpsFile = "jumps.csv"

  static let fixedTables = [
    "about", "streams", "channels", "gaps", "marks", "missing", "chunks", "clocks", "jumps",
  ]

  /// The folder that contains everything: the device and the start of the night in UTC, such as
  /// `phone-2026-11-20T2200Z`.
  public let folder: String
  /// The names of the streams, in the order of `ArchivedNight.streams`.
  public let streams: [Stream]

  public init(_ night: ArchivedNight) {
    folder =
      FileName.safe(night.device) + "-" + UTCTime(night.start).minuteForFileName
    let names = night.streams.map(\.name)
    let files = UniqueNames.make(names.map(FileName.safe), reserved: [])
    let tables = UniqueNames.make(names.map(Self.tableName), reserved: Self.fixedTables)
    streams = night.streams.indices.map { index in
      let stream = night.streams[index]
      return Stream(
        parquetFile: stream.hasParquet ? "streams/\(files[index]).parquet" : nil,
        table: tables[index],
        columns: UniqueNames.make(
          stream.channels.prefix(Self.columnsMax).map { UniqueNames.identifier($0.name) },
          reserved: [Self.timeColumn] + Self.correctedColumns))
    }
  }

  /// Returns the path of a file in the archive, such as `phone-2026-11-20T2200Z/README.md`.
  ///
  /// - Parameter file: One of the file names of this type, or the Parquet file of a stream.
  public func path(_ file: String) -> String { "\(folder)/\(file)" }

  /// SQLite reserves the names that begin with `sqlite_`.
  private static func tableName(_ stream: String) -> String {
    let name = UniqueNames.identifier(stream)
    return name.lowercased().hasPrefix("sqlite_") ? "stream_\(name)" : name
  }
}

/// Names that differ from each other without regard to case.
enum UniqueNames {
  /// Returns a name for each wanted one. A name that an earlier or a reserved one has gets a number,
  /// such as `acc_2`. A wanted name that is free stays as it is.
  static func make(_ wanted: [String], reserved: [String]) -> [String] {
    var used = Set(reserved.map { $0.lowercased() })
    let isKept = wanted.map { used.insert($0.lowercased()).inserted }
    return zip(wanted, isKept).map { name, isKept in
      if isKept { return name }
      var number = 2
      while !used.insert("\(name)_\(number)".lowercased()).inserted { number += 1 }
      return "\(name)_\(number)"
    }
  }

  /// Returns a name for a table or a column: without control characters, and not empty.
  static func identifier(_ text: String) -> String {
    if text.isEmpty { return "unnamed" }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }))
  }
}

/// Names of files that every system allows.
enum FileName {
  /// Names that Windows reserves for hardware.
  private static let reserved: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Returns the text with only ASCII letters, digits and `. _ -`, not empty, and without a dot at
  /// the beginning. Another character becomes an underscore.
  static func safe(_ text: String) -> String {
    var name = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar {
          case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": scalar
          default: "_"
          }
        }))
    if name.isEmpty { name = "unnamed" }
    if name.hasPrefix(".") { name = "_" + name }
    let stem = name.prefix { $0 != "." }.lowercased()
    return reserved.contains(stem) ? "stream_\(name)" : name
  }
}
