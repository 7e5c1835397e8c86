import YobanVirtualTime

/// Passes elements from the system to an asynchronous sequence, in order and without loss.
///
/// Several tasks may wait for elements. The task that has waited longest receives the next one.
package final class EventQueue<Element: Sendable>: @unchecked SimulationConfined {
  private var elements: [Element] = []
  private var takers: [(number: Int, continuation: CheckedContinuation<Element?, Never>)] = []
  private var lastNumber = 0
  private var isFinished = false

  package init() {}

  package func give(_ element: Element) {
    guard !isFinished else { return }
    guard !takers.isEmpty else { return elements.append(element) }
    takers.removeFirst().continuation.resume(returning: element)
  }

  /// Ends the sequence after the elements added so far.
  package func finish() {
    isFinished = true
    for taker in takers { taker.continuation.resume(returning: nil) }
    takers.removeAll()
  }

  /// Returns the next element; nil after the end, and immediately if the calling task is canceled.
  package func take() async -> Element? {
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
