import Chunks
import ResearchFormats

/// Writes what is stored as files for research tools, for programs that have the database and need no token.
public struct ResearchExport: Sendable {
  private let storage: any CollectorStorage
  /// Whether damaged chunks are left out. Otherwise, they are an error.
  public var skipsDamaged = false

  public init(_ storage: any CollectorStorage) { self.storage = storage }

  /// The reason why there is no export, as text that says what to do.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Which samples to export.
  public struct Selection: Sendable {
    public var device: String
    public var stream: String
    /// The first time, in nanoseconds since 1970; nil for the beginning.
    public var from: Int64?
    /// The time before which samples end; nil for the end.
    public var to: Int64?

    public init(device: String, stream: String, from: Int64? = nil, to: Int64? = nil) {
      self.device = device
      self.stream = stream
      self.from = from
      self.to = to
    }
  }

  /// Writes the table of GGIR with the acceleration of a stream, and returns its nominal sample rate in Hz; nil if the
  /// stream has none.
  ///
  /// - Parameters:
  ///   - axes: the three channels, separated by commas; nil for `x,y,z`.
  ///   - unit: the unit of the channels; nil for that of the stream.
  /// - Throws: `Failure`, and errors of the storage and of `files`.
  public func writeGGIR(
    _ selection: Selection, axes: String?, unit: String?, _ path: String,
    to files: some ExportFiles
  ) async throws -> Double? {
    let range = try await range(selection)
    let source = try await Self.explained { try GGIRSource(range, axes: axes, unit: unit) }
    try await write(.ggir(source), range, path, to: files)
    return range.channels.interval.map { 1e9 / Double($0) }
  }

  /// Writes the heart rates of a stream as observations of FHIR.
  ///
  /// - Parameters:
  ///   - channel: nil for the only channel with the unit of a heart rate.
  ///   - subject: a reference to a patient; nil to name the device.
  /// - Throws: `Failure`, and errors of the storage and of `files`.
  public func writeHeartRates(
    _ selection: Selection, channel: String?, subject: String?, _ path: String,
    to files: some ExportFiles
  ) async throws {
    let range = try await range(selection)
    let source = try await Self.explained {
      try HeartRateSource(range, channel: channel, subject: subject)
    }
    try await write(.heartRate(source), range, path, to: files)
  }

  /// Writes nights of devices as a dataset of Motion-BIDS, and returns their number.
  ///
  /// - Parameters:
  ///   - from, to: the first and the last time at which a night begins, in nanoseconds since 1970; nil for no limit.
  /// - Throws: `Failure`, and errors of the storage and of `files`.
  public func writeMotion(
    _ dataset: MotionDataset, of devices: [String], from: Int64?, to: Int64?,
    to files: some ExportFiles
  ) async throws -> Int {
    var export = MotionExport(dataset)
    for device in devices {
      var before: Int64?
      while let night = try await storage.nights(of: device, before: before, atMost: 1).first {
        before = night.span.start
        guard night.span.start <= to ?? .max else { continue }
        guard night.span.start >= from ?? .min else { break }
        let download = try await Self.explained {
          let download = try await NightDownload.load(night, of: device, storage)
          for part in download.parts { try part.chunks.requireFewOverlaps(of: part.name) }
          guard skipsDamaged || !download.contents.chunks.contains(where: \.isDamaged) else {
            throw Problem(.chunkDamaged, "Chunks of this night are damaged.")
          }
          return download
        }
        try await export.add(download, storage, to: files)
      }
    }
    return try export.finish(to: files)
  }

  private func range(_ selection: Selection) async throws -> SampleRange {
    let name = StreamName(device: selection.device, stream: selection.stream)
    let range = try await Self.explained {
      try await SampleRange.load(
        name, from: selection.from ?? .min, to: selection.to, skipsDamaged: skipsDamaged, storage)
    }
    guard let range else {
      throw Failure("device \(name.device) has no stream \(name.stream)")
    }
    return range
  }

  private func write(
    _ text: ResearchText, _ range: SampleRange, _ path: String, to files: some ExportFiles
  ) async throws {
    try files.begin(path)
    try await text.write(range, storage) { try files.append(Array($0.readableBytesView)) }
    try files.end()
  }

  /// Gives a problem of an answer over HTTP the words of a command line.
  private static func explained<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as Problem {
      throw Failure(
        problem.kind == .chunkDamaged
          ? "chunks of these times are damaged. Send them again from the device that still has them, or add --skip-damaged to leave them out"
          : problem.detail)
    }
  }
}
