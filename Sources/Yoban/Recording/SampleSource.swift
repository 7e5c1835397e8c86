import Chunks
import Foundation

/// Takes one sample of three values; the uptime is in seconds since boot, as `CMLogItem` has it.
public typealias SampleHandler =
  @MainActor (_ uptime: TimeInterval, _ x: Double, _ y: Double, _ z: Double) -> Void

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

/// A sensor that a recorder listens to.
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
}
