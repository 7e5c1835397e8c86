internal import YobanSimulatedApple

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioFramePosition = Int64
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioPacketCount = UInt32
public typealias AVAudioNodeBus = Int

@nonexhaustive public enum AVAudioCommonFormat: UInt, Sendable {
  case otherFormat = 0
  case pcmFormatFloat32 = 1
  case pcmFormatFloat64 = 2
  case pcmFormatInt16 = 3
  case pcmFormatInt32 = 4

  fileprivate var bytesPerSample: Int {
    switch self {
    case .pcmFormatInt16: 2
    case .pcmFormatFloat64: 8
    case .pcmFormatFloat32, .pcmFormatInt32, .otherFormat: 4
    }
  }
}

/// A format of linear PCM.
///
/// Sendable: immutable.
open class AVAudioFormat: NSObject, @unchecked Sendable {
  open private(set) var commonFormat: AVAudioCommonFormat
  /// Frames per second.
  open private(set) var sampleRate: Double
  open private(set) var channelCount: AVAudioChannelCount
  open private(set) var isInterleaved: Bool

  /// The format of an engine: 32-bit floating point, with a buffer for each channel.
  ///
  /// - Returns: nil for a rate that is not above 0, and for other than 1 or 2 channels: more need a layout.
  public convenience init?(
    standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels,
      interleaved: false)
  }

  /// - Returns: nil for `otherFormat`, for a rate that is not above 0, and for other than 1 or 2 channels.
  public init?(
    commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard format != .otherFormat, sampleRate > 0, sampleRate.isFinite, (1...2).contains(channels)
    else { return nil }
    (commonFormat, self.sampleRate) = (format, sampleRate)
    (channelCount, isInterleaved) = (channels, interleaved)
  }

  open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return other.commonFormat == commonFormat && other.sampleRate == sampleRate
      && other.channelCount == channelCount && other.isInterleaved == isInterleaved
  }
  open override var hash: Int { sampleRate.hashValue }
}

/// Memory for samples.
open class AVAudioBuffer: NSObject, @unchecked SimulationConfined {
  open private(set) var format: AVAudioFormat
  init(_ format: AVAudioFormat) { self.format = format }
}

/// Samples of linear PCM. They are zero until the app writes them.
open class AVAudioPCMBuffer: AVAudioBuffer, @unchecked SimulationConfined {
  open private(set) var frameCapacity: AVAudioFrameCount
  private let memory: UnsafeMutableRawPointer
  /// A pointer to the samples of each channel.
  private let channels: UnsafeMutablePointer<UnsafeMutableRawPointer>

  /// - Returns: nil if there is not enough memory.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let bytes = Int(frameCapacity) * format.commonFormat.bytesPerSample
    let count = Int(format.channelCount)
    // The product fits: 2^32 frames of 8 bytes in 2 channels.
    guard let memory = calloc(max(1, bytes), count) else { return nil }
    self.memory = memory
    self.frameCapacity = frameCapacity
    channels = .allocate(capacity: count)
    for channel in 0..<count {
      let offset =
        format.isInterleaved ? channel * format.commonFormat.bytesPerSample : channel * bytes
      (channels + channel).initialize(to: memory + offset)
    }
    super.init(format)
  }

  deinit {
    channels.deallocate()
    free(memory)
  }

  /// The number of valid frames. More than the capacity raises an exception, which terminates the app.
  open var frameLength: AVAudioFrameCount = 0 {
    didSet {
      guard frameLength > frameCapacity else { return }
      AppProcess.raise(
        "com.apple.coreaudio.avfaudio: required condition is false: frameLength <= frameCapacity")
    }
  }

  /// The number of samples from one frame of a channel to the next.
  open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// The samples of each channel; nil for another format.
  open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    data(of: .pcmFormatFloat32)
  }
  open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    data(of: .pcmFormatInt16)
  }
  open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    data(of: .pcmFormatInt32)
  }

  private func data<Sample>(
    of wanted: AVAudioCommonFormat
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == wanted else { return nil }
    return UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
  }

  /// Whether all valid samples are zero.
  var isSilent: Bool {
    let (count, bytes) = (
      Int(format.channelCount), Int(frameLength) * format.commonFormat.bytesPerSample
    )
    if format.isInterleaved {
      return UnsafeRawBufferPointer(start: memory, count: bytes * count).allSatisfy { $0 == 0 }
    }
    return (0..<count).allSatisfy { channel in
      UnsafeRawBufferPointer(start: channels[channel], count: bytes).allSatisfy { $0 == 0 }
    }
  }
}
