import Chunks
import Foundation

/// Receives the samples of one source, for one stream of a recording.
///
/// A recording creates it and passes it to `SampleSource.start(deliveringTo:)`. It has only what
/// the hot path needs, and does not reference the source. Isolated to `RecorderActor`.
@RecorderActor
public final class SampleSink {
  /// The machine makes no callbacks, so its accesses never overlap and need no checks at run time.
  @exclusivity(unchecked) var machine: StreamRecorder
  /// A copy of the timeline's `anchor`, because every sample needs it.
  @exclusivity(unchecked) var anchor: Int64 = 0
  /// Called for every failure of the source.
  var onFailure: (@RecorderActor (SampleSourceFailure) -> Void)?
  private let stream: StreamDescription
  private let channelCount: Int

  init(_ stream: StreamDescription, chunkDuration: Duration) {
    self.stream = stream
    channelCount = stream.channels.count
    machine = StreamRecorder(stream, chunkDuration: chunkDuration)
  }

  /// Takes one sample of a stream with three channels.
  ///
  /// A sample that is not later than the one before, or outside the time of the recording, is
  /// dropped and counted. A sample with the wrong number of values is not stored: the recording has
  /// a gap with the cause `sensor-off` and reports the failure.
  ///
  /// - Parameter uptime: seconds since the device was booted, as in `CMLogItem.timestamp`.
  @inline(__always)
  public func take(_ uptime: TimeInterval, _ x: Double, _ y: Double, _ z: Double) {
    guard channelCount == 3 else { return refuse(valueCount: 3) }
    machine.sample(time: Timeline.time(uptime: uptime, anchor: anchor), x, y, z)
  }

  /// Takes one sample with one value for each channel of the stream, like `take(_:_:_:_:)`.
  public func take(_ uptime: TimeInterval, _ values: [Double]) {
    guard channelCount == values.count else { return refuse(valueCount: values.count) }
    machine.sample(time: Timeline.time(uptime: uptime, anchor: anchor), values)
  }

  /// Reports that the source delivers no samples from now on.
  ///
  /// For a stream at a fixed rate, the cause applies to the gap that begins after the last sample,
  /// if samples are missing. For a stream of events, the time until the next sample is a gap,
  /// however short it is.
  public func fail(_ failure: SampleSourceFailure) {
    if stream.nominalInterval == nil {
      machine.interrupted(because: failure.cause)
    } else {
      machine.evidence(of: failure.cause)
    }
    onFailure?(failure)
  }

  @inline(never)
  private func refuse(valueCount: Int) {
    fail(
      SampleSourceFailure(
        cause: .sensorOff,
        message: """
          A sample of the stream \(stream.name) has \(valueCount) values, but the stream has \
          \(channelCount) channels. Deliver one value for each channel.
          """))
  }

  /// Returns `take(_:_:_:_:)` for calls that are known to be made on the queue of the actor. It
  /// avoids the check in `RecorderActor.assumeIsolated`: at a hundred samples a second, the check
  /// costs more than all the rest.
  ///
  /// This is safe when the function is called on that queue: Core Motion calls its handlers on the
  /// queue that it was given, which is `.main`, and debug builds check it. The cast removes only
  /// the actor from the type, as `assumeIsolated` does.
  package var takeOnActorQueue: @Sendable (TimeInterval, Double, Double, Double) -> Void {
    let isolated: @RecorderActor (TimeInterval, Double, Double, Double) -> Void = { [self] in
      take($0, $1, $2, $3)
    }
    return unsafeBitCast(
      isolated, to: (@Sendable (TimeInterval, Double, Double, Double) -> Void).self)
  }
}

/// The path of one sensor's samples to the disk: the source, its sink, and whether storing fails.
@RecorderActor
final class Pipeline {
  let source: any SampleSource
  let stream: StreamDescription
  let sink: SampleSink
  /// Whether the last attempt to store something failed.
  var isFailing = false

  init(_ source: any SampleSource, chunkDuration: Duration) {
    self.source = source
    stream = source.stream
    sink = SampleSink(source.stream, chunkDuration: chunkDuration)
  }

  func startSource(failing fail: @escaping @RecorderActor (SampleSourceFailure) -> Void) {
    sink.onFailure = fail
    source.start(deliveringTo: sink)
  }
}
