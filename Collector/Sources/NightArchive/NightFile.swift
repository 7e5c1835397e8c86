import GRDB

/// Writes the SQLite file of a night.
///
/// The file has one transaction and no journal: it is complete only after `finish()`. If anything
/// fails before, or if `finish()` is not called, delete the file. Memory holds the cache of SQLite,
/// at most 8 MiB, and what was given to `init`.
///
/// ```swift
/// var file = try NightFile(creatingAt: path, of: night)
/// for chunk in chunks {
///   try file.append(times: chunk.times, values: chunk.values, to: "accelerometer")
/// }
/// night.streams = try file.finish()
/// ```
///
/// SQLite has no NaN: such a value becomes null, like a value that is absent. Infinities are kept.
/// Negative zero becomes zero.
///
/// The same calls give the same bytes with the same version of SQLite. The file cannot be copied,
/// because its calls follow each other in one transaction. It may be a local variable of an
/// asynchronous function.
public struct NightFile: ~Copyable {
  /// The tests use it.
  let database: NightDatabase
  private var tables: [SampleTable]
  private let tableIndexes: [String: Int]
  private var hasFailed = false

  /// Creates a file that only its owner may read, with all tables but the samples filled.
  ///
  /// - Parameters:
  ///   - path: A file that does not exist.
  ///   - night: The numbers of samples and the times of its streams are not used.
  /// - Throws: `.cannotCreate`, `.duplicateStream`, `.duplicateChannel`, `.sequenceTooLarge` or
  ///   `.sqliteFailed`. After every error but the first three, the file exists.
  public init(creatingAt path: String, of night: ArchivedNight) throws(NightFileError) {
    var indexes: [String: Int] = [:]
    for (index, stream) in night.streams.enumerated() {
      guard indexes.updateValue(index, forKey: stream.name) == nil else {
        throw .duplicateStream(stream.name)
      }
      var channels: Set<String> = []
      for channel in stream.channels where !channels.insert(channel.name).inserted {
        throw .duplicateChannel(channel.name, stream: stream.name)
      }
    }
    let layout = ArchiveLayout(night)
    let file = try NightDatabase(creatingAt: path)
    try file.run { database in
      try NightTables.create(layout, in: database)
      try NightTables.fill(with: night, layout, in: database)
    }
    database = file
    tables = zip(night.streams, layout.streams).map { SampleTable($0, $1) }
    tableIndexes = indexes
  }

  /// Appends samples to a stream. They should come in the order of their times; samples of the same
  /// time are kept.
  ///
  /// - Parameters:
  ///   - times: In nanoseconds since 1970 UTC.
  ///   - values: The values, sample by sample, in the order of `channels`.
  ///   - channels: The names of the channels in `values`; nil for all channels of the stream. The
  ///     other channels are null.
  ///   - corrected: The times on the clock of the collector, nil where they are not known; empty if none is.
  /// - Throws: `.unknownStream`, `.unknownChannel`, `.duplicateChannel` or `.wrongValueCount`, which
  ///   change nothing; `.sqliteFailed`, after which the file is useless; `.hasFailed`.
  public mutating func append(
    times: ArraySlice<Int64>, values: ArraySlice<Double>, channels: [String]? = nil,
    corrected: [ArchivedTime?] = [], to stream: String
  ) throws(NightFileError) {
    if hasFailed { throw .hasFailed }
    guard let index = tableIndexes[stream] else { throw .unknownStream(stream) }
    if let channels { try tables[index].select(channels) } else { tables[index].selectAll() }
    try tables[index].check(times.count, values.count)
    do {
      try database.run { try tables[index].insert(times, values, corrected, in: $0) }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Appends samples to a stream, as `append(times:values:channels:to:)` for slices.
  public mutating func append(
    times: [Int64], values: [Double], channels: [String]? = nil, to stream: String
  ) throws(NightFileError) {
    try append(times: times[...], values: values[...], channels: channels, to: stream)
  }

  /// Writes the table of the streams and closes the file.
  ///
  /// Returns the streams of the night with the numbers and times of the samples in the file.
  ///
  /// - Throws: `.sqliteFailed` or `.hasFailed`.
  public consuming func finish() throws(NightFileError) -> [ArchivedStream] {
    if hasFailed { throw .hasFailed }
    let streams = tables.map(\.stream)
    try database.run { try NightTables.fillStreams(streams, tables.map(\.names), in: $0) }
    try database.execute("COMMIT")
    try database.finish()
    return streams
  }
}

/// The table of the samples of one stream.
private struct SampleTable {
  /// Counts what was inserted.
  private(set) var stream: ArchivedStream
  let names: ArchiveLayout.Stream
  private let insertion: String
  /// The channels of `places`; nil for all.
  private var channels: [String]?
  /// The parameter of each of `channels`; 0 for one that has no column.
  private var places: [Int32]
  /// The parameter of each channel of the stream.
  private let parameters: [String: Int32]

  init(_ stream: ArchivedStream, _ names: ArchiveLayout.Stream) {
    self.stream = stream
    self.stream.sampleCount = 0
    self.stream.times = nil
    self.names = names
    places = Self.parameters(of: stream, names)
    // The channels of a stream are different.
    parameters = Dictionary(uniqueKeysWithValues: zip(stream.channels.map(\.name), places))
    insertion = NightTables.insertion(
      into: names.table, columns: names.columns.count + 1 + ArchiveLayout.correctedColumns.count)
  }

  mutating func selectAll() {
    guard channels != nil else { return }
    channels = nil
    places = Self.parameters(of: stream, names)
  }

  /// The parameter of each channel of a stream: 0 for one that has no column.
  private static func parameters(
    of stream: ArchivedStream, _ names: ArchiveLayout.Stream
  ) -> [Int32] {
    stream.channels.indices.map { $0 < names.columns.count ? Int32($0 + 2) : 0 }
  }

  mutating func select(_ wanted: [String]) throws(NightFileError) {
    if wanted == channels { return }
    var found: [Int32] = []
    var used: Set<String> = []
    for channel in wanted {
      guard let parameter = parameters[channel] else {
        throw .unknownChannel(channel, stream: stream.name)
      }
      guard used.insert(channel).inserted else {
        throw .duplicateChannel(channel, stream: stream.name)
      }
      found.append(parameter)
    }
    channels = wanted
    places = found
  }

  func check(_ timeCount: Int, _ valueCount: Int) throws(NightFileError) {
    guard valueCount == timeCount * places.count else {
      throw .wrongValueCount(
        stream: stream.name, times: timeCount, channels: places.count, values: valueCount)
    }
  }

  mutating func insert(
    _ times: ArraySlice<Int64>, _ values: ArraySlice<Double>, _ corrected: [ArchivedTime?],
    in database: Database
  ) throws {
    guard let earliest = times.min(), let latest = times.max() else { return }
    let statement = try database.cachedStatement(sql: insertion)
    try statement.insert(
      times, values, places: places, corrected: corrected, at: Int32(names.columns.count + 2),
      in: database)
    stream.sampleCount += times.count
    let known = stream.times ?? earliest...latest
    stream.times = min(known.lowerBound, earliest)...max(known.upperBound, latest)
  }
}
