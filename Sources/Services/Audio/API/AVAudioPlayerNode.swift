internal import YobanSimulatedApple

/// Options of a scheduled buffer.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The buffer is repeated until the node is stopped, or another buffer interrupts it.
  public static let loops = Self(rawValue: 1 << 0)
  public static let interrupts = Self(rawValue: 1 << 1)
  public static let interruptsAtLoop = Self(rawValue: 1 << 2)
}

/// A time of a node. It has no effect here: buffers are played as soon as possible.
///
/// Sendable: immutable.
open class AVAudioTime: NSObject, @unchecked Sendable {
  open private(set) var hostTime: UInt64 = 0
  open private(set) var sampleTime: AVAudioFramePosition = 0
  open private(set) var sampleRate: Double = 0

  public init(hostTime: UInt64) { self.hostTime = hostTime }
  public init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    (self.sampleTime, self.sampleRate) = (sampleTime, sampleRate)
  }
}

public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// Plays buffers, one after the other, while its engine runs. A buffer that is paused begins again.
open class AVAudioPlayerNode: AVAudioNode, @unchecked SimulationConfined {
  private struct Scheduled {
    var buffer: AVAudioPCMBuffer
    var loops: Bool
    var isSilent: Bool
    var completion: AVAudioNodeCompletionHandler?
  }

  private var queue: [Scheduled] = []
  private var wantsToPlay = false
  /// The number of the buffer that is being played; a timer of an earlier one has no effect.
  @exclusivity(unchecked) private var turn = 0
  private var isTiming = false

  public override init() {}

  /// The volume, from 0 to 1. At 0 the node counts as silent (AU3).
  open var volume: Float = 1 { didSet { owner?.updateSilence() } }
  open var pan: Float = 0

  // MARK: Buffers

  /// - Parameter completionHandler: called on a background queue when the buffer was played, or the node stopped.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) { scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler) }

  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    if options.contains(.interrupts) || options.contains(.interruptsAtLoop) { clear() }
    queue.append(
      Scheduled(
        buffer: buffer, loops: options.contains(.loops), isSilent: buffer.isSilent,
        completion: completionHandler))
    updatePlayback()
  }

  private func clear() {
    let ended = queue
    queue = []
    turn += 1
    isTiming = false
    for buffer in ended { finish(buffer) }
  }

  private func finish(_ buffer: Scheduled) {
    guard let completion = buffer.completion else { return }
    DispatchQueue.global().async { completion() }
  }

  // MARK: Transport

  open var isPlaying: Bool { wantsToPlay && owner?.isRunning == true }

  /// Plays what is scheduled. Raises an exception, which terminates the app, if the engine does not run, or if the node
  /// is not connected.
  open func play() {
    guard let owner, owner.isRunning else {
      AppProcess.raise(
        "com.apple.coreaudio.avfaudio: required condition is false: _engine->IsRunning()")
    }
    guard isConnected else {
      AppProcess.raise("com.apple.coreaudio.avfaudio: player started when in a disconnected state")
    }
    wantsToPlay = true
    updatePlayback()
  }

  open func play(at when: AVAudioTime?) { play() }

  open func pause() {
    wantsToPlay = false
    updatePlayback()
  }

  /// Stops, and gives up what is scheduled.
  open func stop() {
    wantsToPlay = false
    clear()
    updatePlayback()
  }

  /// Whether a buffer that is not silent is played now.
  var isHeard: Bool { isPlaying && volume > 0 && queue.first?.isSilent == false }

  /// The engine or the node was started or stopped, or a buffer has ended.
  func updatePlayback() {
    owner?.updateSilence()
    guard isPlaying, let first = queue.first else {
      turn += 1
      isTiming = false
      return
    }
    guard !isTiming, !first.loops else { return }
    isTiming = true
    turn += 1
    let seconds = Double(first.buffer.frameLength) / first.buffer.format.sampleRate
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self, turn] in
      guard let self, self.turn == turn else { return }
      isTiming = false
      finish(queue.removeFirst())
      updatePlayback()
    }
  }
}
