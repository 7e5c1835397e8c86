/// The events of a session, up to and including `stopped`.
public struct BluetoothEvents: AsyncSequence, Sendable {
  let stream: AsyncStream<BluetoothEvent>

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<BluetoothEvent>.AsyncIterator
    fileprivate var isOver = false

    public mutating func next() async -> BluetoothEvent? {
      guard !isOver, let event = await base.next() else { return nil }
      isOver = event == .stopped
      return event
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: stream.makeAsyncIterator())
  }
}

/// The values of one characteristic, until the session is stopped.
public struct BluetoothValues<Value: CharacteristicValue>: AsyncSequence, Sendable {
  let events: BluetoothEvents
  let characteristic: Characteristic<Value>

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: BluetoothEvents.AsyncIterator
    fileprivate let characteristic: Characteristic<Value>

    public mutating func next() async -> Value? {
      while let event = await base.next() {
        if case .value(let received) = event, let value = received[characteristic] { return value }
      }
      return nil
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: events.makeAsyncIterator(), characteristic: characteristic)
  }
}
