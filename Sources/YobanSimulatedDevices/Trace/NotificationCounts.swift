import YobanSimulatedRadio
import YobanVirtualTime

/// Counts the notifications of each characteristic of a connection. The trace contains the counts,
/// about once a minute.
package struct NotificationCounts {
  package typealias Count = (characteristic: AttributeHandle, count: Int)

  private var tallies: [(handle: AttributeHandle, tally: SampleTally)] = []

  package init() {}

  /// Counts a notification. Returns the count that the trace must contain now; nil if none is due.
  package mutating func add(_ characteristic: AttributeHandle, at now: VirtualInstant) -> Count? {
    let known = tallies.firstIndex { $0.handle == characteristic }
    if known == nil { tallies.append((characteristic, SampleTally(from: now.nanoseconds))) }
    let i = known ?? tallies.count - 1
    tallies[i].tally.add()
    guard tallies[i].tally.isDue(at: now.nanoseconds) else { return nil }
    return tallies[i].tally.take(at: now.nanoseconds).map { (characteristic, $0) }
  }

  /// Removes and returns all counts, because the connection has ended.
  package mutating func takeAll(at now: VirtualInstant) -> [Count] {
    defer { tallies = [] }
    return tallies.indices.compactMap { i in
      tallies[i].tally.take(at: now.nanoseconds).map { (tallies[i].handle, $0) }
    }
  }
}

// The trace of a connection, which is the same on every platform.
extension Device {
  /// Writes a count of notifications of a peer into the trace.
  ///
  /// - Parameter process: the name of the process that received them.
  package func post(
    _ count: NotificationCounts.Count, from peer: any RadioPeer, process: String
  ) {
    let uuid = peer.database.characteristic(count.characteristic)?.uuid.description ?? "?"
    post(.samples(stream: "\(peer.radioName) \(uuid)", count: count.count), process: process)
  }

  /// Writes an operation that has ended into the trace.
  ///
  /// - Parameter process: the name of the process that requested it.
  package func post(
    _ operation: AttributeOperation.Kind, _ error: BluetoothError?, on peer: any RadioPeer,
    process: String
  ) {
    let what = operation.description(in: peer.database)
    post(
      .bluetooth(.attribute(peer.radioName, what, error.map { "\($0)" })), process: process)
  }
}
