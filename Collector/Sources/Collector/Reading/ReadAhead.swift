/// Reads the values of some elements in their order, and the next ones already while the last one is used.
///
/// A store of objects answers after some milliseconds, in which a single reader would wait. Values that were read and
/// are never asked for are dropped.
struct ReadAhead<Element: Sendable, Value: Sendable>: Sendable {
  private let read: @Sendable (Element) async -> Value
  private let countMax: Int
  private var unread: ArraySlice<Element>
  private var reading: [Task<Value, Never>] = []

  /// - Parameter countMax: the number of values that are read at the same time; 1 or more. So many are in memory.
  init(
    _ elements: [Element], atMost countMax: Int,
    _ read: @escaping @Sendable (Element) async -> Value
  ) {
    self.read = read
    self.countMax = countMax
    unread = elements[...]
  }

  /// Returns the next value; nil after the last.
  mutating func next() async -> Value? {
    while reading.count < countMax, let element = unread.popFirst() {
      // A task also knows the client of the task that begins it.
      reading.append(Task { [read] in await read(element) })
    }
    return reading.isEmpty ? nil : await reading.removeFirst().value
  }
}

extension CollectorStorage {
  /// The number of chunks that one answer reads at the same time.
  var chunksReadAtOnce: Int { objectCounts == nil ? 1 : 4 }
}
