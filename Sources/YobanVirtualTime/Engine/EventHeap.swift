/// Identifies a scheduled event, so that it can be canceled.
public struct EventToken: Hashable, Sendable {
  let slot: Int32
  let sequence: UInt64
}

/// The scheduled events, in (deadline, sequence) order.
///
/// A four-ary heap of plain keys over a table of payloads: moving a key changes no reference count.
/// The key of a canceled event stays in the heap and is skipped when it becomes the first.
struct EventHeap {
  struct Key {
    var deadline: Int64
    var sequence: UInt64
    var slot: Int32

    @inline(__always) static func < (a: Key, b: Key) -> Bool {
      a.deadline != b.deadline ? a.deadline < b.deadline : a.sequence < b.sequence
    }
  }

  struct Entry {
    var sequence: UInt64
    var process: SimulatedProcess
    var work: Work
  }

  private var keys: [Key] = []
  private var entries: [Entry?] = []
  private var free: [Int32] = []
  /// The repeating events. They have slots of their own, which their keys store as −1, −2, …
  private var repeating: [RepeatingEvent?] = []
  /// The same events without reference counting, which costs as much as the rest of a repetition.
  private var uncounted: [Unmanaged<RepeatingEvent>?] = []
  private var freeRepeating: [Int32] = []
  private(set) var count = 0

  @inline(__always)
  mutating func push(
    at deadline: Int64, _ sequence: UInt64, _ process: SimulatedProcess, _ work: Work
  )
    -> EventToken
  {
    let slot: Int32
    let entry = Entry(sequence: sequence, process: process, work: work)
    if let reused = free.popLast() {
      slot = reused
      entries[Int(slot)] = entry
    } else {
      slot = Int32(entries.count)
      entries.append(entry)
    }
    count += 1
    keys.append(Key(deadline: deadline, sequence: sequence, slot: slot))
    siftUp(keys.count - 1)
    return EventToken(slot: slot, sequence: sequence)
  }

  /// Removes an event if it is still waiting. Returns whether it was.
  mutating func cancel(_ token: EventToken) -> Bool {
    guard entries[Int(token.slot)]?.sequence == token.sequence else { return false }
    entries[Int(token.slot)] = nil
    count -= 1
    return true
  }

  /// The deadline of the next event that was not canceled.
  mutating func nextDeadline() -> Int64? {
    while let first = keys.first {
      if isLive(first) { return first.deadline }
      removeFirstKey()
      if first.slot >= 0 { free.append(first.slot) } else { freeRepeating.append(first.slot) }
    }
    return nil
  }

  /// Removes and returns the next event. Call only after `nextDeadline()` returned a deadline.
  mutating func popFirst() -> (SimulatedProcess, Work) {
    let slot = keys[0].slot
    if slot < 0 {
      let event = repeating[Int(~slot)]!
      disarm(event)
      removeFirstKey()
      freeRepeating.append(slot)
      return (event.process, .repeating(event))
    }
    removeFirstKey()
    free.append(slot)
    count -= 1
    let entry = entries[Int(slot)].take()!
    return (entry.process, entry.work)
  }

  /// Removes and returns the events of one process.
  mutating func removeAll(of process: SimulatedProcess) -> [Work] {
    var removed: [Work] = []
    for i in entries.indices where entries[i]?.process === process {
      removed.append(entries[i].take()!.work)
    }
    count -= removed.count
    for event in repeating where event?.process === process { disarm(event!) }
    return removed
  }

  /// The first deadline of the blocks and jobs of a process that wait for the end of a delay, without timers that
  /// repeat.
  func firstDelay(of process: SimulatedProcess) -> Int64? {
    keys.lazy.filter { key in
      guard key.slot >= 0, isLive(key), let entry = entries[Int(key.slot)] else { return false }
      return entry.process === process && entry.work.isDelayedBlock
    }.map(\.deadline).min()
  }

  @inline(__always)
  private func isLive(_ key: Key) -> Bool {
    if key.slot < 0 {
      return uncounted[Int(~key.slot)]?._withUnsafeGuaranteedRef { $0.sequence } == key.sequence
    }
    return entries[Int(key.slot)]?.sequence == key.sequence
  }

  // MARK: Events at one instant

  /// Whether there may be several events at the earliest deadline.
  func hasSeveral(at deadline: Int64) -> Bool {
    keys.dropFirst().prefix(4).contains { $0.deadline == deadline }
  }

