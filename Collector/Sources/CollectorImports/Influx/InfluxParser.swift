extension ForeignFormat {
  /// The line protocol of InfluxDB, as Telegraf sends it, version 1 and 2 of the API.
  ///
  /// The answer is 204 without a body (docs.influxdata.com, "Troubleshoot issues writing data"). After a refusal,
  /// Telegraf discards the batch, except after 401, 403, 413 and 429 (telegraf, `plugins/outputs/influxdb_v2/http.go`).
  /// Its output for version 1 discards it after any 4xx.
  public static let influx = ForeignFormat(
    name: "influx", apps: "Telegraf and InfluxDB line protocol",
    ownPaths: ["/write", "/api/v2/write"], refusesWrongClocks: true,
    accepted: ForeignAnswer(status: 204, contentType: nil, body: ""),
    example: #"""
      cpu,cpu=cpu\ 0,host=a usage_idle=9.5e1,n=3i,u=4u,s="q\"
      ,",b=t 1556813561
      #c
      m f=1

      """#
  ) { (request) throws(ForeignFormatError) in
    InfluxParser(
      precision: try TimeUnit(precision: request.precision), receptionTime: request.receptionTime,
      times: PlausibleTimes(now: request.receptionTime))
  }
}

/// The parser for write requests in the line protocol of InfluxDB.
///
/// A stream is `influx.`, the measurement, and the tags by key, each key and value as one part of
/// the name. Fields are the channels; true and false are 1 and 0. Texts are in the stored body
/// only. Integers beyond 2^53 are rounded to the nearest binary64.
public struct InfluxParser: ForeignParser {
  public let format = ForeignFormat.influx
  /// The unit of the times in the request.
  public let precision: TimeUnit
  /// The time of lines without a time, in nanoseconds since 1970.
  public let receptionTime: Int64
  private let times: PlausibleTimes

  public init(precision: TimeUnit, receptionTime: Int64, times: PlausibleTimes = .all) {
    self.precision = precision
    self.receptionTime = receptionTime
    self.times = times
  }

  /// An empty body and one with only comments are valid and contain nothing.
  ///
  /// - Throws: `.noValidLine` if there are lines and none follows the grammar, `.implausibleTime`, or `.tooManySeries`.
  public func parse(_ body: [UInt8]) throws(ForeignFormatError) -> ForeignBatch {
    var collector = EntryCollector(format: format)
    var reader = InfluxLineReader(body)
    var hasValidLine = false
    var firstError: ForeignFormatError?
    while let result = reader.next() {
      switch result {
      case .line(let line, let number):
        hasValidLine = true
        add(line, lineNumber: number, to: &collector)
      case .malformed(let reason, let number):
        firstError = firstError ?? .noValidLine(reason: reason, lineNumber: number)
        collector.addMalformed(number, reason)
      }
    }
    if let firstError, !hasValidLine { throw firstError }
    return try collector.finish()
  }

  public func identityPrefix(for batch: ForeignBatch) -> [UInt8] {
    let reception = batch.usesReceptionTime ? "\(receptionTime)" : "-"
    return Array("\(format.name)\n\(precision.rawValue)\n\(reception)\n".utf8)
  }

  /// As in InfluxDB: the largest size of a measurement with its tags, in bytes.
  private static let maximumSeriesKey = 65_535

  private func add(_ line: InfluxLine, lineNumber: Int, to collector: inout EntryCollector) {
    let keyLength = line.tags.reduce(line.measurement.count) { $0 + $1.key.count + $1.value.count }
    guard keyLength <= Self.maximumSeriesKey else {
      return collector.addMalformed(
        lineNumber, "the measurement and the tags have more than \(Self.maximumSeriesKey) bytes")
    }
    var values = EntryValues()
    for (key, fields) in Dictionary(grouping: line.fields, by: \.key) {
      switch fields.count == 1 ? fields[0].value : .unreadable {
      case .number(let value): values.cells.append(Cell(name: key, value: value))
      case .text: break
      case .unreadable: values.malformedCount += fields.count
      }
    }
    guard collector.hasNumbers(values, lineNumber) else { return }
    var time = receptionTime
    if let text = line.time {
      // Not the digits of a fraction or an exponent.
      guard let count = Int64(text) else {
        return collector.addMalformed(lineNumber, "the time is no whole number or out of range")
      }
      do {
        time = try times.time(String(count), in: precision, otherwise: TimeUnit.allCases)
      } catch {
        return collector.addMalformed(lineNumber, error)
      }
    } else {
      collector.useReceptionTime()
    }
    collector.add(
      parts: [line.measurement] + line.tags.flatMap { [$0.key, $0.value] }, label: line.label,
      time: time, values)
  }
}
