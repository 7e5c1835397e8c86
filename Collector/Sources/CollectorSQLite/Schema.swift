import Collector
import GRDB

/// The tables, and how those of earlier versions become the tables of this one.
enum Schema {
  static let version = 2

  enum Outcome {
    case ready
    /// The database was written by a newer version of the program.
    case newer(version: Int)
  }

  /// Creates the missing tables. Safe while other processes do the same.
  static func prepare(_ database: Database) throws -> Outcome {
    var outcome = Outcome.ready
    try database.inTransaction(.immediate) {
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      switch found {
      case 0:
        try database.execute(sql: tables)
      case 1:
        try database.execute(sql: fromVersion1)
        let names = try Row.fetchAll(database, sql: "SELECT DISTINCT device, stream FROM chunks")
        for name in names {
          try SQLiteStorage.rebuildSummary(
            of: StreamName(
              device: name.decode(forColumn: "device"), stream: name.decode(forColumn: "stream")),
            in: database)
        }
      case version:
        break
      default:
        outcome = .newer(version: found)
      }
      if case .ready = outcome, found != version {
        try database.execute(sql: "PRAGMA user_version = \(version)")
      }
      return .commit
    }
    return outcome
  }

  private static let tables = """
    CREATE TABLE chunks (
      id INTEGER PRIMARY KEY,
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      bytes INTEGER NOT NULL,
      samples INTEGER NOT NULL,
      gaps INTEGER NOT NULL,
      first_time INTEGER,
      last_time INTEGER,
      is_increasing INTEGER NOT NULL,
      channels TEXT NOT NULL,
      UNIQUE (device, stream, sequence)
    ) STRICT;
    \(addedInVersion2)
    CREATE TABLE gaps (
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      position INTEGER NOT NULL,
      start_time INTEGER NOT NULL,
      end_time INTEGER NOT NULL,
      cause TEXT NOT NULL,
      PRIMARY KEY (device, stream, sequence, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE marks (
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      position INTEGER NOT NULL,
      time INTEGER NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (device, stream, sequence, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE conflicts (
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      bytes INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (device, stream, sequence, sha256)
    ) STRICT;
    CREATE TABLE tokens (
      hash BLOB PRIMARY KEY NOT NULL,
      device TEXT,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;
    """

  /// The bytes of chunks are apart from what is known about them, so that a list of chunks does not read
  /// the pages of the bytes. The totals of each stream are kept, so that nobody has to count them.
  private static let addedInVersion2 = """
    CREATE TABLE bodies (
      id INTEGER PRIMARY KEY,
      body BLOB NOT NULL
    ) STRICT;
    CREATE TABLE streams (
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      channels TEXT NOT NULL,
      chunks INTEGER NOT NULL,
      samples INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      gaps INTEGER NOT NULL,
      first_time INTEGER,
      last_time INTEGER,
      first_sequence INTEGER NOT NULL,
      last_sequence INTEGER NOT NULL,
      may_repeat INTEGER NOT NULL,
      longest INTEGER NOT NULL,
      PRIMARY KEY (device, stream)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX chunks_by_time ON chunks (device, stream, first_time);
    CREATE TABLE damage (
      device TEXT NOT NULL,
      stream TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      found_at INTEGER NOT NULL,
      PRIMARY KEY (device, stream, sequence)
    ) STRICT, WITHOUT ROWID;
    """

  /// Needs free space for a second copy of all bytes. If it fails, the database is as before.
  private static let fromVersion1 = """
    \(addedInVersion2)
    INSERT INTO bodies (id, body) SELECT id, body FROM chunks;
    ALTER TABLE chunks DROP COLUMN body;
    """
}
