import CollectorContract
import Foundation

/// The cost of answers, of uploads and of packing in a database with 32, 1,000 and 100,000 devices.
///
/// 32 devices upload four nights, which are packed, and an hour that is not. All requests go to these devices. The rows
/// of the other ones are copies of the rows of a device, written by SQL. They have no bytes of samples: those of all
/// devices would not fit on a disk.
struct Devices {
  private let database: LoadDatabase
  private let counts: [Int]
  private var devices: [(chunks: SampleChunks, token: String)] = []
  /// For each kind of measurement, a value for each number of devices.
  private var rows: [(name: String, values: [String])] = []

  private static let measuredCount = 32
  /// Chunks as an iPhone sends them: 50 samples per second for five minutes, about 115 kB.
  private static let sampleCount = 15_000
  private static let packedChunks: UInt64 = 400
  private static let openChunks: UInt64 = 12

  init(folder: String) {
    database = LoadDatabase(folder: folder)
    let chosen = ProcessInfo.processInfo.environment["YOBAN_LOAD_DEVICES"]
    counts = (chosen ?? "32,1000,100000").split(separator: ",").compactMap { Int($0) }
    let isGrowing = zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }
    require(
      counts.first == Self.measuredCount && isGrowing,
      "YOBAN_LOAD_DEVICES has numbers that grow, the first one \(Self.measuredCount), and not \(chosen ?? "")"
    )
  }

  mutating func run() throws {
    defer { database.remove() }
    let start = Int64(Date().timeIntervalSince1970)
    try makeDevices(now: start)
    var last = 0
    for count in counts {
      if count > Self.measuredCount { fill(last + 1...count) }
      last = count
      try measure(now: start)
    }
    print("\n| devices | \(counts.map { "\($0)" }.joined(separator: " | ")) |")
    print("| --- |" + counts.map { _ in " ---: |" }.joined())
    for row in rows { print("| \(row.name) | \(row.values.joined(separator: " | ")) |") }
  }

  /// Returns the nanoseconds since 1970 at which a chunk begins: in one of four nights that ended days ago, or in the
  /// last hours.
  private static func start(of sequence: UInt64, now: Int64) -> Int64 {
    let isPacked = sequence < packedChunks
    let night = isPacked ? 24 * (Int64(sequence / 100) - 5) : -15
    let number = Int64(isPacked ? sequence % 100 : sequence - packedChunks)
    return (now + night * 3_600 + number * 300) * 1_000_000_000
  }

  // MARK: - Rows

  /// Uploads and packs what the measured devices have recorded. Their names are at equal distances among all names.
  private mutating func makeDevices(now: Int64) throws {
    var collector = try CollectorProcess(database: database.location)
    let step = max(1, (counts.max() ?? 0) / Self.measuredCount)
    for index in 1...Self.measuredCount {
      let device = "device-\(index * step)"
      devices.append(
        (
          SampleChunks(
            device: device, sampleCount: Self.sampleCount,
            start: { Self.start(of: $0, now: now) }),
          try collector.token(["--device", device])
        ))
    }
    // In parts, so that this program needs little memory itself.
    let packedCount = Self.measuredCount * Int(Self.packedChunks)
    for _ in 0..<packedCount / 640 { upload(640, clients: Self.measuredCount, to: collector) }
    collector.stop()
    // A chunk is packed an hour after its arrival.
    database.run("UPDATE chunks SET received_at = received_at - 7200")
    let packing = try CollectorProcess.run(["pack", "--database", database.location])
    require(packing.text.hasPrefix("\(packedCount) chunks"), packing.text)
    let (time, used) = (packing.seconds, packing.processorSeconds)
    print(
      """

      \(packing.text). For each chunk: \(Measured.text(time * 1_000 / Double(packedCount))) ms, of which \
      \(Measured.text(used * 1_000 / Double(packedCount))) ms of processor time.
      """)
    collector = try CollectorProcess(database: database.location)
    upload(
      Self.measuredCount * Int(Self.openChunks), clients: Self.measuredCount, to: collector)
    // The nights are computed and kept when somebody reads them.
    let admin = try collector.token(["--admin"])
    _ = try read(devices.map { "/devices/\($0.chunks.device)" }, collector, admin)
    collector.stop()
  }

  /// Copies the rows of a measured device for devices with some numbers, unless they are measured themselves.
  private func fill(_ numbers: ClosedRange<Int>) {
    let template = "device = '\(devices[0].chunks.device)'"
    // Not those that were uploaded for a measurement.
    let open = "\(template) AND sequence < \(Self.packedChunks + Self.openChunks)"
    // Numbers of rows that nothing else has: the numbers of chunks are below 100,000.
    let chunk = "id + number * 100000"
    let pack =
      """
      number * 100 + (SELECT count(*) FROM packs AS earlier
        WHERE earlier.\(template) AND earlier.first_time < packs.first_time)
      """
    let hash =
      database.isPostgres ? "sha256(CAST('device-' || number AS bytea))" : "randomblob(32)"
    for first in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 5_000) {
      let part = first...min(numbers.upperBound, first + 4_999)
      for table in ["streams", "nights", "stale_nights"] { copy(table, part, where: template) }
      copy("chunks", part, ["id": chunk], where: open)
      copy("curves", part, ["id": chunk], where: "id IN (SELECT id FROM chunks WHERE \(open))")
      copy("packs", part, ["id": pack], where: template)
      copy("tokens", part, ["hash": hash], where: template)
    }
    if database.isPostgres {
      database.run("SELECT setval(pg_get_serial_sequence('chunks', 'id'), max(id)) FROM chunks")
    }
    database.run("ANALYZE")
  }

  /// Copies rows of a table for devices with some numbers.
  ///
  /// - Parameter changes: what other columns than the device get, with `number` for the number of the device.
  private func copy(
    _ table: String, _ numbers: ClosedRange<Int>, _ changes: [String: String] = [:],
    where condition: String
  ) {
    let columns = database.columns(of: table)
    let values = columns.map { $0 == "device" ? "'device-' || number" : changes[$0] ?? $0 }
    let measured = devices.map { "'\($0.chunks.device)'" }.joined(separator: ", ")
    database.run(
      """
      INSERT INTO \(table) (\(columns.joined(separator: ", ")))
      WITH RECURSIVE numbers (number) AS (
        SELECT CAST(\(numbers.lowerBound) AS BIGINT) UNION ALL
        SELECT number + 1 FROM numbers WHERE number < \(numbers.upperBound)
      )
      SELECT \(values.joined(separator: ", ")) FROM numbers CROSS JOIN \(table)
      WHERE \(condition) AND 'device-' || number NOT IN (\(measured))
      """)
  }

  // MARK: - Measurements

  private mutating func measure(now: Int64) throws {
    note("size of the database", "\(Measured.text(Double(database.byteCount) / 1e9)) GB")
    let collector = try CollectorProcess(database: database.location)
    defer { collector.stop() }
    let admin = try collector.token(["--admin"])
    let night = Self.start(of: 0, now: now)
    let open = Self.start(of: Self.packedChunks + 6, now: now)
    func samples(_ device: String, at time: Int64) -> String {
      CollectorPath.samples.filled(device: device, stream: "accelerometer")
        + "?from=\(time)&to=\(time + 1_000_000_000)"
    }
    let kinds: [(name: String, path: (String) -> String)] = [
      ("page of all devices", { _ in "/" }),
      ("last night of all devices", { _ in CollectorPath.lastNight.filled() }),
      ("metrics", { _ in "/metrics" }),
      ("page of a device", { "/devices/\($0)" }),
      ("page of a packed night", { "/devices/\($0)/nights/\(night)" }),
      ("1 s of CSV, packed", { samples($0, at: night + 4 * 3_600_000_000_000) }),
      ("1 s of CSV, not packed", { samples($0, at: open) }),
    ]
    for kind in kinds {
      let paths = devices.map { kind.path($0.chunks.device) }
      // The first answers fill caches.
      _ = try read(Array(paths.prefix(2)), collector, admin)
      note(kind.name, Self.times(try read(paths + paths + paths, collector, admin)))
    }
    let steady = upload(800, clients: 16, perSecond: 100, to: collector)
    note("100 uploads per second", Self.times(steady))
    let start = collector.processorSeconds
    let full = upload(960, clients: 64, to: collector)
    let used = collector.processorSeconds - start
    note("64 clients without pause: uploads per second", Measured.text(full.perSecond))
    note("64 clients without pause", Self.times(full))
    note("processor time of such an upload", "\(Measured.text(used * 1_000 / 960)) ms")
    note("peak of the resident memory", "\(collector.memory(.peak)) MB")
    let packing = try CollectorProcess.run(["pack", "--database", database.location])
    require(packing.text.hasPrefix("0 "), packing.text)
    note("looking for nights to pack", "\(Measured.text(packing.seconds)) s")
  }

  private mutating func note(_ name: String, _ value: String) {
    if let index = rows.firstIndex(where: { $0.name == name }) {
      rows[index].values.append(value)
    } else {
      rows.append((name, [value]))
    }
  }

  private func read(
    _ paths: [String], _ collector: CollectorProcess, _ token: String
  ) throws -> LoadResult {
    let requests = paths.map { CollectorProcess.getRequest($0, token: token) }
    var load = Load(port: collector.port, sources: [ListSource(requests)])
    let result = load.run()
    require(result.statuses.keys.allSatisfy { $0 == 200 }, "\(paths[0]): \(result.statuses)")
    return result
  }

  /// Uploads the next chunks of all devices.
  @discardableResult private mutating func upload(
    _ count: Int, clients: Int, perSecond: Double? = nil, to collector: CollectorProcess
  ) -> LoadResult {
    let sources = (0..<clients).map { client in
      ListSource(
        (0..<count / clients).map { number in
          let index = (client + number * clients) % devices.count
          return devices[index].chunks.nextRequest(token: devices[index].token)
        })
    }
    var load = Load(port: collector.port, sources: sources, perSecond: perSecond)
    let result = load.run()
    require(result.statuses.keys.allSatisfy { $0 == 201 }, "\(result.statuses)")
    return result
  }

  private static func times(_ result: LoadResult) -> String {
    "\(Measured.text(result.milliseconds(0.5))) / \(Measured.text(result.milliseconds(0.99))) ms"
  }
}
