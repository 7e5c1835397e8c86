import Foundation
internal import YobanSimulatedApple

/// Calls a stream's delegate on the main queue: in order, one event at a time, and only while the
/// stream is scheduled.
final class StreamSignals: @unchecked SimulationConfined {
  private weak var stream: Stream?
  private let isTrue: (Stream.Event) -> Bool
  private var waiting: [Stream.Event] = []
  private var isScheduled = false
  private var isUnderWay = false

  /// - Parameter isTrue: Returns whether a queued event still holds.
  init(_ stream: Stream, isTrue: @escaping (Stream.Event) -> Bool) {
    self.stream = stream
    self.isTrue = isTrue
  }

  func schedule() {
    isScheduled = true
    deliverNext()
  }

  func unschedule() { isScheduled = false }

  func post(_ event: Stream.Event) {
    guard !waiting.contains(event) else { return }
    waiting.append(event)
    deliverNext()
  }

  func removeAll() { waiting.removeAll() }

  private func deliverNext() {
    guard isScheduled, !isUnderWay, !waiting.isEmpty else { return }
    isUnderWay = true
    DispatchQueue.main.async { [self] in
      isUnderWay = false
      guard isScheduled, !waiting.isEmpty, let stream else { return }
      let event = waiting.removeFirst()
      if isTrue(event) { stream.delegate?.stream(stream, handle: event) }
      deliverNext()
    }
  }
}
