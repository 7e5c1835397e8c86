import CYobanVirtualTime

/// The parked threads, listed by the address of the semaphore, group, work item, lock or condition
/// variable that they wait for. They are woken in the order in which they began to wait.
final class WaitLists {
  private var lists: [UnsafeMutableRawPointer: [Worker]] = [:]

  /// Whether no thread waits.
  var isEmpty: Bool { lists.isEmpty }

  func wait(
    on address: UnsafeMutableRawPointer, for reason: String, until deadline: Int64,
    in simulation: Simulation
  ) -> WakeReason {
    let worker = simulation.holder!
    lists[address, default: []].append(worker)
    let reason = simulation.park(for: reason, until: deadline)
    if reason == .deadline { remove(worker, from: address) }
    return reason
  }

  /// Waits for a lock or a condition variable, and records the wait for the C code that checks it.
  func waitForLock(
    on address: UnsafeMutableRawPointer, for reason: String, until deadline: Int64,
    in simulation: Simulation
  ) -> WakeReason {
    vt_lock_wait_begins(simulation.context, address)
    defer { vt_lock_wait_ends(simulation.context, address) }
    return wait(on: address, for: reason, until: deadline, in: simulation)
  }

  func wakeOne(_ address: UnsafeMutableRawPointer, in simulation: Simulation) {
    guard let first = lists[address]?.first else { return }
    remove(first, from: address)
    simulation.wake(first)
  }

  func wakeAll(_ address: UnsafeMutableRawPointer, in simulation: Simulation) {
    for worker in lists.removeValue(forKey: address) ?? [] { simulation.wake(worker) }
  }

  func removeAll() { lists = [:] }

  private func remove(_ worker: Worker, from address: UnsafeMutableRawPointer) {
    lists[address]?.removeAll { $0 === worker }
    if lists[address]?.isEmpty == true { lists[address] = nil }
  }
}
