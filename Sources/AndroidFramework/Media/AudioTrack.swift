internal import YobanSimulatedAndroid

/// `android.media.AudioFormat`: 16-bit samples in one or two channels.
public final class AudioFormat: Sendable {
  public static let ENCODING_PCM_16BIT: Int32 = 2
  public static let CHANNEL_OUT_MONO: Int32 = 4
  public static let CHANNEL_OUT_STEREO: Int32 = 12

  let sampleRate: Int32
  let frameBytes: Int32

  init(_ sampleRate: Int32, _ frameBytes: Int32) {
    (self.sampleRate, self.frameBytes) = (sampleRate, frameBytes)
  }

  public func getSampleRate() -> Int32 { sampleRate }

  /// `android.media.AudioFormat.Builder`.
  public final class Builder {
    private var sampleRate: Int32 = 48_000
    private var channelMask = CHANNEL_OUT_STEREO
    public init() {}

    /// Accepts `ENCODING_PCM_16BIT`.
    @discardableResult public func setEncoding(_ encoding: Int32) throws -> Builder {
      guard encoding == ENCODING_PCM_16BIT else {
        throw IllegalArgumentException("Invalid encoding \(encoding)")
      }
      return self
    }
    @discardableResult public func setSampleRate(_ sampleRate: Int32) throws -> Builder {
      guard sampleRate > 0 else {
        throw IllegalArgumentException("Invalid sample rate \(sampleRate)")
      }
      self.sampleRate = sampleRate
      return self
    }
    /// Accepts `CHANNEL_OUT_MONO` and `CHANNEL_OUT_STEREO`.
    @discardableResult public func setChannelMask(_ channelMask: Int32) throws -> Builder {
      guard [CHANNEL_OUT_MONO, CHANNEL_OUT_STEREO].contains(channelMask) else {
        throw IllegalArgumentException("Invalid channel mask \(channelMask)")
      }
      self.channelMask = channelMask
      return self
    }
    public func build() -> AudioFormat {
      AudioFormat(sampleRate, channelMask == CHANNEL_OUT_MONO ? 2 : 4)
    }
  }
}

/// `android.media.AudioTrack` in the mode `MODE_STATIC`: a sound that is written as a whole before it plays (AN25).
///
/// In the background the system mutes a track that the app may not play; the track does not notice it.
public final class AudioTrack {
  public static let MODE_STATIC: Int32 = 0
  public static let PLAYSTATE_STOPPED: Int32 = 1
  public static let PLAYSTATE_PAUSED: Int32 = 2
  public static let PLAYSTATE_PLAYING: Int32 = 3
  public static let SUCCESS: Int32 = 0
  public static let ERROR_BAD_VALUE: Int32 = -2

  private let client: AndroidClient
  private let playback: AudioPlayback
  private let format: AudioFormat
  private let capacity: Int32
  private var written: Int32 = 0
  private var repetitions: Int32 = 0
  private var playState = PLAYSTATE_STOPPED

  fileprivate init(
    _ client: AndroidClient, _ attributes: AudioAttributes, _ format: AudioFormat,
    _ capacity: Int32
  ) {
    (self.client, self.format, self.capacity) = (client, format, capacity)
    playback = client.makePlayback(attributes.stream)
  }

  /// Writes samples. Returns the number of bytes that fit.
  @discardableResult
  public func write(_ audioData: [Int8], _ offsetInBytes: Int32, _ sizeInBytes: Int32) -> Int32 {
    let size = max(0, min(sizeInBytes, capacity - written))
    written += size
    return size
  }

  /// Repeats the whole sound.
  ///
  /// - Parameter loopCount: -1 for ever.
  @discardableResult
  public func setLoopPoints(_ startInFrames: Int32, _ endInFrames: Int32, _ loopCount: Int32)
    -> Int32
  {
    guard startInFrames == 0, endInFrames == written / format.frameBytes, loopCount >= -1 else {
      return Self.ERROR_BAD_VALUE
    }
    repetitions = loopCount
    return Self.SUCCESS
  }
  /// - Throws: `IllegalStateException` before the sound was written.
  public func play() throws {
    guard written > 0 else {
      throw IllegalStateException("play() called on uninitialized AudioTrack.")
    }
    playState = Self.PLAYSTATE_PLAYING
    let once = Duration.seconds(Int64(written / format.frameBytes)) / Int(format.sampleRate)
    client.play(playback, length: repetitions < 0 ? nil : once * (Int(repetitions) + 1))
  }

  public func pause() {
    playState = Self.PLAYSTATE_PAUSED
    client.pause(playback)
  }

  /// Stops; the next `play` begins at the start.
  public func stop() {
    playState = Self.PLAYSTATE_STOPPED
    client.stop(playback)
  }

  public func release() {
    playState = Self.PLAYSTATE_STOPPED
    client.release(playback)
  }
  public func getPlayState() -> Int32 { playState }

  /// `android.media.AudioTrack.Builder`.
  public final class Builder {
    private var attributes = AudioAttributes.Builder()
      .setUsage(AudioAttributes.USAGE_MEDIA).build()
    private var format = AudioFormat.Builder().build()
    private var capacity: Int32 = 0
    public init() {}

    @discardableResult public func setAudioAttributes(_ attributes: AudioAttributes) -> Builder {
      self.attributes = attributes
      return self
    }
    @discardableResult public func setAudioFormat(_ format: AudioFormat) -> Builder {
      self.format = format
      return self
    }
    /// - Throws: `IllegalArgumentException` if the size is not positive.
    @discardableResult public func setBufferSizeInBytes(_ bufferSizeInBytes: Int32) throws
      -> Builder
    {
      guard bufferSizeInBytes > 0 else {
        throw IllegalArgumentException("Invalid buffer size \(bufferSizeInBytes)")
      }
      capacity = bufferSizeInBytes
      return self
    }
    /// Accepts `MODE_STATIC`.
    @discardableResult public func setTransferMode(_ mode: Int32) throws -> Builder {
      guard mode == MODE_STATIC else {
        throw IllegalArgumentException("Invalid transfer mode \(mode)")
      }
      return self
    }
    /// - Throws: `UnsupportedOperationException` without a size.
    public func build() throws -> AudioTrack {
      guard capacity > 0 else {
        throw UnsupportedOperationException("Cannot create AudioTrack")
      }
      return AudioTrack(
        AndroidClient.calling("An AudioTrack was created"), attributes, format, capacity)
    }
  }
}
