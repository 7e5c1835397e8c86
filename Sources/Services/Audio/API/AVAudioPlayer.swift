internal import YobanSimulatedApple
internal import YobanVirtualTime

/// A player of one sound, from a file or from memory: WAV, CAF or AIFF with linear PCM.
///
/// Playing activates the app's audio session. It ends when the player is released.
open class AVAudioPlayer: NSObject {
  private let playback: AudioPlayback
  private let receiver = SoundReceiver()
  private let location: URL?
  private let bytes: Data?

  /// A player without a sound, which cannot play.
  public override init() {
    playback = AudioPlayback(SoundFile(), in: AVAudioSession.sharedInstance().session, receiver)
    location = nil
    bytes = nil
    super.init()
  }

  /// - Throws: An error of the domain `NSOSStatusErrorDomain`: 2003334207 if the file does not
  ///   exist, 1954115647 for an unsupported file type, 1718449215 for data that is not linear PCM,
  ///   1685348671 for a damaged header.
  public init(contentsOf url: URL) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in
      try SoundFile(contentsOf: url)
    }
    location = url
    bytes = nil
    super.init()
    attach()
  }

  /// - Throws: The same errors as `init(contentsOf:)`.
  public init(data: Data) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in try SoundFile(data) }
    location = nil
    bytes = data
    super.init()
    attach()
  }

  /// - Parameter utiString: Ignored, because the supported file types can be recognized without it.
  /// - Throws: The same errors as `init(contentsOf:)`.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in
      try SoundFile(contentsOf: url)
    }
    location = url
    bytes = nil
    super.init()
    attach()
  }

  /// - Parameter utiString: Ignored, because the supported file types can be recognized without it.
  /// - Throws: The same errors as `init(contentsOf:)`.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    playback = try Self.playback(receiver) { () throws(SoundFileError) in try SoundFile(data) }
    location = nil
    bytes = data
    super.init()
    attach()
  }

  deinit { playback.close() }

  private var system: ServiceHandle<AudioService> { playback.session.handle(for: "AVAudioPlayer") }

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

  /// Prepares for playing and activates the session. Returns false if the sound is empty or the app
  /// may not play.
  @discardableResult open func prepareToPlay() -> Bool {
    system("prepareToPlay()") { _ in playback.prepare() } ?? false
  }

  /// Plays from the current time. Returns false if the sound is empty or the app may not play.
  @discardableResult open func play() -> Bool {
    system("play()") { _ in playback.play() } ?? false
  }

  /// Plays at the given time of `deviceCurrentTime`.
  @discardableResult open func play(atTime time: TimeInterval) -> Bool {
    let delay = Duration.nanoseconds(nanoseconds(time - deviceCurrentTime))
    return system("play(atTime:)") { _ in playback.play(after: delay) } ?? false
  }

  open func pause() { playback.pause() }
  /// Stops playing. The current time does not change, as after `pause()`.
  open func stop() { playback.stop() }
  open var isPlaying: Bool { playback.isPlaying }

  // MARK: Sound

  /// The length of the sound in seconds.
  open var duration: TimeInterval { playback.file.duration.seconds }
  open var numberOfChannels: Int { playback.file.format.channels }
  /// The file of the sound; nil for a player of data.
  open var url: URL? { location }
  /// The data of the sound; nil for a player of a file.
  open var data: Data? { bytes }

  // MARK: Settings

  open weak var delegate: (any AVAudioPlayerDelegate)?

  /// The volume, from 0 to 1.
  open var volume: Float {
    get { playback.volume }
    set { playback.volume = newValue }
  }

  /// Sets the volume immediately. The fade is not simulated.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    playback.volume = volume
  }

  /// Whether `rate` has an effect.
  open var enableRate = false { didSet { updateRate() } }
  /// The speed, from 0.5 to 2; 1 is normal.
  open var rate: Float = 1 { didSet { updateRate() } }

  private func updateRate() { playback.setRate(enableRate ? Double(rate) : 1) }

  /// The position in the sound, in seconds from its beginning.
  open var currentTime: TimeInterval {
    get { playback.position.seconds }
    set { playback.position = .nanoseconds(nanoseconds(newValue)) }
  }

  /// The time in seconds on the clock of `play(atTime:)`.
  open var deviceCurrentTime: TimeInterval { playback.deviceTime.seconds }

  /// The number of times the sound is repeated. A negative number repeats it until it is stopped.
  open var numberOfLoops: Int {
    get { playback.loops }
    set { playback.loops = newValue }
  }
}

/// Receives the end of a player, on the main queue. At Apple, both methods are optional.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// Called when the sound has reached its end. Not called when it was stopped or interrupted.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Never called here, because linear PCM has no decoding errors.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Passes the end of a sound to its player or recorder.
final class SoundReceiver: SoundEventReceiver {
  var finished: (Bool) -> Void = { _ in }
  func finished(successfully: Bool) { finished(successfully) }
}

/// Converts seconds to whole nanoseconds, clamped to ±9e18. Returns 0 for NaN.
func nanoseconds(_ seconds: TimeInterval) -> Int64 {
  let value = (seconds * 1e9).rounded()
  return value.isNaN ? 0 : Int64(min(max(-9e18, value), 9e18))
}
