/// The tables of the collector in a database.
///
/// docs/collector-inside.md describes them. A version is released with the program: a change of the tables gets a new
/// version, and `added(in:_:)` gets the statements for databases of the version before.
public enum Schema {
  public static let version = 6

  /// A table with the columns of its primary key.
  struct Table {
    var name: String
    var key: [String]
    /// The number of rows that are copied at once: few if they are large.
    var rowsPerStep = 1_000
  }

  /// All tables, in the order in which they are copied into another database. Without tokens, no device can
  /// store anything, so they are copied last.
  static let all = [
    Table(name: "chunks", key: ["id"]),
    Table(name: "bodies", key: ["id"], rowsPerStep: 50),
    Table(name: "curves", key: ["id"], rowsPerStep: 200),
    Table(name: "packs", key: ["device", "stream", "first_time"], rowsPerStep: 50),
    Table(name: "pack_bodies", key: ["id", "first_time", "position"], rowsPerStep: 10),
    Table(name: "gaps", key: ["device", "stream", "sequence", "position"]),
    Table(name: "marks", key: ["device", "stream", "sequence", "position"]),
    Table(name: "conflicts", key: ["device", "stream", "sequence", "sha256"], rowsPerStep: 50),
    Table(name: "damage", key: ["device", "stream", "sequence"]),
    Table(name: "streams", key: ["device", "stream"]),
    Table(name: "nights", key: ["device", "start_time"], rowsPerStep: 200),
    Table(name: "stale_nights", key: ["device"]),
    Table(name: "reports", key: ["device"]),
    Table(name: "imports", key: ["device", "format", "sha256"], rowsPerStep: 50),
    Table(name: "deliveries", key: ["session", "packet"]),
    Table(name: "clock_exchanges", key: ["device", "clock", "reference", "sent"]),
    Table(name: "clock_readings", key: ["device", "since", "minute"]),
    Table(name: "accessory_readings", key: ["device", "stream", "minute"]),
    Table(name: "clock_days", key: ["device", "day"], rowsPerStep: 50),
    Table(name: "deletions", key: ["id"]),
    Table(name: "removed_objects", key: ["key"]),
    Table(name: "removed_packs", key: ["id"]),
    Table(name: "retention", key: ["device"]),
    Table(name: "reads", key: ["minute", "reader", "device", "stream", "what"]),
    Table(name: "silences", key: ["device"]),
    Table(name: "alerts", key: ["id"]),
    Table(name: "device_labels", key: ["device"]),
    Table(name: "device_groups", key: ["name", "device"]),
    Table(name: "tokens", key: ["hash"]),
    // A code makes a token, so that it comes after all of them.
    Table(name: "enrollment_codes", key: ["hash"]),
  ]

  /// The tables whose rows have a number that the database assigns.
  static let numbered = ["chunks", "deletions", "alerts"]

