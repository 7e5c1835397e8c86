/// The additions of version 6: units of all channels, bodies in objects, messages of brokers, clocks, studies and
/// packs.
extension Schema {
  public static func addedInVersion6(_ dialect: SQLDialect) -> String {
    """
    \(unitsInVersion6)
    \(objectsInVersion6(dialect))
    \(deliveriesInVersion6(dialect))
    \(clocksInVersion6(dialect))
    \(studiesInVersion6(dialect))
    \(packsInVersion6(dialect))
    """
  }

  /// The column with the header of the latest chunk of a stream has the units of all channels now: the latest chunk may
  /// lack a channel. `SQLStorage.fillUnits(in:)` fills it in a database of an earlier version.
  private static let unitsInVersion6 = "ALTER TABLE streams RENAME COLUMN header TO units;"

  /// The bytes of a chunk can be in an object outside of the database, whose key has the number `object`; then it has
  /// no row in `bodies`. `object_store` has one row if there are such objects: where they are. `removed_objects` has
  /// the keys of those whose chunks were deleted, until they are removed, too.
  private static func objectsInVersion6(_ dialect: SQLDialect) -> String {
    """
    ALTER TABLE chunks ADD COLUMN object \(dialect.integer);
    CREATE TABLE object_store (location \(dialect.text) NOT NULL) \(dialect.tableOptions);
    CREATE TABLE removed_objects (
      key \(dialect.text) PRIMARY KEY NOT NULL
    ) \(dialect.orderedTableOptions);
    """
  }

  /// The last message with each number of a session with a broker, by which a repeated delivery is recognized.
  private static func deliveriesInVersion6(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE deliveries (
      session \(dialect.text) NOT NULL,
      packet \(dialect.integer) NOT NULL,
      sha256 \(dialect.bytes) NOT NULL,
      PRIMARY KEY (session, packet)
    ) \(dialect.orderedTableOptions);
    """
  }

  /// The measurements of clocks, from which their offsets are computed when somebody reads a night. `minute` is the
  /// time of the samples in minutes since 1970, by which rows are found and deleted. `clock_days` has the measurements
  /// of earlier days, all of one day in UTC in one row.
  private static func clocksInVersion6(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE clock_exchanges (
      device \(dialect.text) NOT NULL,
      clock \(dialect.text) NOT NULL,
      reference \(dialect.text) NOT NULL,
      sent \(dialect.integer) NOT NULL,
      arrived \(dialect.integer) NOT NULL,
      answered \(dialect.integer) NOT NULL,
      returned \(dialect.integer) NOT NULL,
      minute \(dialect.integer) NOT NULL,
      received_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (device, clock, reference, sent)
    ) \(dialect.orderedTableOptions);
    CREATE INDEX clock_exchanges_by_time ON clock_exchanges (device, minute);
    CREATE TABLE clock_readings (
      device \(dialect.text) NOT NULL,
      since \(dialect.integer) NOT NULL,
      minute \(dialect.integer) NOT NULL,
      recorded \(dialect.integer) NOT NULL,
      wall \(dialect.integer) NOT NULL,
      received_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (device, since, minute)
    ) \(dialect.orderedTableOptions);
    CREATE INDEX clock_readings_by_time ON clock_readings (device, minute);
    CREATE TABLE accessory_readings (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      minute \(dialect.integer) NOT NULL,
      recorded \(dialect.integer) NOT NULL,
      accessory \(dialect.integer) NOT NULL,
      received_at \(dialect.integer) NOT NULL,
      PRIMARY KEY (device, stream, minute)
    ) \(dialect.orderedTableOptions);
    CREATE TABLE clock_days (
      device \(dialect.text) NOT NULL,
      day \(dialect.integer) NOT NULL,
      measurements \(dialect.integer) NOT NULL,
      has_relays \(dialect.integer) NOT NULL,
      digest \(dialect.text) NOT NULL,
      content \(dialect.bytes) NOT NULL,
      PRIMARY KEY (device, day)
    ) \(dialect.tableOptions);
    """
  }

  /// Codes with which apps enroll, and the labels and groups of devices. The index finds the tokens of a device.
  private static func studiesInVersion6(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE device_labels (
      device \(dialect.text) PRIMARY KEY NOT NULL,
      label \(dialect.text) NOT NULL
    ) \(dialect.orderedTableOptions);
    CREATE TABLE device_groups (
      name \(dialect.text) NOT NULL,
      device \(dialect.text) NOT NULL,
      PRIMARY KEY (name, device)
    ) \(dialect.orderedTableOptions);
    CREATE INDEX device_groups_by_device ON device_groups (device, name);
    CREATE TABLE enrollment_codes (
      hash \(dialect.bytes) PRIMARY KEY NOT NULL,
      device \(dialect.text) NOT NULL,
      label \(dialect.text),
      group_names \(dialect.text) NOT NULL,
      collector \(dialect.text) NOT NULL,
      author \(dialect.text) NOT NULL,
      created_at \(dialect.integer) NOT NULL,
      expires_at \(dialect.integer) NOT NULL,
      revoked_at \(dialect.integer),
      token \(dialect.bytes),
      used_at \(dialect.integer)
    ) \(dialect.orderedTableOptions);
    CREATE INDEX enrollment_codes_by_device ON enrollment_codes (device);
    CREATE INDEX tokens_by_device ON tokens (device);
    """
  }

  /// The chunks of nights that have ended are packed: a pack has one row instead of those of its chunks in `chunks`,
  /// `bodies` and `curves`. `contents` is its index. Its bytes are in an object whose key has the number `object`, or
  /// in parts in `pack_bodies`. `removed_packs` has the packs whose bytes in `pack_bodies` will be removed.
  private static func packsInVersion6(_ dialect: SQLDialect) -> String {
    """
    CREATE TABLE packs (
      device \(dialect.text) NOT NULL,
      stream \(dialect.text) NOT NULL,
      id \(dialect.integer) NOT NULL,
      first_sequence \(dialect.integer) NOT NULL,
      last_sequence \(dialect.integer) NOT NULL,
      samples \(dialect.integer) NOT NULL,
      bytes \(dialect.integer) NOT NULL,
      gaps \(dialect.integer) NOT NULL,
      first_time \(dialect.integer) NOT NULL,
      last_time \(dialect.integer) NOT NULL,
      longest \(dialect.integer) NOT NULL,
      received_at \(dialect.integer),
      channels \(dialect.text) NOT NULL,
      object \(dialect.integer),
      stored_bytes \(dialect.integer) NOT NULL,
      sha256 \(dialect.bytes) NOT NULL,
      contents \(dialect.bytes) NOT NULL,
      PRIMARY KEY (device, stream, first_time)
    ) \(dialect.timePartitionedTableOptions);
    CREATE INDEX packs_by_sequence ON packs (device, stream, first_sequence);
    CREATE TABLE pack_bodies (
      id \(dialect.integer) NOT NULL,
      first_time \(dialect.integer) NOT NULL,
      position \(dialect.integer) NOT NULL,
      body \(dialect.bytes) NOT NULL,
      PRIMARY KEY (id, first_time, position)
    ) \(dialect.timePartitionedTableOptions);
    CREATE TABLE removed_packs (
      id \(dialect.integer) PRIMARY KEY,
      first_time \(dialect.integer) NOT NULL
    ) \(dialect.tableOptions);
    """
  }
}
