import Chunks
import Foundation

/// Where the samples of one sensor go: all that the hot path needs, and nothing that holds it.
@MainActor
final class SampleSink {
  /// The machine calls nothing back, so that its changes are exclusive without a check of each.
  @exclusivity(unchecked) var machine: StreamRecorder
  /// As in `Timeline`; a copy, because every sample needs it.
  @exclusivity(unchecked) var anchor: Int64 = 0

  init(_ machine: StreamRecorder) { self.machine = machine }
}

/// One sensor's way to the disk: source, machine, and how the storage does.
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
    // The source keeps the sink and not the pipeline, which keeps the source.
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
