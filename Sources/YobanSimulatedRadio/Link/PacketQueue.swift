/// A queue of packets that need no answer and are sent in connection events: writes without
/// response in one direction, notifications in the other (BT22). It has no side effects.
struct PacketQueue<Packet> {
  let capacity: Int
  /// The number of packets that are sent in one connection event.
  let perEvent: Int
  private var packets: [Packet] = []
  /// Whether a sender found the queue full and waits to be notified of free room.
  private(set) var isAwaited = false

  init(capacity: Int, perEvent: Int) {
    precondition(capacity >= perEvent && perEvent > 0, "a connection event empties no more")
    self.capacity = capacity
    self.perEvent = perEvent
  }

  var isEmpty: Bool { packets.isEmpty }

  /// Whether there is room. If there is none, the caller is considered waiting (see `isAwaited`).
  mutating func hasRoom() -> Bool {
    if packets.count >= capacity { isAwaited = true }
    return packets.count < capacity
  }

  /// Appends a packet. Returns false if there is no room.
  mutating func add(_ packet: Packet) -> Bool {
    guard hasRoom() else { return false }
    packets.append(packet)
    return true
  }

  /// Removes and returns the packets that are sent in one connection event.
  mutating func take() -> [Packet] {
    let taken = Array(packets.prefix(perEvent))
    packets.removeFirst(taken.count)
    return taken
  }

  /// Whether waiting senders must be notified now that there is room. Clears `isAwaited` if so.
  mutating func endWaiting() -> Bool {
    guard isAwaited, packets.count < capacity else { return false }
    isAwaited = false
    return true
  }

  mutating func removeAll(where condition: (Packet) -> Bool) { packets.removeAll(where: condition) }
}
