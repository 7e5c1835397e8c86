import CVirtualTime

/// Who waits for what: parked threads by the address of a semaphore, group, work item, lock or
/// condition variable, first come first served.
final class WaitLists {
  private var lists: [UnsafeMutableRawPointer: [Worker]] = [:]

  /// Whether nobody waits for anything.
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

  /// Waits for a lock or a condition variable, which C code looks after.
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

  private func remove(_ worker: Worker, from address: UnsafeMutableRawPointer) {
    lists[address]?.removeAll { $0 === worker }
    if lists[address]?.isEmpty == true { lists[address] = nil }
  }
}
