internal import SimulatedOS
internal import VirtualTime

/// A player of one sound, from a file or from memory: WAV, CAF or AIFF with linear PCM.
///
/// Playing ends when the player is released. It activates the app's audio session by itself.
open class AVAudioPlayer: NSObject {
  private let playback: AudioPlayback
  private let receiver = SoundReceiver()
  private let location: URL?
  private let bytes: Data?

  /// - Throws: an error of the domain `NSOSStatusErrorDomain`: 2003334207 if there is no such file,
  ///   1954115647 for another kind of file, 1718449215 for what is not linear PCM, 1685348671 for a
  ///   damaged header.
  public init(contentsOf url: URL) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in
      try SoundFile(contentsOf: url)
    }
    location = url
    bytes = nil
    super.init()
    attach()
  }

  /// - Throws: as `init(contentsOf:)`.
  public init(data: Data) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in try SoundFile(data) }
    location = nil
    bytes = data
    super.init()
    attach()
  }

  /// - Parameter utiString: not needed: the kinds of files that are played name themselves.
  /// - Throws: as `init(contentsOf:)`.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in
      try SoundFile(contentsOf: url)
    }
    location = url
    bytes = nil
    super.init()
    attach()
  }

  /// - Parameter utiString: not needed: the kinds of files that are played name themselves.
  /// - Throws: as `init(contentsOf:)`.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in try SoundFile(data) }
    location = nil
    bytes = data
    super.init()
    attach()
  }

  deinit { playback.close() }

  private static func playback(
    _ receiver: SoundReceiver, _ file: () throws(SoundFileError) -> SoundFile
  ) throws -> AudioPlayback {
    do throws(SoundFileError) {
      return AudioPlayback(try file(), in: AVAudioSession.sharedInstance().session, receiver)
    } catch { throw error.apple }
  }

  private func attach() {
    receiver.finished = { [weak self] isSuccessful in
      guard let self else { return }
      delegate?.audioPlayerDidFinishPlaying(self, successfully: isSuccessful)
    }
  }

  // MARK: Playing

  /// Gets ready and activates the session. Returns false for an empty sound, or if it may not.
  @discardableResult open func prepareToPlay() -> Bool { playback.prepare() }

  /// Plays from the current time on. Returns false for an empty sound, or if the app may not play.
  @discardableResult open func play() -> Bool { playback.play() }

  /// Plays at a moment of `deviceCurrentTime`.
  @discardableResult open func play(atTime time: TimeInterval) -> Bool {
    playback.play(after: .nanoseconds(nanoseconds(time - deviceCurrentTime)))
  }

  open func pause() { playback.pause() }
  /// The current time stays, as after `pause()`.
  open func stop() { playback.stop() }
  open var isPlaying: Bool { playback.isPlaying }

  // MARK: The sound

  /// Seconds.
  open var duration: TimeInterval { playback.file.duration.seconds }
  open var numberOfChannels: Int { playback.file.format.channels }
  /// Nil for a player of data.
  open var url: URL? { location }
  /// Nil for a player of a file.
  open var data: Data? { bytes }

  // MARK: Settings

  open weak var delegate: (any AVAudioPlayerDelegate)?

  /// From 0 to 1.
  open var volume: Float {
    get { playback.volume }
    set { playback.volume = newValue }
  }

  /// The volume is the new one at once; nobody hears the fade.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    playback.volume = volume
  }

  /// Whether `rate` has an effect.
  open var enableRate = false { didSet { settleRate() } }
  /// 1 is normal; from 0.5 to 2.
  open var rate: Float = 1 { didSet { settleRate() } }

  private func settleRate() { playback.setRate(enableRate ? Double(rate) : 1) }

  /// Seconds from the beginning of the sound.
  open var currentTime: TimeInterval {
    get { playback.position.seconds }
    set { playback.position = .nanoseconds(nanoseconds(newValue)) }
  }

  /// Seconds on the clock that `play(atTime:)` follows.
  open var deviceCurrentTime: TimeInterval { playback.deviceTime.seconds }

  /// How often the sound begins again after its end; negative: until it is stopped.
  open var numberOfLoops: Int {
    get { playback.loops }
    set { playback.loops = newValue }
  }
}

/// The receiver of a player's end. Called on the main queue. Both methods are optional at Apple.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The sound reached its end. Not called when it was stopped or interrupted.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Never called here: there are no errors in the middle of linear PCM.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Takes the end of a sound to its object.
final class SoundReceiver: SoundEventReceiver {
  var finished: (Bool) -> Void = { _ in }
  func finished(successfully: Bool) { finished(successfully) }
}

/// Seconds as whole nanoseconds, limited to what can be counted; 0 for no number.
func nanoseconds(_ seconds: TimeInterval) -> Int64 {
  let value = (seconds * 1e9).rounded()
  return value.isNaN ? 0 : Int64(min(max(-9e18, value), 9e18))
}
