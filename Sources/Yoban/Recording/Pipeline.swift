import Chunks
import Foundation

/// The destination of one sensor's samples. It has only what the hot path needs, and does not
/// reference the source or the pipeline.
@MainActor
final class SampleSink {
  /// The machine makes no callbacks, so its accesses never overlap and need no checks at run time.
  @exclusivity(unchecked) var machine: StreamRecorder
  /// A copy of the timeline's `anchor`, because every sample needs it.
  @exclusivity(unchecked) var anchor: Int64 = 0

  init(_ machine: StreamRecorder) { self.machine = machine }
}

/// The path of one sensor's samples to the disk: the source, its machine, and whether storing
/// fails.
@MainActor
final class Pipeline {
  let source: any SampleSource
  let stream: StreamDescription
  let sink: SampleSink
  /// Whether the last attempt to store something failed.
  var isFailing = false

  init(_ source: any SampleSource, chunkDuration: Duration) {
    self.source = source
    stream = source.stream
    sink = SampleSink(StreamRecorder(source.stream, chunkDuration: chunkDuration))
  }

  func startSource(failing fail: @escaping @MainActor (SampleSourceFailure) -> Void) {
    // The source references the sink. It must not reference the pipeline, which references the
    // source.
    if let source = source as? any EventSource {
      let takesEvent: EventHandler = { [sink] uptime, values in
        sink.machine.sample(time: Timeline.time(uptime: uptime, anchor: sink.anchor), values)
      }
      return source.start(
        delivering: takesEvent,
        failing: { [sink] failure in
          sink.machine.interrupted(because: failure.cause)
          fail(failure)
        })
    }
    source.start(
      delivering: { [sink] uptime, x, y, z in
        sink.machine.sample(time: Timeline.time(uptime: uptime, anchor: sink.anchor), x, y, z)
      },
      failing: { [sink] failure in
        sink.machine.evidence(of: failure.cause)
        fail(failure)
      })
  }
}
