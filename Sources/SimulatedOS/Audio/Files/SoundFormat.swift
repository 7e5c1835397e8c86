import VirtualTime

/// Samples as linear PCM, and the file that holds them.
public struct SoundFormat: Sendable, Hashable {
  /// The kinds of files that are read; a recorder writes the first two.
  public enum Container: String, Sendable, Hashable, CaseIterable {
    case wave, caf, aiff
  }

  public var container: Container
  /// Frames per second.
  public var sampleRate: Double
  public var channels: Int
  /// Of one sample: 8, 16, 24 or 32, and 64 for floating point.
  public var bitDepth: Int
  public var isFloat: Bool
  public var isBigEndian: Bool

  public init(
    _ container: Container, sampleRate: Double, channels: Int, bitDepth: Int,
    isFloat: Bool = false, isBigEndian: Bool = false
  ) {
    self.container = container
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitDepth = bitDepth
    self.isFloat = isFloat
    self.isBigEndian = isBigEndian
  }

  var bytesPerFrame: Int { channels * bitDepth / 8 }

  /// Whether such samples exist.
  var isPCM: Bool {
    sampleRate > 0 && sampleRate.isFinite && (1...64).contains(channels)
      && (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bitDepth)
  }

  /// Whether a recorder can write it: WAV is little-endian, and its 8-bit samples have another zero.
  public var isWritable: Bool {
    guard isPCM, bitDepth > 8 else { return false }
    switch container {
    case .wave: return !isBigEndian
    case .caf: return true
    case .aiff: return false
    }
  }

  /// The byte that silence consists of. Samples of 8 bits in a WAV file are unsigned.
  var silence: UInt8 { container == .wave && bitDepth == 8 ? 0x80 : 0 }

  func duration(ofFrames frames: Int64) -> Duration {
    .nanoseconds(Int64((Double(frames) / sampleRate * 1e9).rounded()))
  }

  func frames(in duration: Duration) -> Int64 {
    Int64((Double(duration.nanoseconds) / 1e9 * sampleRate).rounded(.down))
  }
}

/// Why a file is no sound, by the codes of AudioFile.h.
public enum SoundFileError: Int, Error, Sendable, Hashable {
  /// `wht?`: it does not exist or cannot be read.
  case unspecified = 2_003_334_207
  /// `typ?`: no known kind of file.
  case unsupportedFileType = 1_954_115_647
  /// `fmt?`: not linear PCM.
  case unsupportedDataFormat = 1_718_449_215
  /// `dta?`: its header is damaged.
  case invalidFile = 1_685_348_671
}
