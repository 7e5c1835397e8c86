/// Names a scheduled event, so that it can be cancelled.
public struct EventToken: Hashable, Sendable {
  let slot: Int32
  let sequence: UInt64
}

/// What waits for its deadline, in (deadline, sequence) order.
///
/// A four-ary heap of plain keys over a table of payloads: moving a key touches no reference
/// count. A cancelled event leaves its key behind, which is skipped when it comes up.
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

  /// Removes the event if it is still waiting. Returns whether it was.
  mutating func cancel(_ token: EventToken) -> Bool {
    guard entries[Int(token.slot)]?.sequence == token.sequence else { return false }
    entries[Int(token.slot)] = nil
    count -= 1
    return true
  }

  /// The deadline of the next event that was not cancelled.
  mutating func nextDeadline() -> Int64? {
    while let first = keys.first {
      if isLive(first) { return first.deadline }
      removeFirstKey()
      free.append(first.slot)
    }
    return nil
  }

  /// Takes the next event. Call only after `nextDeadline()` returned one.
  mutating func popFirst() -> (SimulatedProcess, Work) {
    let slot = keys[0].slot
    removeFirstKey()
    free.append(slot)
    count -= 1
    let entry = entries[Int(slot)].take()!
    return (entry.process, entry.work)
  }

  /// Takes out the events of one process.
  mutating func removeAll(of process: SimulatedProcess) -> [Work] {
    var removed: [Work] = []
    for i in entries.indices where entries[i]?.process === process {
      removed.append(entries[i].take()!.work)
    }
    count -= removed.count
    return removed
  }

  private func isLive(_ key: Key) -> Bool { entries[Int(key.slot)]?.sequence == key.sequence }

  private mutating func removeFirstKey() {
    let last = keys.removeLast()
    guard !keys.isEmpty else { return }
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
