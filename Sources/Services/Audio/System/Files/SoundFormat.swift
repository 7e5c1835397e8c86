import YobanSimulatedDevices
import YobanVirtualTime

/// The format of linear PCM samples, and of the file that contains them.
package struct SoundFormat: Sendable, Hashable {
  /// The kinds of files that are read; a recorder writes the first two.
  package enum Container: String, Sendable, Hashable, CaseIterable {
    case wave, caf, aiff
  }

  package var container: Container
  /// Frames per second.
  package var sampleRate: Double
  package var channels: Int
  /// The number of bits of one sample: 8, 16, 24 or 32, or 64 for floating point.
  package var bitDepth: Int
  package var isFloat: Bool
  package var isBigEndian: Bool

  package init(
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

  /// The format of a player or recorder without a file.
  package static let empty = SoundFormat(.wave, sampleRate: 44_100, channels: 1, bitDepth: 16)

  var bytesPerFrame: Int { channels * bitDepth / 8 }

  /// Whether the values describe a valid PCM format.
  var isPCM: Bool {
    sampleRate > 0 && sampleRate.isFinite && (1...64).contains(channels)
      && (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bitDepth)
  }

  /// Whether a recorder can write this format. A WAV file must be little-endian, and 8-bit samples
  /// are not written because their zero differs in WAV files.
  package var isWritable: Bool {
    guard isPCM, bitDepth > 8 else { return false }
    switch container {
    case .wave: return !isBigEndian
    case .caf: return true
    case .aiff: return false
    }
  }

  /// The byte value of silence. The 8-bit samples of a WAV file are unsigned.
  var silence: UInt8 { container == .wave && bitDepth == 8 ? 0x80 : 0 }

  func duration(ofFrames frames: Int64) -> Duration {
    .nanoseconds(Int64((Double(frames) / sampleRate * 1e9).rounded()))
  }

  func frames(in duration: Duration) -> Int64 {
    Int64((Double(duration.nanoseconds) / 1e9 * sampleRate).rounded(.down))
  }
}

/// The reason why a file cannot be read as a sound, with the codes of AudioFile.h.
package enum SoundFileError: Int, Error, Sendable, Hashable {
  /// `wht?`: the file does not exist or cannot be read.
  case unspecified = 2_003_334_207
  /// `typ?`: the file has no known type.
  case unsupportedFileType = 1_954_115_647
  /// `fmt?`: the samples are not linear PCM.
  case unsupportedDataFormat = 1_718_449_215
  /// `dta?`: the header is damaged.
  case invalidFile = 1_685_348_671
}