  /// The statements that create all tables.
  public static func tables(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE chunks (
      id \(dialect.identity),
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      sequence \(dialect.integer) NOT NULL,
      sha256 \(dialect.bytes) NOT NULL,
      bytes \(dialect.integer) NOT NULL,
      samples \(dialect.integer) NOT NULL,
      gaps \(dialect.integer) NOT NULL,
      first_time \(dialect.integer),
      last_time \(dialect.integer),
      is_increasing \(dialect.integer) NOT NULL,
      channels \(dialect.text) NOT NULL,
      UNIQUE (device, stream, sequence)
    ) \(dialect.tableOptions);
    CREATE TABLE gaps (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      sequence \(dialect.integer) NOT NULL,
      position \(dialect.integer) NOT NULL,
      start_time \(dialect.integer) NOT NULL,
      end_time \(dialect.integer) NOT NULL,
      cause \(dialect.text) NOT NULL,
      PRIMARY KEY (device, stream, sequence, position)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE marks (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      sequence \(dialect.integer) NOT NULL,
      position \(dialect.integer) NOT NULL,
      time \(dialect.integer) NOT NULL,
      name \(dialect.text) NOT NULL,
      PRIMARY KEY (device, stream, sequence, position)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE conflicts (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      sequence \(dialect.integer) NOT NULL,
      sha256 \(dialect.bytes) NOT NULL,
      bytes \(dialect.integer) NOT NULL,
      body \(dialect.bytes) NOT NULL,
      PRIMARY KEY (device, stream, sequence, sha256)
    ) \(dialect.tableOptions);
    CREATE TABLE tokens (
      hash \(dialect.bytes) PRIMARY KEY NOT NULL,
      device \(dialect.text),
      created_at \(dialect.integer) NOT NULL,
      revoked_at \(dialect.integer)
    ) \(dialect.orderedTableOptions);
    \(addedInVersion2(dialect))
    \(addedInVersion3(dialect))
    \(addedInVersion4(dialect))
    \(addedInVersion5(dialect))
    \(addedInVersion6(dialect))
    """
  }

  /// The bytes of chunks are apart from what is known about them, so that a list of chunks does not read
  /// the pages of the bytes. The totals of each stream are kept, so that nobody has to count them.
  public static func addedInVersion2(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE bodies (
      id \(dialect.integer) PRIMARY KEY,
      body \(dialect.bytes) NOT NULL
    ) \(dialect.tableOptions);
    CREATE TABLE streams (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      channels \(dialect.text) NOT NULL,
      chunks \(dialect.integer) NOT NULL,
      samples \(dialect.integer) NOT NULL,
      bytes \(dialect.integer) NOT NULL,
      gaps \(dialect.integer) NOT NULL,
      first_time \(dialect.integer),
      last_time \(dialect.integer),
      first_sequence \(dialect.integer) NOT NULL,
      last_sequence \(dialect.integer) NOT NULL,
      may_repeat \(dialect.integer) NOT NULL,
      longest \(dialect.integer) NOT NULL,
      PRIMARY KEY (device, stream)
    ) \(dialect.orderedTableOptions);
    CREATE INDEX chunks_by_time ON chunks (device, stream, first_time);
    CREATE TABLE damage (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      sequence \(dialect.integer) NOT NULL,
      found_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (device, stream, sequence)
    ) \(dialect.orderedTableOptions);
    """
  }

  /// Nights are kept, so that a page does not read what is known about every chunk.
  public static func addedInVersion3(_ dialect: SQLDialect) -> String {
    """
    CREATE INDEX gaps_by_time ON gaps (device, stream, start_time);
    CREATE INDEX marks_by_time ON marks (device, stream, time);
    ALTER TABLE tokens ADD COLUMN readable \(dialect.text);
    ALTER TABLE tokens ADD COLUMN expires_at \(dialect.integer);
    CREATE TABLE nights (
      device \(dialect.text) NOT NULL,
      start_time \(dialect.integer) NOT NULL,
      end_time \(dialect.integer) NOT NULL,
      content \(dialect.text) NOT NULL,
      PRIMARY KEY (device, start_time)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE stale_nights (
      device \(dialect.text) PRIMARY KEY NOT NULL,
      from_time \(dialect.integer) NOT NULL,
      to_time \(dialect.integer) NOT NULL
    ) \(dialect.orderedTableOptions);
    CREATE TABLE curves (
      id \(dialect.integer) PRIMARY KEY,
      fine \(dialect.bytes) NOT NULL,
      coarse \(dialect.bytes) NOT NULL
    ) \(dialect.tableOptions);
    CREATE TABLE deletions (
      id \(dialect.identity),
      device \(dialect.text) NOT NULL,
      stream \(dialect.text),
      from_time \(dialect.integer) NOT NULL,
      to_time \(dialect.integer) NOT NULL,
      deleted_at \(dialect.integer) NOT NULL,
      deleted_by \(dialect.text) NOT NULL,
      chunks \(dialect.integer) NOT NULL
    ) \(dialect.tableOptions);
    CREATE INDEX deletions_by_device ON deletions (device);
    CREATE TABLE imports (
      device \(dialect.text) NOT NULL,
      format \(dialect.text) NOT NULL,
      sha256 \(dialect.bytes) NOT NULL,
      received_at \(dialect.integer) NOT NULL,
      is_refused \(dialect.integer) NOT NULL,
      body \(dialect.bytes) NOT NULL,
      PRIMARY KEY (device, format, sha256)
    ) \(dialect.tableOptions);
    CREATE TABLE reports (
      device \(dialect.text) PRIMARY KEY NOT NULL,
      time \(dialect.integer) NOT NULL,
      battery \(dialect.integer),
      app_version \(dialect.text),
      free_bytes \(dialect.integer)
    ) \(dialect.orderedTableOptions);
    """
  }

  /// Fills a database of version 2 after the tables of version 3 have been created: all nights are
  /// computed when somebody reads them.
  public static let filledInVersion3 = """
    INSERT INTO stale_nights (device, from_time, to_time)
    SELECT DISTINCT device, \(Int64.min + 1), \(Int64.max) FROM streams;
    """

  /// Alerts, rules for the age of recordings, a log of who has read, links to single nights, and the units of each
  /// stream.
  public static func addedInVersion4(_ dialect: SQLDialect) -> String {
    """
    ALTER TABLE streams ADD COLUMN header \(dialect.bytes);
    ALTER TABLE chunks ADD COLUMN received_at \(dialect.integer);
    ALTER TABLE tokens ADD COLUMN night_time \(dialect.integer);
    CREATE TABLE retention (
      device \(dialect.text) PRIMARY KEY NOT NULL,
      days \(dialect.integer)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE reads (
      minute \(dialect.integer) NOT NULL,
      reader \(dialect.text) NOT NULL,
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      what \(dialect.text) NOT NULL,
      requests \(dialect.integer) NOT NULL,
      PRIMARY KEY (minute, reader, device, stream, what)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE silences (
      device \(dialect.text) PRIMARY KEY NOT NULL,
      last_upload \(dialect.integer) NOT NULL,
      is_reported \(dialect.integer) NOT NULL
    ) \(dialect.orderedTableOptions);
    CREATE TABLE alerts (
      id \(dialect.identity),
      device \(dialect.text) NOT NULL,
      kind \(dialect.text) NOT NULL,
      subject \(dialect.text) NOT NULL,
      raised_at \(dialect.integer) NOT NULL,
      content \(dialect.bytes) NOT NULL,
      attempts \(dialect.integer) NOT NULL,
      next_at \(dialect.integer),
      sent_at \(dialect.integer)
    ) \(dialect.tableOptions);
    CREATE INDEX alerts_waiting ON alerts (next_at) WHERE next_at IS NOT NULL;
    CREATE INDEX alerts_by_subject ON alerts (device, kind, subject, raised_at);
    """
  }

  /// Nights are computed beside the transactions that store chunks, and kept if the device has not changed since then:
  /// its changes are numbered, and `kept` is the last one that the kept nights contain.
  public static func addedInVersion5(_ dialect: SQLDialect) -> String {
    """
    ALTER TABLE stale_nights ADD COLUMN changes \(dialect.integer) NOT NULL DEFAULT 1;
    ALTER TABLE stale_nights ADD COLUMN kept \(dialect.integer) NOT NULL DEFAULT 0;
    """
  }
}
