/// Packets that need no answer and wait for connection events: writes without response in one
/// direction, notifications in the other (BT22). Pure.
struct PacketQueue<Packet> {
  let capacity: Int
  /// How many leave in one connection event.
  let perEvent: Int
  private var packets: [Packet] = []
  /// Somebody was told that there is no room, and waits to hear that there is.
  private(set) var isAwaited = false

  init(capacity: Int, perEvent: Int) {
    precondition(capacity >= perEvent && perEvent > 0, "a connection event empties no more")
    self.capacity = capacity
    self.perEvent = perEvent
  }

  var isEmpty: Bool { packets.isEmpty }

  /// Whether there is room. Asking in vain makes the asker wait for `isAwaited`.
  mutating func hasRoom() -> Bool {
    if packets.count >= capacity { isAwaited = true }
    return packets.count < capacity
  }

  /// Puts a packet at the end. Returns false if there is no room.
  mutating func add(_ packet: Packet) -> Bool {
    guard hasRoom() else { return false }
    packets.append(packet)
    return true
  }

  /// A connection event: takes what leaves in it.
  mutating func take() -> [Packet] {
    let taken = Array(packets.prefix(perEvent))
    packets.removeFirst(taken.count)
    return taken
  }

  /// Whether those who wait are to be told now that there is room.
  mutating func shouldTell() -> Bool {
    guard isAwaited, packets.count < capacity else { return false }
    isAwaited = false
    return true
  }

  mutating func removeAll(where condition: (Packet) -> Bool) { packets.removeAll(where: condition) }
}
