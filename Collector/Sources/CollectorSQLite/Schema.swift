import GRDB

/// The tables of version 1.
enum Schema {
  static let version = 1

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
        try database.execute(sql: "PRAGMA user_version = \(version)")
      case version:
        break
      default:
        outcome = .newer(version: found)
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
      body BLOB NOT NULL,
      UNIQUE (device, stream, sequence)
    ) STRICT;
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
}
