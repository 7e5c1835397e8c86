import Chunks
import Foundation

/// Receives one sample of three values. The uptime is in seconds since boot, as in `CMLogItem`.
public typealias SampleHandler =
  @MainActor (_ uptime: TimeInterval, _ x: Double, _ y: Double, _ z: Double) -> Void

/// Receives one sample with one value for each channel. The uptime is in seconds since boot.
public typealias EventHandler =
  @MainActor (_ uptime: TimeInterval, _ values: [Double]) -> Void

/// The reason why a source delivers no samples.
public struct SampleSourceFailure: Error, Hashable, Sendable {
  /// The cause of the gap from now on, usually `sensorOff` or `notAuthorized`.
  public var cause: GapCause
  public var message: String

  public init(cause: GapCause, message: String) {
    self.cause = cause
    self.message = message
  }
}

/// A sensor that a recorder records: three values at a time, many times a second.
@MainActor
public protocol SampleSource: AnyObject {
  /// The stream that the source delivers. It never changes.
  var stream: StreamDescription { get }

  /// Starts the delivery of samples, in the order of their times, until `stop()`.
  ///
  /// A failure may be reported at any time and more than once. Samples may follow after a failure.
  func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void)

  /// Stops the delivery of samples. Does nothing when the source is not started.
  func stop()

  /// Delivers all samples that were taken but not delivered yet, stops, and then calls `done`.
  /// Calls `done` immediately when the source is not started. Default: `stop()`, for sources that
  /// buffer nothing.
  func finish(_ done: @escaping @MainActor () -> Void)
}

extension SampleSource {
  public func finish(_ done: @escaping @MainActor () -> Void) {
    stop()
    done()
  }
}

/// A source that delivers samples when events happen, or samples with any number of values.
@MainActor
public protocol EventSource: SampleSource {
  /// Starts the delivery of samples, in the order of their times, until `stop()`.
  ///
  /// A failure may be reported at any time. The time between the samples before and after a failure
  /// is a gap, however short it is.
  func start(
    delivering deliver: @escaping EventHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void)
}

extension EventSource {
  /// Starts the delivery of samples with three separate values. Traps if the stream does not have
  /// three channels.
  public func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    precondition(stream.channels.count == 3, "\(stream.name) has no three channels")
    let takesEvent: EventHandler = { deliver($0, $1[0], $1[1], $1[2]) }
    start(delivering: takesEvent, failing: fail)
  }
}
