import Chunks
import ClockOffsets
import CollectorContract
import Curves

/// The facts about the clocks of its device that an upload carries.
public struct UploadedClocks: Hashable, Sendable {
  /// The device's report about its own clock.
  public var report = ClockReport()
  /// The readings of an accessory's clock in the samples of the chunk.
  public var accessory: [ClockMeasurements.AccessoryReading] = []

  /// The number of rows of the database.
  var rowCount: Int {
    (report.stamp == nil ? 0 : 1) + report.exchanges.count + accessory.count
  }
}

/// A chunk that passed all checks and may be stored. `check(_:digest:identity:)` in
/// Ingest/ChunkCheck.swift creates it.
public struct CheckedChunk: Hashable, Sendable {
  public let bytes: [UInt8]
  public let digest: ChunkDigest
  public let summary: ChunkReader.Summary
  /// The minima and maxima of its samples, from which curves are drawn.
  public let curves: CurvePyramid
  /// The facts that the device has sent about itself with this chunk; nil if it has sent none.
  public var report: DeviceReport?
  /// The alert that is added if the chunk is new; nil for none.
  public var alert: Alert?
  /// The facts about clocks that the upload carries.
  public var clocks = UploadedClocks()

  /// The number of the object that has its bytes; nil if they go into the database.
  package var object: Int64?

  public var identity: ChunkIdentity { summary.header.identity }

  /// The number of its gaps and marks, each of which is a row of the database.
  package var noteCount: Int { summary.gaps.count + summary.marks.count }
  /// The number of gaps and marks up to which writing chunks is short, so that others may wait for it.
  package static let shortNotesMax = 1_000

  init(
    bytes: [UInt8], digest: ChunkDigest, summary: ChunkReader.Summary, curves: CurvePyramid
  ) {
    self.bytes = bytes
    self.digest = digest
    self.summary = summary
    self.curves = curves
  }
}
