import CYobanVirtualTime
import Synchronization

/// The static and global variables of one Swift module in this executable.
///
/// The variables have one address each, but every simulated process has its own values
/// (`ProcessStatics`). They are copied in and out when the code of another process is about to run.
///
/// Sendable: `turn` is atomic, and `loaded` is used only by the simulation whose turn it is.
final class ModuleStatics: @unchecked Sendable {
  let name: String
  /// The memory of the variables, without the bytes between them.
  let ranges: [UnsafeMutableRawBufferPointer]
  let size: Int
  /// The values that are in the variables now.
  private var loaded: Values
  /// The values outside of all simulations.
  let host: Values

  /// The number of the simulation that may run code of this module, times 2, plus 1 while it does.
  private let turn = Atomic<UInt64>(0)
  /// The number of simulations that wait for their turn.
  private let waiting = Atomic<Int>(0)
  /// Held by the one that is next.
  private let queue = Mutex<Void>(())
  /// The number of users outside of all simulations that share the turn.
  private let hostUses = Mutex(0)
  /// The number of times that the turn was taken while others waited.
  private var turnsWhileOthersWait = 0

  /// One set of values of the module's variables.
  ///
  /// Sendable: used only by the simulation whose turn it is.
  final class Values: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) { bytes = .allocate(byteCount: size, alignment: 16) }
    deinit { bytes.deallocate() }
  }

  init(_ name: String, _ variables: [ExecutableVariables.Variable]) {
    self.name = name
    var ranges: [UnsafeMutableRawBufferPointer] = []
    for variable in variables {
      let start = UnsafeMutableRawPointer(bitPattern: variable.address)!
      if let last = ranges.last, last.baseAddress! + last.count >= start {
        let end = max(last.baseAddress! + last.count, start + variable.size)
        ranges[ranges.count - 1] = .init(
          start: last.baseAddress!, count: end - last.baseAddress!)
      } else {
        ranges.append(.init(start: start, count: variable.size))
      }
    }
    self.ranges = ranges
    size = ranges.reduce(0) { $0 + $1.count }
    host = Values(size: size)
    loaded = host
  }

  /// Returns the values with which the executable began.
  func initialValues() -> Values {
    let values = Values(size: size)
    var place = values.bytes.baseAddress!
    for range in ranges {
      let isCopied = vt_initial_value(UInt(bitPattern: range.baseAddress!), range.count, place)
      precondition(isCopied != 0, "a variable of \(name) lies outside the executable")
      place += range.count
    }
    return values
  }

  // MARK: Turns

  /// Waits until no other simulation runs code of this module, then puts these values into the
  /// variables.
  func enter(with values: Values, of simulation: UInt32) {
    let own = UInt64(simulation) << 1
    let isTaken = turn.compareExchange(expected: own, desired: own | 1, ordering: .acquiring)
      .exchanged
    if !isTaken || hasUsedItsShare(own) { wait(for: own) }
    load(values)
  }

  /// Lets other simulations run code of this module.
  func leave(_ simulation: UInt32) {
    turn.store(UInt64(simulation) << 1, ordering: .releasing)
  }

  /// Gives the turn away now and then, because a simulation that leaves for a moment only would
  /// always be the first to come back. Returns whether it must wait for its next turn.
  private func hasUsedItsShare(_ own: UInt64) -> Bool {
    guard waiting.load(ordering: .relaxed) > 0 else { return false }
    turnsWhileOthersWait += 1
    guard turnsWhileOthersWait > 1_000 else { return false }
    turnsWhileOthersWait = 0
    turn.store(own, ordering: .releasing)
    return true
  }

  /// Waits for the turn. Hundreds of worlds may run at once: one thread asks for the turn again and
  /// again, the others sleep until it has got it.
  private func wait(for own: UInt64) {
    waiting.add(1, ordering: .relaxed)
    queue.withLock { _ in
      var pause: Int64 = 10_000
      while !tryToTake(own) {
        vt_pause_host(pause)
        pause = min(pause * 2, 200_000)
      }
    }
    waiting.subtract(1, ordering: .relaxed)
  }

  private func tryToTake(_ own: UInt64) -> Bool {
    let current = turn.load(ordering: .relaxed)
    guard current & 1 == 0 else { return false }
    return turn.compareExchange(
      expected: current, desired: own | 1, ordering: .acquiring
    ).exchanged
  }

  /// Takes the turn for code outside of all simulations, if nobody else has it.
  func tryToEnterAsHost() -> Bool {
    hostUses.withLockIfAvailable { uses in
      guard uses == 0, tryToTake(0) else { return false }
      load(host)
      uses = 1
      return true
    } ?? false
  }

  /// Takes the turn for code outside of all simulations, or shares it with such code that has it. Waits while a
  /// simulation runs code of the module.
  func joinHost() {
    hostUses.withLock { uses in
      if uses == 0 {
        wait(for: 0)
        load(host)
      }
      uses += 1
    }
  }

  /// Ends what `tryToEnterAsHost` or `joinHost` began. The last one that leaves gives the turn away.
  func leaveAsHost() {
    hostUses.withLock { uses in
      uses -= 1
      if uses == 0 { leave(0) }
    }
  }

  /// Puts the values of the code outside of all simulations back, if the variables have those of
  /// this simulation.
  func restoreHost(after simulation: UInt32) {
    let own = UInt64(simulation) << 1
    guard
      turn.compareExchange(expected: own, desired: own | 1, ordering: .acquiring).exchanged
    else { return }
    load(host)
    turn.store(0, ordering: .releasing)
  }

  private func load(_ values: Values) {
    guard loaded !== values else { return }
    copy(loaded, toVariables: false)
    copy(values, toVariables: true)
    loaded = values
  }

  private func copy(_ values: Values, toVariables: Bool) {
    var place = values.bytes.baseAddress!
    for range in ranges {
      if toVariables {
        range.baseAddress!.copyMemory(from: place, byteCount: range.count)
      } else {
        place.copyMemory(from: range.baseAddress!, byteCount: range.count)
      }
      place += range.count
    }
  }
}
