import Foundation

/// A file of linear PCM: WAV, CAF or AIFF.
package struct SoundFile: Sendable {
  package let format: SoundFormat
  /// The number of frames. A frame contains one sample of each channel.
  package let frames: Int64
  private let samples: Data

  package var duration: Duration { format.duration(ofFrames: frames) }

  /// Whether all samples are zero. Reads the file up to the first sample that is not.
  package var isSilent: Bool {
    let silence = format.silence
    return samples.withUnsafeBytes { bytes in bytes.allSatisfy { $0 == silence } }
  }

  /// An empty sound.
  package init() {
    format = .empty
    frames = 0
    samples = Data()
  }

  /// Reads a file of the app.
  ///
  /// - Throws: `unspecified` if the file cannot be read, and the errors of `init(_:)`.
  package init(contentsOf url: URL) throws(SoundFileError) {
    guard url.isFileURL, let data = try? Data(contentsOf: url, options: .mappedIfSafe) else {
      throw .unspecified
    }
    try self.init(data)
  }

  /// Finds the samples of a file in memory. If the file is shorter than its header says, only the
  /// samples that exist count.
  ///
  /// - Throws: `unsupportedFileType` for another kind of file, `unsupportedDataFormat` for a format
  ///   other than linear PCM, `invalidFile` for a damaged header.
  package init(_ data: Data) throws(SoundFileError) {
    var reader = ByteReader(data)
    let contents: Contents =
      switch reader.tag() {
      case "RIFF": try Self.wave(&reader)
      case "caff": try Self.caf(&reader)
      case "FORM": try Self.aiff(&reader)
      default: throw .unsupportedFileType
      }
    guard contents.format.isPCM else { throw .unsupportedDataFormat }
    format = contents.format
    let whole = contents.bytes.count / format.bytesPerFrame
    frames = Int64(whole)
    let start = data.startIndex + contents.bytes.lowerBound
    samples = data[start..<start + whole * format.bytesPerFrame]
  }

  struct Contents {
    var format: SoundFormat
    /// The position of the samples, counted from the first byte of the file.
    var bytes: Range<Int>
  }

  // MARK: WAV

  /// Reads a WAV file from the byte after `RIFF`.
  private static func wave(_ reader: inout ByteReader) throws(SoundFileError) -> Contents {
    reader.skip(4)
    guard reader.tag() == "WAVE" else { throw .unsupportedFileType }
    var format: SoundFormat?
    while let tag = reader.tag(), let size = reader.integer(4, isBigEndian: false) {
      let start = reader.position
      if tag == "fmt " { format = try waveFormat(&reader, size) }
      if tag == "data" {
        guard let format else { throw .invalidFile }
        return Contents(format: format, bytes: start..<start + min(size, reader.count))
      }
      // Chunks begin at even positions.
      reader.skip(start + size + size % 2 - reader.position)
    }
    throw .invalidFile
  }

  private static func waveFormat(
    _ reader: inout ByteReader, _ size: Int
  ) throws(SoundFileError) -> SoundFormat {
    func next(_ count: Int) throws(SoundFileError) -> Int {
      guard let value = reader.integer(count, isBigEndian: false) else { throw .invalidFile }
      return value
    }
    guard size >= 16 else { throw .invalidFile }
    var tag = try next(2)
    let (channels, rate) = (try next(2), try next(4))
    reader.skip(6)
    let depth = try next(2)
    if tag == 0xFFFE, size >= 40 {  // extensible: the real tag begins the subformat
      reader.skip(8)
      tag = try next(2)
    }
    guard tag == 1 || tag == 3 else { throw .unsupportedDataFormat }
    return SoundFormat(
      .wave, sampleRate: Double(rate), channels: channels, bitDepth: depth, isFloat: tag == 3)
  }

  // MARK: CAF

  /// Reads a CAF file from the byte after `caff`.
  private static func caf(_ reader: inout ByteReader) throws(SoundFileError) -> Contents {
    reader.skip(4)
    var format: SoundFormat?
    while let tag = reader.tag(), let size = reader.unsigned(8, isBigEndian: true) {
      let start = reader.position
      if tag == "desc" { format = try cafFormat(&reader) }
      if tag == "data" {
        guard let format else { throw .invalidFile }
        reader.skip(4)  // number of edits
        // A size of all ones: the samples continue to the end of the file.
        let counted = size == .max ? reader.count : max(0, Int(clamping: size) - 4)
        return Contents(
          format: format, bytes: start + 4..<start + 4 + min(counted, reader.count))
      }
      reader.skip(start + min(Int(clamping: size), reader.count + start) - reader.position)
    }
    throw .invalidFile
  }

  private static func cafFormat(
    _ reader: inout ByteReader
  ) throws(SoundFileError) -> SoundFormat {
    func next(_ count: Int) throws(SoundFileError) -> UInt64 {
      guard let value = reader.unsigned(count, isBigEndian: true) else { throw .invalidFile }
      return value
    }
    let rate = Double(bitPattern: try next(8))
    guard reader.tag() == "lpcm" else { throw .unsupportedDataFormat }
    let flags = try next(4)
    _ = try next(8)  // bytes and frames per packet
    let (channels, depth) = (Int(try next(4)), Int(try next(4)))
    return SoundFormat(
      .caf, sampleRate: rate, channels: channels, bitDepth: depth, isFloat: flags & 1 != 0,
      isBigEndian: flags & 2 == 0)
  }

  // MARK: AIFF

  /// Reads an AIFF file from the byte after `FORM`.
  private static func aiff(_ reader: inout ByteReader) throws(SoundFileError) -> Contents {
    reader.skip(4)
    guard let kind = reader.tag(), kind == "AIFF" || kind == "AIFC" else {
      throw .unsupportedFileType
    }
    var format: SoundFormat?
    while let tag = reader.tag(), let size = reader.integer(4, isBigEndian: true) {
      let start = reader.position
      if tag == "COMM" { format = try aiffFormat(&reader, isCompressible: kind == "AIFC") }
      if tag == "SSND" {
        guard let format, let offset = reader.integer(4, isBigEndian: true) else {
          throw .invalidFile
        }
        reader.skip(4 + offset)
        let counted = max(0, size - 8 - offset)
        return Contents(
          format: format,
          bytes: start + 8 + offset..<start + 8 + offset + min(counted, reader.count))
      }
      reader.skip(start + size + size % 2 - reader.position)
    }
    throw .invalidFile
  }

  private static func aiffFormat(
    _ reader: inout ByteReader, isCompressible: Bool
  ) throws(SoundFileError) -> SoundFormat {
    guard let channels = reader.integer(2, isBigEndian: true) else { throw .invalidFile }
    reader.skip(4)  // frames, which follow from the size of the samples
    guard let depth = reader.integer(2, isBigEndian: true),
      let exponent = reader.integer(2, isBigEndian: true),
      let mantissa = reader.unsigned(8, isBigEndian: true)
    else { throw .invalidFile }
    // An 80-bit floating-point number: 15 bits of exponent, and the fraction with its leading one.
    let rate = Double(
      sign: .plus, exponent: (exponent & 0x7FFF) - 16383 - 63, significand: Double(mantissa))
    var format = SoundFormat(
      .aiff, sampleRate: rate, channels: channels, bitDepth: depth, isBigEndian: true)
    guard isCompressible else { return format }
    switch reader.tag() {
    case "NONE", "twos": break
    case "sowt": format.isBigEndian = false
    case "fl32", "FL32": format.isFloat = true
    case nil: throw .invalidFile
    default: throw .unsupportedDataFormat
    }
    return format
  }
}
