/// The current state of a job and every later event, up to and including `finished`.
public struct BackgroundJobEvents: AsyncSequence, Sendable {
  let first: BackgroundJob.State
  let stream: AsyncStream<BackgroundJob.Event>

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var first: BackgroundJob.State?
    fileprivate var base: AsyncStream<BackgroundJob.Event>.AsyncIterator
    fileprivate var isOver = false

    public mutating func next() async -> BackgroundJob.Event? {
      guard !isOver, let event = await following() else { return nil }
      if case .state(.finished) = event { isOver = true }
      return event
    }

    private mutating func following() async -> BackgroundJob.Event? {
      guard let state = first else { return await base.next() }
      first = nil
      return .state(state)
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(first: first, base: stream.makeAsyncIterator())
  }
}
