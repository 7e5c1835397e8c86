import Foundation
import GRDB

/// The tables of the SQLite file of a night.
enum NightTables {
  /// Creates all tables and begins the transaction.
  static func create(_ layout: ArchiveLayout, in database: Database) throws {
    try database.execute(
      sql: """
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
        CREATE TABLE clocks (
          stream TEXT, time_ns INTEGER NOT NULL, offset_ns INTEGER NOT NULL,
          uncertainty_ns INTEGER NOT NULL
        );
        CREATE TABLE jumps (
          clock TEXT NOT NULL, stream TEXT, time_ns INTEGER NOT NULL, amount_ns INTEGER
        );
        """)
    for stream in layout.streams {
      let columns =
        ["\(ArchiveLayout.timeColumn) INTEGER NOT NULL"]
        + stream.columns.map { "\($0.quoted()) REAL" }
        + ArchiveLayout.correctedColumns.map { "\($0) INTEGER" }
      try database.execute(
        sql: "CREATE TABLE \(stream.table.quoted()) (\(columns.joined(separator: ", ")))")
    }
  }

  /// Fills all tables but the samples and the streams.
  static func fill(
    with night: ArchivedNight, _ layout: ArchiveLayout, in database: Database
  ) throws {
    try insert(into: "about", about(night), in: database)
    let channels = zip(night.streams, layout.streams).flatMap { stream, names in
      zip(stream.channels, names.columns).enumerated().map { index, channel -> [Value] in
        [stream.name, index, channel.0.name, channel.1, channel.0.unit]
      }
    }
    try insert(into: "channels", channels, in: database)
    try insert(
      into: "gaps", night.gaps.map { [$0.stream, $0.start, $0.end, $0.cause] }, in: database)
    try insert(into: "marks", night.marks.map { [$0.stream, $0.time, $0.name] }, in: database)
    let missing = try night.missing.map { run -> [Value] in
      [
        run.stream, try sequence(run.firstSequence, run.stream),
        try sequence(run.lastSequence, run.stream),
      ]
    }
    try insert(into: "missing", missing, in: database)
    let chunks = try night.chunks.map { chunk -> [Value] in
      [
        chunk.stream, try sequence(chunk.sequence, chunk.stream), chunk.sha256, chunk.byteCount,
        chunk.sampleCount, chunk.times?.lowerBound, chunk.times?.upperBound, chunk.isDamaged,
      ]
    }
    try insert(into: "chunks", chunks, in: database)
    try insert(
      into: "clocks", night.clocks.map { [$0.stream, $0.time, $0.offset, $0.uncertainty] },
      in: database)
    try insert(
      into: "jumps", night.jumps.map { [$0.clock, $0.stream, $0.time, $0.amount] }, in: database)
  }

  /// Fills the table of the streams.
  static func fillStreams(
    _ streams: [ArchivedStream], _ names: [ArchiveLayout.Stream], in database: Database
  ) throws {
    let rows = try zip(streams, names).map { stream, names -> [Value] in
      [
        stream.name, names.table, names.parquetFile, try jsonArray(stream.channels.map(\.name)),
        try jsonArray(stream.channels.map(\.unit)), stream.interval, stream.sampleCount,
        stream.times?.lowerBound, stream.times?.upperBound,
      ]
    }
    try insert(into: "streams", rows, in: database)
  }

  /// The statement that inserts a row into a table.
  static func insertion(into table: String, columns: Int) -> String {
    "INSERT INTO \(table.quoted()) VALUES (\(databaseQuestionMarks(count: columns)))"
  }

  private typealias Value = (any DatabaseValueConvertible)?

  private static func about(_ night: ArchivedNight) -> [[Value]] {
    [
      ["collector_version", night.collectorVersion],
      ["device", night.device],
      ["format_version", String(ArchiveLayout.formatVersion)],
      ["is_open", night.isOpen ? "1" : "0"],
      ["night_end", UTCTime(night.end).iso8601],
      ["night_end_ns", String(night.end)],
      ["night_start", UTCTime(night.start).iso8601],
      ["night_start_ns", String(night.start)],
    ]
  }

  private static func insert(into table: String, _ rows: [[Value]], in database: Database) throws {
    guard let first = rows.first else { return }
    let statement = try database.cachedStatement(
      sql: insertion(into: table, columns: first.count))
    for row in rows { try statement.execute(arguments: StatementArguments(row)) }
  }

  private static func sequence(_ sequence: UInt64, _ stream: String) throws -> Int64 {
    guard let number = Int64(exactly: sequence) else {
      throw NightFileError.sequenceTooLarge(sequence, stream: stream)
    }
    return number
  }

  private static func jsonArray(_ texts: [String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(texts), as: UTF8.self)
  }
}
