/// The tables of the SQLite file of a night.
enum NightTables {
  /// Creates all tables and begins the transaction.
  static func create(
    _ layout: ArchiveLayout, in connection: SQLiteConnection
  ) throws(NightFileError) {
    try connection.execute(
      """
      PRAGMA page_size = 8192;
      PRAGMA cache_size = -8192;
      PRAGMA encoding = 'UTF-8';
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA user_version = \(ArchiveLayout.formatVersion);
      BEGIN;
      CREATE TABLE about (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE streams (
        name TEXT NOT NULL PRIMARY KEY, table_name TEXT NOT NULL, parquet_file TEXT,
        channels TEXT NOT NULL, units TEXT NOT NULL, interval_ns INTEGER,
        samples INTEGER NOT NULL, first_time_ns INTEGER, last_time_ns INTEGER
      );
      CREATE TABLE channels (
        stream TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
        column_name TEXT NOT NULL, unit TEXT NOT NULL
      );
      CREATE TABLE gaps (
        stream TEXT NOT NULL, start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL,
        cause TEXT NOT NULL
      );
      CREATE TABLE marks (stream TEXT NOT NULL, time_ns INTEGER NOT NULL, name TEXT NOT NULL);
      CREATE TABLE missing (
        stream TEXT NOT NULL, first_sequence INTEGER NOT NULL, last_sequence INTEGER NOT NULL
      );
      CREATE TABLE chunks (
        stream TEXT NOT NULL, sequence INTEGER NOT NULL, sha256 TEXT NOT NULL,
        bytes INTEGER NOT NULL, samples INTEGER NOT NULL, first_time_ns INTEGER,
        last_time_ns INTEGER, damaged INTEGER NOT NULL
      );
      """)
    for stream in layout.streams {
      let columns =
        ["\(ArchiveLayout.timeColumn) INTEGER NOT NULL"]
        + stream.columns.map { "\(quoted($0)) REAL" }
      try connection.execute(
        "CREATE TABLE \(quoted(stream.table)) (\(columns.joined(separator: ", ")))")
    }
  }

  /// Fills all tables but the samples and the streams.
  static func fill(
    with night: ArchivedNight, _ layout: ArchiveLayout, in connection: SQLiteConnection
  ) throws(NightFileError) {
    try insert(into: "about", about(night), in: connection)
    var channels: [[SQLiteValue]] = []
    for (stream, names) in zip(night.streams, layout.streams) {
      for (index, (channel, column)) in zip(stream.channels, names.columns).enumerated() {
        channels.append([
          .text(stream.name), .integer(Int64(index)), .text(channel.name), .text(column),
          .text(channel.unit),
        ])
      }
    }
    try insert(into: "channels", channels, in: connection)
    try insert(
      into: "gaps",
      night.gaps.map { [.text($0.stream), .integer($0.start), .integer($0.end), .text($0.cause)] },
      in: connection)
    try insert(
      into: "marks", night.marks.map { [.text($0.stream), .integer($0.time), .text($0.name)] },
      in: connection)
    var missing: [[SQLiteValue]] = []
    for run in night.missing {
      missing.append([
        .text(run.stream), try sequence(run.firstSequence, run.stream),
        try sequence(run.lastSequence, run.stream),
      ])
    }
    try insert(into: "missing", missing, in: connection)
    var chunks: [[SQLiteValue]] = []
    for chunk in night.chunks {
      chunks.append([
        .text(chunk.stream), try sequence(chunk.sequence, chunk.stream), .text(chunk.sha256),
        .integer(Int64(chunk.byteCount)), .integer(Int64(chunk.sampleCount)),
        optional(chunk.times?.lowerBound), optional(chunk.times?.upperBound),
        .integer(chunk.isDamaged ? 1 : 0),
      ])
    }
    try insert(into: "chunks", chunks, in: connection)
  }

  /// Fills the table of the streams.
  static func fillStreams(
    _ streams: [ArchivedStream], _ names: [ArchiveLayout.Stream], in connection: SQLiteConnection
  ) throws(NightFileError) {
    let rows = zip(streams, names).map { stream, names -> [SQLiteValue] in
      [
        .text(stream.name), .text(names.table), names.parquetFile.map { .text($0) } ?? .null,
        .text(jsonArray(stream.channels.map(\.name))),
        .text(jsonArray(stream.channels.map(\.unit))), optional(stream.interval),
        .integer(Int64(stream.sampleCount)), optional(stream.times?.lowerBound),
        optional(stream.times?.upperBound),
      ]
    }
    try insert(into: "streams", rows, in: connection)
  }

  /// Prepares the insertion of a row into a table.
  static func insertion(
    into table: String, columns: Int, in connection: SQLiteConnection
  ) throws(NightFileError) -> SQLiteStatement {
    let parameters = Array(repeating: "?", count: columns).joined(separator: ", ")
    return try connection.prepare("INSERT INTO \(quoted(table)) VALUES (\(parameters))")
  }

  private static func about(_ night: ArchivedNight) -> [[SQLiteValue]] {
    [
      ("collector_version", night.collectorVersion),
      ("device", night.device),
      ("format_version", String(ArchiveLayout.formatVersion)),
      ("is_open", night.isOpen ? "1" : "0"),
      ("night_end", UTCTime(night.end).iso8601),
      ("night_end_ns", String(night.end)),
      ("night_start", UTCTime(night.start).iso8601),
      ("night_start_ns", String(night.start)),
    ].map { [.text($0.0), .text($0.1)] }
  }

  private static func insert(
    into table: String, _ rows: [[SQLiteValue]], in connection: SQLiteConnection
  ) throws(NightFileError) {
    guard let first = rows.first else { return }
    let statement = try insertion(into: table, columns: first.count, in: connection)
    for row in rows { try statement.insert(row) }
  }

  private static func sequence(
    _ sequence: UInt64, _ stream: String
  ) throws(NightFileError) -> SQLiteValue {
    guard let number = Int64(exactly: sequence) else {
      throw .sequenceTooLarge(sequence, stream: stream)
    }
    return .integer(number)
  }

  private static func optional(_ number: Int64?) -> SQLiteValue {
    number.map { .integer($0) } ?? .null
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  private static func jsonArray(_ texts: [String]) -> String {
    "[" + texts.map(jsonString).joined(separator: ",") + "]"
  }

  private static func jsonString(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        json.unicodeScalars.append("\\")
        json.unicodeScalars.append(scalar)
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
