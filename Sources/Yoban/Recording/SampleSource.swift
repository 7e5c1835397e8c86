import Chunks
import Foundation

/// A sensor that a recording records: the accelerometer, a Bluetooth accessory, a region, or
/// anything else that delivers numbers with times.
///
/// To record a sensor that Yoban does not know, implement this protocol in a class and pass an
/// instance to the recording's configuration; docs/runtime-streams.md shows one.
@RecorderActor
public protocol SampleSource: AnyObject, Sendable {
  /// The stream that the source delivers. It never changes.
  var stream: StreamDescription { get }

  /// Starts the delivery of samples to the sink, in the order of their times, until `stop()`.
  ///
  /// Called at each start of a recording and after each launch that continues one, but never twice
  /// without `stop()` or `finish(_:)` in between. When the sensor cannot deliver, call the sink's
  /// `fail(_:)`, at any time and as often as necessary. Samples may follow after a failure.
  func start(deliveringTo sink: SampleSink)

  /// Stops the delivery of samples. Does nothing when the source is not started.
  func stop()

  /// Delivers all samples that were taken but not delivered yet, stops, and then calls `done`.
  /// Calls `done` immediately when the source is not started. Default: `stop()`, for sources that
  /// buffer nothing.
  func finish(_ done: @escaping @RecorderActor () -> Void)
}

extension SampleSource {
  public func finish(_ done: @escaping @RecorderActor () -> Void) {
    stop()
    done()
  }
}

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
