import Chunks
import Foundation
import Hummingbird
import NightArchive
import ResearchFormats
import Synchronization
import ZipArchive

/// The answers with a whole night as one file.
struct NightFiles: Sendable {
  let storage: any CollectorStorage
  let places: LimitedPlaces

  /// The formats of a whole night.
  enum Format: String, CaseIterable {
    case zip = "archive.zip"
    case sqlite = "night.sqlite"
    case motion = "motion-bids.zip"
  }

  /// - Parameter isLimited: whether the reader may learn nothing about other nights.
  func answer(
    _ night: Night, of device: String, as format: Format, for reader: Reader,
    isLimited: Bool = false
  ) async throws -> Response {
    let place = try places.reserve(for: reader)
    let download = try await NightDownload.load(
      night, of: device, within: isLimited ? night.span : nil, storage)
    for part in download.parts { try part.chunks.requireFewOverlaps(of: part.name) }
    return switch format {
    case .zip: archive(download, place)
    case .sqlite: try await sqlite(download, place)
    case .motion: try motion(download, place)
    }
  }

  /// The size of the parts in which a file is sent, in bytes.
  private static let partBytes = 256 << 10

  /// Responds with a SQLite file, which is complete before the answer begins.
  private func sqlite(
    _ download: NightDownload, _ place: LimitedPlaces.Place
  ) async throws -> Response {
    let temporary = TemporaryFile()
    var file = try NightFile(creatingAt: temporary.path, of: download.contents)
    try temporary.removeName()
    for (index, part) in download.parts.enumerated() {
      let name = download.contents.streams[index].name
      var samples = download.samples(of: part, storage)
      var correction = TimeCorrection(part.name, in: storage)
      while let run = try await samples.next() {
        try file.append(
          times: run.times, values: run.values, channels: run.channels,
          corrected: try await correction.times(of: run).map(ArchivedTime.init), to: name)
      }
    }
    _ = try file.finish()
    let layout = ArchiveLayout(download.contents)
    return answer("application/vnd.sqlite3", fileName: layout.folder + ".sqlite") { send in
      defer { withExtendedLifetime(place) {} }
      var parts = temporary.parts(of: Self.partBytes)
      while let part = try parts.next() { try await send(part) }
    }
  }

  /// Responds with a ZIP archive, which is sent while it is made.
  ///
  /// If a chunk turns out to be damaged, the connection is closed, so that the client sees that the archive is
  /// incomplete. The chunk is known as damaged then, and the next archive leaves it out and lists it.
  private func archive(_ download: NightDownload, _ place: LimitedPlaces.Place) -> Response {
    let layout = ArchiveLayout(download.contents)
    return answer("application/zip", fileName: layout.folder + ".zip") { send in
      defer { withExtendedLifetime(place) {} }
      try await write(download, layout, to: send)
    }
  }

  private func write(
    _ download: NightDownload, _ layout: ArchiveLayout,
    to send: ([UInt8]) async throws -> Void
  ) async throws {
    var contents = download.contents
    let modified = contents.end / 1_000_000_000
    let temporary = TemporaryFile()
    var file = try NightFile(creatingAt: temporary.path, of: contents)
    try temporary.removeName()
    var zip = try ZipWriter()
    for (index, part) in download.parts.enumerated() {
      var parquet: SampleParquetWriter?
      if let name = layout.streams[index].parquetFile {
        try zip.begin(layout.path(name), modified: modified, compression: .store)
        parquet = try SampleParquetWriter(part.name, part.channels)
      }
      var samples = download.samples(of: part, storage)
      var correction = TimeCorrection(part.name, in: storage)
      while let run = try await samples.next() {
        let corrected = try await correction.times(of: run)
        try file.append(
          times: run.times, values: run.values, channels: run.channels,
          corrected: corrected.map(ArchivedTime.init), to: contents.streams[index].name)
        try parquet?.append(run, corrected)
        if let bytes = parquet?.takeBytes(), !bytes.isEmpty { try zip.append(bytes) }
        try await send(zip.takeBytes())
      }
      if let last = try parquet.take()?.finish() {
        try zip.append(last)
        try zip.end()
      }
    }
    contents.streams = try file.finish()
    try zip.begin(layout.path(ArchiveLayout.sqliteFile), modified: modified)
    var parts = temporary.parts(of: Self.partBytes)
    while let part = try parts.next() {
      try zip.append(part)
      try await send(zip.takeBytes())
    }
    try zip.end()
    let texts = [
      (ArchiveLayout.gapsFile, NightCSV.gaps(contents.gaps)),
      (ArchiveLayout.marksFile, NightCSV.marks(contents.marks)),
      (ArchiveLayout.missingFile, NightCSV.missing(contents.missing)),
      (ArchiveLayout.chunksFile, NightCSV.chunks(contents.chunks)),
      (ArchiveLayout.clocksFile, NightCSV.clocks(contents.clocks)),
      (ArchiveLayout.jumpsFile, NightCSV.jumps(contents.jumps)),
      (ArchiveLayout.readme, NightReadme.text(contents)),
    ]
    for (name, text) in texts {
      try zip.begin(layout.path(name), modified: modified)
      try zip.append(Array(text.utf8))
      try zip.end()
      try await send(zip.takeBytes())
    }
    try zip.finish()
    try await send(zip.takeBytes())
  }

