import CollectorImports
import Foundation

/// Collects the rows of Sensor Logger's files into series.
struct SensorLoggerBatches {
  private static let rowsMax = 20_000

  private var rows: SensorLoggerRows
  private(set) var skipped = SkippedParts()

  init(now: Date = .now) {
    rows = SensorLoggerRows(
      times: PlausibleTimes(now: Int64(now.timeIntervalSince1970) * 1_000_000_000))
  }

  mutating func add(
    sensor: String, _ columns: [(name: String, text: String)]
  ) throws(RecordingFileError) -> [ForeignSeries] {
    rows.add(sensor: sensor, columns)
    return rows.count >= Self.rowsMax ? try take() : []
  }

  mutating func take() throws(RecordingFileError) -> [ForeignSeries] {
    guard rows.count > 0 else { return [] }
    do {
      let batch = try rows.take()
      skipped.add("rows that are malformed", count: batch.malformedCount)
      skipped.add("values that are malformed", count: batch.malformedValueCount)
      skipped.add("rows without numbers", count: batch.otherCount)
      skipped.add("rows that are twice in the file", count: batch.duplicateCount)
      return batch.series
    } catch {
      throw .unsupported(reason: "\(error.message) \(error.remedy)")
    }
  }

  mutating func skip(_ reason: String) { skipped.add(reason) }
}

/// The table of one sensor.
struct SensorLoggerTable {
  let sensor: String
  private let rows: CSVRows
  private let columns: [String]
  private var next: [[String]]

  /// - Throws: `.unknownFormat` if the first row has no column `time`.
  init(sensor: String, _ reader: ByteReader) throws(RecordingFileError) {
    self.sensor = sensor
    rows = try CSVRows(reader)
    next = try rows.next()
    guard let names = next.first, names.contains("time"), Set(names).count == names.count else {
      throw .unknownFormat
    }
    columns = names
    next.removeFirst()
  }

  /// Returns the next rows with the names of their columns; nil at the end.
  mutating func nextRows() throws(RecordingFileError) -> [[(name: String, text: String)]]? {
    if next.isEmpty { next = try rows.next() }
    guard !next.isEmpty else { return nil }
    defer { next = [] }
    return next.map { row in zip(columns, row).map { (name: $0, text: $1) } }
  }

  /// The name of a sensor, which is the name of its file.
  static func sensor(ofPath path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? "")
  }
}

/// Reads one CSV file of Sensor Logger. Its name is the name of the sensor.
struct SensorLoggerCSV: RecordingReader {
  let facts = RecordingFacts(format: "Sensor Logger CSV", device: nil, clock: .utc)
  var utcOffset = 0
  private var batches = SensorLoggerBatches()
  private var table: SensorLoggerTable

  init(_ reader: ByteReader, path: String) throws(RecordingFileError) {
    table = try SensorLoggerTable(sensor: SensorLoggerTable.sensor(ofPath: path), reader)
  }

  var skipped: SkippedParts { batches.skipped }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    guard let rows = try table.nextRows() else { return nil }
    var series: [ForeignSeries] = []
    for row in rows { series += try batches.add(sensor: table.sensor, row) }
    return series
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] { try batches.take() }
}

/// Reads the ZIP export of Sensor Logger: a CSV file for each sensor, and `Metadata.csv`.
struct SensorLoggerArchive: RecordingReader {
  let facts: RecordingFacts
  var utcOffset = 0
  private let zip: ZipFile
  private var names: [String]
  private var batches = SensorLoggerBatches()
  private var table: SensorLoggerTable?

  private static func file(_ name: String) -> String {
    String(name.split(separator: "/").last ?? "")
  }

  /// Files with facts instead of samples.
  private static let facts = ["Metadata.csv", "StudyMetadata.csv"]

  static func isOne(_ zip: ZipFile) -> Bool { zip.names.contains { file($0) == "Metadata.csv" } }

  init(_ zip: ZipFile) throws(RecordingFileError) {
    self.zip = zip
    var device: String?
    if let name = zip.names.first(where: { Self.file($0) == "Metadata.csv" }),
      let source = try zip.entry(name)
    {
      let rows = try CSVRows(ByteReader(source))
      var table: [[String]] = []
      while case let next = try rows.next(), !next.isEmpty, table.count < 2 { table += next }
      if table.count > 1 {
        device = zip2(table[0], table[1])["device name"].flatMap(RecordingFile.deviceName)
      }
    }
    facts = RecordingFacts(format: "Sensor Logger ZIP", device: device, clock: .utc)
    names = zip.names.filter { !$0.hasSuffix("/") && !Self.facts.contains(Self.file($0)) }
  }

  var skipped: SkippedParts { batches.skipped }

  mutating func next() throws(RecordingFileError) -> [ForeignSeries]? {
    while true {
      if let rows = try table?.nextRows() {
        var series: [ForeignSeries] = []
        for row in rows { series += try batches.add(sensor: table?.sensor ?? "", row) }
        return series
      }
      table = nil
      guard !names.isEmpty else { return nil }
      let name = names.removeFirst()
      guard name.lowercased().hasSuffix(".csv"), let source = try zip.entry(name) else {
        batches.skip("files that are not CSV")
        continue
      }
      do {
        table = try SensorLoggerTable(
          sensor: SensorLoggerTable.sensor(ofPath: name), ByteReader(source))
      } catch .unknownFormat {
        batches.skip("CSV files without the column time")
      }
    }
  }

  mutating func finish() throws(RecordingFileError) -> [ForeignSeries] { try batches.take() }
}

/// The values of a row by the names of its columns.
private func zip2(_ names: [String], _ values: [String]) -> [String: String] {
  Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
}
