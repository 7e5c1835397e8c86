/// Writes one ZIP archive and hands out its bytes while they are produced.
///
/// The sizes of entries need not be known in advance. Entries and archives larger than 4 GB have
/// ZIP64 structures. The names of all entries are kept until the end, about 250 bytes per entry;
/// apart from that, memory holds only what `takeBytes()` has not returned yet and 400 KB for the
/// compression.
///
/// ```swift
/// var zip = try ZipWriter()
/// try zip.begin("night/README.md", modified: 1_795_212_000)
/// try zip.append(Array(text.utf8))
/// try zip.end()
/// try zip.begin("night/streams/acc.parquet", modified: 1_795_212_000, compression: .store)
/// while let bytes = try await next() {
///   try zip.append(bytes)
///   try await send(zip.takeBytes())
/// }
/// try zip.end()
/// try zip.finish()
/// try await send(zip.takeBytes())
/// ```
///
/// The order of calls is `begin`, any number of `append`, `end`, again for each entry, and then
/// `finish`. `takeBytes()` may be called at any time. A call out of order throws and changes
/// nothing. After `.libraryFailed` every other call throws `.hasFailed`: discard the writer and the
/// bytes, and let the client see that the archive is incomplete.
///
/// The same calls give the same bytes, in every time zone, with the same versions of libarchive and
/// zlib.
///
/// The writer cannot be copied and is not `Sendable`, because it owns the state of libarchive. It
/// may be a local variable of an asynchronous function.
public struct ZipWriter: ~Copyable {
  /// The compression of an entry.
  public enum Compression: Sendable {
    /// None, for content that is already compressed, such as Parquet or gzip.
    ///
    /// A reader needs the directory at the end of the archive to find the end of such an entry, as
    /// unzip, Python and file managers do. A reader that cannot seek may refuse it.
    case store
    /// The compression that all readers of ZIP know, with level 1 of zlib.
    case deflate
  }

  private enum State {
    case betweenEntries
    case inEntry(String)
    case finished
    case failed
  }

  private let stream: ZipStream
  private var names = ZipNames()
  private var state = State.betweenEntries
  /// The modification times of all entries, in the order of the entries.
  private var dosTimes: [UInt32] = []

  /// Begins an archive.
  ///
  /// - Throws: `.libraryFailed` if there is not enough memory.
  public init() throws(ZipError) {
    stream = try ZipStream()
  }

  /// Begins an entry.
  ///
  /// - Parameters:
  ///   - name: A relative path of printable ASCII characters, such as `night/streams/acc.parquet`.
  ///     The rules are in `ZipError.invalidName`.
  ///   - modified: The time of modification in seconds since 1970 UTC. ZIP can represent the years
  ///     from 1980 to 2037; another time is replaced by the nearest one of these.
  /// - Throws: `.invalidName`, `.conflictingName`, `.entryIsOpen`, `.isFinished`, `.hasFailed` or
  ///   `.libraryFailed`.
  public mutating func begin(
    _ name: String, modified: Int64, compression: Compression = .deflate
  ) throws(ZipError) {
    switch state {
    case .betweenEntries: break
    case .inEntry(let open): throw .entryIsOpen(open)
    case .finished: throw .isFinished
    case .failed: throw .hasFailed
    }
    try names.insert(name)
    let time = ZipTime(modified)
    let start = stream.output.count
    do {
      try stream.beginEntry(name, modified: time.seconds, isStored: compression == .store)
      try ZipHeaders.setTime(time.dosTime, inLocalHeaderAt: start, of: &stream.output)
    } catch {
      throw failed(error)
    }
    dosTimes.append(time.dosTime)
    state = .inEntry(name)
  }

  /// Appends bytes to the entry that is open.
  ///
  /// The produced bytes stay in memory until `takeBytes()`, so call that after each call of this.
  ///
  /// - Throws: `.noEntryIsOpen`, `.isFinished`, `.hasFailed` or `.libraryFailed`.
  public mutating func append(_ bytes: [UInt8]) throws(ZipError) {
    try checkIsInEntry()
    do { try stream.append(bytes) } catch { throw failed(error) }
  }

  /// Appends bytes to the entry that is open. They are not used after the call.
  ///
  /// - Throws: As `append(_:)` of an array.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
    try checkIsInEntry()
    do { try stream.append(bytes) } catch { throw failed(error) }
  }

  /// Ends the entry that is open.
  ///
  /// - Throws: `.noEntryIsOpen`, `.isFinished`, `.hasFailed` or `.libraryFailed`.
  public mutating func end() throws(ZipError) {
    try checkIsInEntry()
    do { try stream.endEntry() } catch { throw failed(error) }
    state = .betweenEntries
  }

  /// Ends the archive. Its last bytes are returned by the next `takeBytes()`.
  ///
  /// - Throws: `.entryIsOpen`, `.isFinished`, `.hasFailed` or `.libraryFailed`.
  public mutating func finish() throws(ZipError) {
    switch state {
    case .betweenEntries: break
    case .inEntry(let open): throw .entryIsOpen(open)
    case .finished: throw .isFinished
    case .failed: throw .hasFailed
    }
    let start = stream.output.count
    do {
      try stream.close()
      try ZipHeaders.setTimes(dosTimes, inDirectoryAt: start, of: &stream.output)
    } catch {
      throw failed(error)
    }
    state = .finished
  }

  /// Returns the bytes of the archive that follow those of the last call; empty if there are none.
  public mutating func takeBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &stream.output)
    return bytes
  }

  private func checkIsInEntry() throws(ZipError) {
    switch state {
    case .inEntry: break
    case .betweenEntries: throw .noEntryIsOpen
    case .finished: throw .isFinished
    case .failed: throw .hasFailed
    }
  }

  private mutating func failed(_ error: ZipError) -> ZipError {
    state = .failed
    return error
  }
}
