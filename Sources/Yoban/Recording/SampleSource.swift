import Chunks
import Foundation

/// Takes one sample of three values; the uptime is in seconds since boot, as `CMLogItem` has it.
public typealias SampleHandler =
  @MainActor (_ uptime: TimeInterval, _ x: Double, _ y: Double, _ z: Double) -> Void

/// Takes one sample of one value for each channel; the uptime is in seconds since boot.
public typealias EventHandler =
  @MainActor (_ uptime: TimeInterval, _ values: [Double]) -> Void

/// Why a source gives no samples.
public struct SampleSourceFailure: Error, Hashable, Sendable {
  /// Why the samples from now on are missing: `sensorOff` or `notAuthorized`, as a rule.
  public var cause: GapCause
  public var message: String

  public init(cause: GapCause, message: String) {
    self.cause = cause
    self.message = message
  }
}

/// A sensor that a recorder listens to: three values at a time, many times a second.
@MainActor
public protocol SampleSource: AnyObject {
  /// What the source gives; always the same.
  var stream: StreamDescription { get }

  /// Begins to give samples, in the order of their times, until `stop()`.
  ///
  /// A failure may be reported at any time, also more than once; samples may come again after it.
  func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void)

  /// Gives no more samples. Nothing happens when the source is not started.
  func stop()

  /// Gives what it has taken and not given yet, then no more, then calls `done`; at once when the
  /// source is not started. Default: `stop()`, for sources that hold nothing back.
  func finish(_ done: @escaping @MainActor () -> Void)
}

extension SampleSource {
  public func finish(_ done: @escaping @MainActor () -> Void) {
    stop()
    done()
  }
}

/// A source whose samples come when something happens, or have any number of values.
@MainActor
public protocol EventSource: SampleSource {
  /// Begins to give samples, in the order of their times, until `stop()`.
  ///
  /// A failure may be reported at any time: what comes between the samples before and after it is
  /// a gap, however short.
  func start(
    delivering deliver: @escaping EventHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void)
}

extension EventSource {
  /// Gives the samples of a stream of three channels one value at a time; traps for another.
  public func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    precondition(stream.channels.count == 3, "\(stream.name) has no three channels")
    let takesEvent: EventHandler = { deliver($0, $1[0], $1[1], $1[2]) }
    start(delivering: takesEvent, failing: fail)
  }
}
