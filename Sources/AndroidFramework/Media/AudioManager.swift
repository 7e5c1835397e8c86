internal import YobanSimulatedAndroid

/// `android.media.AudioManager`: audio focus and volumes (AN25).
public final class AudioManager {
  public static let STREAM_MUSIC: Int32 = 3
  public static let STREAM_ALARM: Int32 = 4
  public static let AUDIOFOCUS_GAIN: Int32 = 1
  public static let AUDIOFOCUS_GAIN_TRANSIENT: Int32 = 2
  public static let AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK: Int32 = 3
  public static let AUDIOFOCUS_GAIN_TRANSIENT_EXCLUSIVE: Int32 = 4
  public static let AUDIOFOCUS_REQUEST_FAILED: Int32 = 0
  public static let AUDIOFOCUS_REQUEST_GRANTED: Int32 = 1

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Requests the audio focus.
  ///
  /// - Returns: `AUDIOFOCUS_REQUEST_FAILED` if the app may not use audio in the background (AN25).
  public func requestAudioFocus(_ focusRequest: AudioFocusRequest) -> Int32 {
    let isAlarm = focusRequest.getAudioAttributes().getUsage() == AudioAttributes.USAGE_ALARM
    return client.requestAudioFocus(isAlarm: isAlarm)
      ? Self.AUDIOFOCUS_REQUEST_GRANTED : Self.AUDIOFOCUS_REQUEST_FAILED
  }

  @discardableResult
  public func abandonAudioFocusRequest(_ focusRequest: AudioFocusRequest) -> Int32 {
    Self.AUDIOFOCUS_REQUEST_GRANTED
  }

  /// - Throws: `IllegalArgumentException` for another stream than `STREAM_MUSIC` and `STREAM_ALARM`.
  public func getStreamVolume(_ streamType: Int32) throws -> Int32 {
    client.volume(of: try stream(streamType))
  }

  /// - Throws: The same error as `getStreamVolume`.
  public func getStreamMaxVolume(_ streamType: Int32) throws -> Int32 {
    try stream(streamType).range.upperBound
  }

  /// - Throws: The same error as `getStreamVolume`.
  public func getStreamMinVolume(_ streamType: Int32) throws -> Int32 {
    try stream(streamType).range.lowerBound
  }

  /// Sets a volume. It silently does nothing if the app may not use audio in the background (AN25).
  ///
  /// - Throws: The same error as `getStreamVolume`.
  public func setStreamVolume(_ streamType: Int32, _ index: Int32, _ flags: Int32) throws {
    client.setVolume(index, of: try stream(streamType))
  }

  private func stream(_ type: Int32) throws -> AudioStream {
    guard let stream = AudioStream(rawValue: type) else {
      throw IllegalArgumentException("Bad stream type \(type)")
    }
    return stream
  }
}