  /// The processes of the single events at the earliest deadline, in the order of their first events.
  func processes(at deadline: Int64) -> [SimulatedProcess] {
    var first: [(sequence: UInt64, process: SimulatedProcess)] = []
    visit(at: deadline) { key, _ in
      guard let process = entries[Int(key.slot)]?.process else { return }
      if let i = first.firstIndex(where: { $0.process === process }) {
        first[i].sequence = min(first[i].sequence, key.sequence)
      } else {
        first.append((key.sequence, process))
      }
    }
    return first.sorted { $0.sequence < $1.sequence }.map(\.process)
  }

  /// Removes and returns the first single event of a process at the earliest deadline; nil if it has none.
  mutating func popFirst(of process: SimulatedProcess, at deadline: Int64) -> Work? {
    var found: (sequence: UInt64, index: Int)?
    visit(at: deadline) { key, index in
      guard entries[Int(key.slot)]?.process === process,
        key.sequence < found?.sequence ?? .max
      else { return }
      found = (key.sequence, index)
    }
    guard let found else { return nil }
    let slot = keys[found.index].slot
    removeKey(at: found.index)
    free.append(slot)
    count -= 1
    return entries[Int(slot)].take()!.work
  }

  /// Calls the body with every key of a live single event at the earliest deadline, and its index.
  private func visit(at deadline: Int64, _ body: (Key, Int) -> Void) {
    var open = keys.isEmpty ? [] : [0]
    while let index = open.popLast() {
      let key = keys[index]
      guard key.deadline == deadline else { continue }
      if key.slot >= 0, isLive(key) { body(key, index) }
      let child = 4 * index + 1
      if child < keys.count { open += child..<min(child + 4, keys.count) }
    }
  }

  /// Removes a key at any index.
  private mutating func removeKey(at index: Int) {
    guard index > 0 else { return removeFirstKey() }
    // The key moves up to the root, past keys that are not less, and is removed there.
    let key = keys[index]
    var hole = index
    while hole > 0 {
      let parent = (hole - 1) / 4
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[0] = key
    removeFirstKey()
  }

  // MARK: Repeating events

  mutating func arm(_ event: RepeatingEvent, at deadline: Int64, _ sequence: UInt64) {
    let slot: Int32
    if let reused = freeRepeating.popLast() {
      slot = reused
      repeating[Int(~slot)] = event
      uncounted[Int(~slot)] = .passUnretained(event)
    } else {
      slot = ~Int32(repeating.count)
      repeating.append(event)
      uncounted.append(.passUnretained(event))
    }
    event.slot = slot
    event.sequence = sequence
    event.isArmed = true
    count += 1
    keys.append(Key(deadline: deadline, sequence: sequence, slot: slot))
    siftUp(keys.count - 1)
  }

  /// Removes a repeating event; its key stays in the heap.
  mutating func disarm(_ event: RepeatingEvent) {
    guard event.isArmed else { return }
    repeating[Int(~event.slot)] = nil
    uncounted[Int(~event.slot)] = nil
    event.stayIfRunning()
    event.isArmed = false
    count -= 1
  }

  /// Returns the next event if it is a repeating one. Call only after `nextDeadline()` returned a deadline.
  ///
  /// It is mutating only so that it is called without a copy of the heap, which would count references.
  @inline(__always)
  mutating func firstRepeating() -> Unmanaged<RepeatingEvent>? {
    let slot = keys[0].slot
    return slot < 0 ? uncounted[Int(~slot)] : nil
  }

  /// Schedules the next event, which is a repeating one, for a later time.
  @inline(__always)
  mutating func rearmFirst(_ event: RepeatingEvent, at deadline: Int64, _ sequence: UInt64) {
    event.sequence = sequence
    sink(Key(deadline: deadline, sequence: sequence, slot: keys[0].slot))
  }

  private mutating func removeFirstKey() {
    let last = keys.removeLast()
    if !keys.isEmpty { sink(last) }
  }

  /// Replaces the first key by another key, and moves that one to its position in the heap.
  @inline(__always)
  private mutating func sink(_ last: Key) {
    keys.withUnsafeMutableBufferPointer { keys in
      let count = keys.count
      var hole = 0
      while true {
        let first = 4 * hole + 1
        guard first < count else { break }
        var least = first
        for child in (first + 1)..<max(first + 1, min(first + 4, count))
        where keys[child] < keys[least] {
          least = child
        }
        guard keys[least] < last else { break }
        keys[hole] = keys[least]
        hole = least
      }
      keys[hole] = last
    }
  }

  private mutating func siftUp(_ start: Int) {
    keys.withUnsafeMutableBufferPointer { keys in
      let key = keys[start]
      var hole = start
      while hole > 0 {
        let parent = (hole - 1) / 4
        guard key < keys[parent] else { break }
        keys[hole] = keys[parent]
        hole = parent
      }
      keys[hole] = key
    }
  }
}
