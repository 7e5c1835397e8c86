internal import YobanSimulatedApple

/// Receives the events for one iteration of a sequence. Exists as long as the iterator.
final class ActivityObserver {
  enum Event {
    case started(LiveActivity)
    case state(LiveActivity, LiveActivityMachine.State)
    case content(LiveActivity, LiveActivityValues)
    case token(LiveActivity)
    case startToken(String)
    case settings
  }

  private let body: (Event) -> Void

  init(_ body: @escaping (Event) -> Void) { self.body = body }

  func receive(_ event: Event) { body(event) }
}

/// The elements of one iteration, and the observer that gives them.
final class ActivityElements<Element: Sendable>: @unchecked SimulationConfined {
  private let queue = EventQueue<Element>()
  private var observer: ActivityObserver?

  /// - Parameters:
  ///   - first: the elements with which the sequence begins.
  ///   - element: the element for an event; nil if the event is none of the sequence.
  ///   - isLast: whether the sequence ends after an element.
  init(
    _ client: ActivityClient, first: [Element],
    isLast: @escaping (Element) -> Bool = { _ in false },
    _ element: @escaping (ActivityObserver.Event) -> Element?
  ) {
    for element in first { give(element, isLast) }
    let observer = ActivityObserver { [weak self] event in
      if let element = element(event) { self?.give(element, isLast) }
    }
    self.observer = observer
    client.add(observer)
  }

  private func give(_ element: Element, _ isLast: (Element) -> Bool) {
    queue.give(element)
    if isLast(element) { queue.finish() }
  }

  func next() async -> Element? { await queue.take() }
}
