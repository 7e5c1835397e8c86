internal import YobanSimulatedAndroid

/// `android.media.AudioAttributes`: what a sound is for.
public final class AudioAttributes: Sendable {
  public static let USAGE_UNKNOWN: Int32 = 0
  public static let USAGE_MEDIA: Int32 = 1
  public static let USAGE_VOICE_COMMUNICATION: Int32 = 2
  public static let USAGE_ALARM: Int32 = 4
  public static let USAGE_NOTIFICATION: Int32 = 5
  public static let USAGE_ASSISTANCE_NAVIGATION_GUIDANCE: Int32 = 12
  public static let USAGE_ASSISTANCE_SONIFICATION: Int32 = 13
  public static let USAGE_GAME: Int32 = 14
  public static let CONTENT_TYPE_UNKNOWN: Int32 = 0
  public static let CONTENT_TYPE_SPEECH: Int32 = 1
  public static let CONTENT_TYPE_MUSIC: Int32 = 2
  public static let CONTENT_TYPE_MOVIE: Int32 = 3
  public static let CONTENT_TYPE_SONIFICATION: Int32 = 4

  private let usage: Int32
  private let contentType: Int32

  init(_ usage: Int32, _ contentType: Int32) {
    (self.usage, self.contentType) = (usage, contentType)
  }

  public func getUsage() -> Int32 { usage }
  public func getContentType() -> Int32 { contentType }

  var stream: AudioStream { usage == Self.USAGE_ALARM ? .alarm : .music }

  /// `android.media.AudioAttributes.Builder`.
  public final class Builder {
    private var usage = USAGE_UNKNOWN
    private var contentType = CONTENT_TYPE_UNKNOWN
    public init() {}

    @discardableResult public func setUsage(_ usage: Int32) -> Builder {
      self.usage = usage
      return self
    }
    @discardableResult public func setContentType(_ contentType: Int32) -> Builder {
      self.contentType = contentType
      return self
    }
    public func build() -> AudioAttributes { AudioAttributes(usage, contentType) }
  }
}

/// `android.media.AudioFocusRequest`.
public final class AudioFocusRequest: Sendable {
  private let gain: Int32
  private let attributes: AudioAttributes

  init(_ gain: Int32, _ attributes: AudioAttributes) {
    (self.gain, self.attributes) = (gain, attributes)
  }

  public func getFocusGain() -> Int32 { gain }
  public func getAudioAttributes() -> AudioAttributes { attributes }

  /// `android.media.AudioFocusRequest.Builder`.
  public final class Builder {
    private let gain: Int32
    private var attributes = AudioAttributes.Builder()
      .setUsage(AudioAttributes.USAGE_MEDIA).build()

    /// - Parameter focusGain: One of the `AudioManager.AUDIOFOCUS_GAIN…` constants.
    /// - Throws: `IllegalArgumentException` for another value.
    public init(_ focusGain: Int32) throws {
      guard
        (AudioManager.AUDIOFOCUS_GAIN...AudioManager.AUDIOFOCUS_GAIN_TRANSIENT_EXCLUSIVE)
          .contains(focusGain)
      else { throw IllegalArgumentException("Illegal audio focus gain type \(focusGain)") }
      gain = focusGain
    }

    @discardableResult public func setAudioAttributes(_ attributes: AudioAttributes) -> Builder {
      self.attributes = attributes
      return self
    }
    public func build() -> AudioFocusRequest { AudioFocusRequest(gain, attributes) }
  }
}
