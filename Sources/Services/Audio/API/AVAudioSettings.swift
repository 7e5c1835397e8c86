internal import YobanSimulatedApple

/// The coding of audio samples.
public typealias AudioFormatID = UInt32

/// Linear PCM, the only format that can be recorded here.
public var kAudioFormatLinearPCM: AudioFormatID { 0x6C70_636D }

public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Has no effect on files, in which samples are always interleaved.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Has no effect on linear PCM.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"

@nonexhaustive public enum AVAudioQuality: Int, Sendable {
  case min = 0
  case low = 0x20
  case medium = 0x40
  case high = 0x60
  case max = 0x7F
}

extension SoundFormat {
  /// Creates the format that the settings request, for the file type of the URL's extension.
  ///
  /// - Throws: `unsupportedFileType` unless the extension is `wav` or `caf`,
  ///   `unsupportedDataFormat` for settings other than linear PCM of 16, 24 or 32 bits.
  init(_ settings: [String: Any], for url: URL) throws(SoundFileError) {
    let container: Container =
      switch url.pathExtension.lowercased() {
      case "wav", "wave": .wave
      case "caf": .caf
      default: throw .unsupportedFileType
      }
    func number(_ key: String) throws(SoundFileError) -> Double? {
      guard let value = settings[key] else { return nil }
      guard let number = Self.number(value) else { throw .unsupportedDataFormat }
      return number
    }
    let kind = try number(AVFormatIDKey) ?? Double(kAudioFormatLinearPCM)
    let channels = try number(AVNumberOfChannelsKey) ?? 1
    let depth = try number(AVLinearPCMBitDepthKey) ?? 16
    self.init(
      container, sampleRate: try number(AVSampleRateKey) ?? 44_100,
      channels: Int(exactly: channels) ?? 0, bitDepth: Int(exactly: depth) ?? 0,
      isFloat: try number(AVLinearPCMIsFloatKey) ?? 0 != 0,
      isBigEndian: try number(AVLinearPCMIsBigEndianKey) ?? 0 != 0)
    guard kind == Double(kAudioFormatLinearPCM), isWritable else { throw .unsupportedDataFormat }
  }

  /// Converts any number type that apps use in settings.
  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Int: Double(value)
    case let value as Double: value
    case let value as Bool: value ? 1 : 0
    case let value as Float: Double(value)
    case let value as UInt32: Double(value)
    case let value as UInt: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}
