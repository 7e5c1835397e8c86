/// Elements on their way from the system to an asynchronous sequence, in order, none lost.
///
/// Several may wait for elements: the one that waits longest gets the next one.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
final class EventQueue<Element: Sendable>: @unchecked Sendable {
  private var elements: [Element] = []
  private var takers: [(number: Int, continuation: CheckedContinuation<Element?, Never>)] = []
  private var lastNumber = 0
  private var isFinished = false

  func give(_ element: Element) {
    guard !isFinished else { return }
    guard !takers.isEmpty else { return elements.append(element) }
    takers.removeFirst().continuation.resume(returning: element)
  }

  /// Ends the sequence after what was given.
  func finish() {
    isFinished = true
    for taker in takers { taker.continuation.resume(returning: nil) }
    takers.removeAll()
  }

  /// The next element; nil after the end, and at once for a task that was cancelled.
  func take() async -> Element? {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: nil) }
        if !elements.isEmpty { return continuation.resume(returning: elements.removeFirst()) }
        if isFinished { return continuation.resume(returning: nil) }
        takers.append((number, continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    guard let i = takers.firstIndex(where: { $0.number == number }) else { return }
    takers.remove(at: i).continuation.resume(returning: nil)
  }
}
