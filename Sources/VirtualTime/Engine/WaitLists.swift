/// Who waits for what: parked threads by the address of a semaphore, group, work item, lock or
/// condition variable, first come first served.
final class WaitLists {
  private var lists: [UnsafeMutableRawPointer: [Worker]] = [:]

  /// Whether nobody waits for anything.
  var isEmpty: Bool { lists.isEmpty }

  func wait(
    on address: UnsafeMutableRawPointer, for reason: String, until deadline: Int64, in simulation: Simulation
  ) -> WakeReason {
    let worker = simulation.holder!
    changing(simulation) { lists[address, default: []].append(worker) }
    let reason = simulation.park(for: reason, until: deadline)
    if reason == .deadline { changing(simulation) { remove(worker, from: address) } }
    return reason
  }

  /// Waits for a lock or a condition variable, which C code looks after.
  func waitForLock(
    on address: UnsafeMutableRawPointer, for reason: String, until deadline: Int64, in simulation: Simulation
  ) -> WakeReason {
    simulation.context.pointee.lock_waits += 1
    defer { simulation.context.pointee.lock_waits -= 1 }
    return wait(on: address, for: reason, until: deadline, in: simulation)
  }

  func wakeOne(_ address: UnsafeMutableRawPointer, in simulation: Simulation) {
    let first: Worker? = changing(simulation) {
      guard let first = lists[address]?.first else { return nil }
      remove(first, from: address)
      return first
    }
    if let first { simulation.wake(first) }
  }

  func wakeAll(_ address: UnsafeMutableRawPointer, in simulation: Simulation) {
    let all = changing(simulation) { lists.removeValue(forKey: address) }
    for worker in all ?? [] { simulation.wake(worker) }
  }

  private func changing<Result>(_ simulation: Simulation, _ body: () -> Result) -> Result {
    simulation.context.pointee.is_changing_waits += 1
    defer { simulation.context.pointee.is_changing_waits -= 1 }
    return body()
  }

  private func remove(_ worker: Worker, from address: UnsafeMutableRawPointer) {
    lists[address]?.removeAll { $0 === worker }
    if lists[address]?.isEmpty == true { lists[address] = nil }
  }
}