  /// Responds with a ZIP archive that has the night as a dataset of Motion-BIDS, and is sent while it is made.
  private func motion(
    _ download: NightDownload, _ place: LimitedPlaces.Place
  ) throws -> Response {
    guard MotionExport.hasMotion(download) else {
      throw Problem(
        .invalidRequest,
        "This night has no stream with an acceleration, a rotation rate, a magnetic field or an orientation, which are known by their units."
      )
    }
    let folder = ArchiveLayout(download.contents).folder + "-motion-bids"
    return answer("application/zip", fileName: folder + ".zip") { send in
      defer { withExtendedLifetime(place) {} }
      let device = download.contents.device
      var export = MotionExport(
        MotionDataset(
          name: "Recordings of \(device)", task: "night", authors: [], devices: [device],
          generatorVersion: CollectorVersion.text))
      let files = try ZipFiles(in: folder, modified: download.contents.end / 1_000_000_000)
      try await export.add(download, storage, to: files) { try await send(files.takeBytes()) }
      _ = try export.finish(to: files)
      try files.finish()
      try await send(files.takeBytes())
    }
  }

  private func answer(
    _ contentType: String, fileName: String,
    _ write: @escaping @Sendable (([UInt8]) async throws -> Void) async throws -> Void
  ) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: contentType, .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"\(fileName)\"",
      ],
      body: .init { writer in
        try await write { bytes in
          if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
        }
        try await writer.finish(nil)
      })
  }
}

/// A file that only this process uses, and that is deleted with this object.
final class TemporaryFile: Sendable {
  let path: String
  private let handle = Mutex<FileHandle?>(nil)

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "yoban-collector-\(UUID().uuidString).sqlite").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Removes the name of the file, when SQLite has created it. Whoever has opened it can still use it, and nothing is
  /// left of it when the process ends, also if it is killed.
  func removeName() throws {
    let opened = try FileHandle(forReadingFrom: URL(filePath: path))
    handle.withLock { $0 = opened }
    try FileManager.default.removeItem(atPath: path)
  }

  /// The content of the file in parts, in order.
  struct Parts {
    fileprivate let handle: FileHandle
    fileprivate let byteCount: Int

    /// Returns the next part; nil at the end of the file.
    mutating func next() throws -> [UInt8]? {
      guard let part = try handle.read(upToCount: byteCount), !part.isEmpty else { return nil }
      return Array(part)
    }
  }

  /// - Precondition: the file has no name any more.
  func parts(of byteCount: Int) -> Parts {
    Parts(handle: handle.withLock { $0! }, byteCount: byteCount)
  }
}

/// Writes the files of an export into a ZIP archive.
private final class ZipFiles: ExportFiles {
  private let folder: String
  private let modified: Int64
  private var zip: ZipWriter

  /// - Parameter modified: the time of all files, in seconds since 1970.
  init(in folder: String, modified: Int64) throws {
    self.folder = folder
    self.modified = modified
    zip = try ZipWriter()
  }

  func begin(_ path: String) throws { try zip.begin("\(folder)/\(path)", modified: modified) }

  func append(_ bytes: [UInt8]) throws { try zip.append(bytes) }

  func end() throws { try zip.end() }

  func finish() throws { try zip.finish() }

  /// Returns the bytes of the archive since the last call.
  func takeBytes() -> [UInt8] { zip.takeBytes() }
}
