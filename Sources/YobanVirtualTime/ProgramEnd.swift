import CYobanVirtualTime
import Foundation
import Synchronization

/// Actions that are done before this program ends, such as removing its temporary folders.
///
/// They are done when the program exits, and when SIGINT (Ctrl-C), SIGTERM or SIGHUP ends it, unless the
/// program handles that signal itself. After SIGKILL and a crash, nothing is done.
package enum ProgramEnd {
  private struct Actions {
    var next = 0
    var byNumber: [Int: @Sendable () -> Void] = [:]
  }

  private static let actions = Mutex(Actions())
  /// Held while the actions are done, so that the program does not end before they are.
  private static let ending = NSLock()
  private static let owner = getpid()
  private static let isPrepared: Void = Simulation.onHost {
    _ = owner
    atexit {
      ProgramEnd.ending.lock()
      ProgramEnd.doAll()
      ProgramEnd.ending.unlock()
    }
    vt_call_before_signal_ends_process {
      // Not unlocked: the signal ends the process, also if it is about to exit.
      ProgramEnd.ending.lock()
      ProgramEnd.doAll()
    }
  }

  /// Adds an action, which may run on any thread.
  ///
  /// - Returns: its number, with which it can be removed.
  package static func add(_ action: @escaping @Sendable () -> Void) -> Int {
    _ = isPrepared
    return actions.withLock { actions in
      actions.next += 1
      actions.byNumber[actions.next] = action
      return actions.next
    }
  }

  /// Removes an action that is no longer needed.
  package static func remove(_ number: Int) {
    actions.withLock { $0.byNumber[number] = nil }
  }

  /// Makes what an action removes. When a signal has begun to end the program, it does not return, so that nothing is
  /// made again after its removal.
  package static func making<Result>(_ body: () throws -> Result) rethrows -> Result {
    ending.lock()
    defer { ending.unlock() }
    return try body()
  }

  /// Removes a folder that other threads may still use.
  package static func removeFolder(_ path: String) {
    // Under another name, they find none of its files, and write nothing new.
    let renamed = "\(path)-removed"
    for _ in 0..<20 {
      rename(path, renamed)
      try? FileManager.default.removeItem(atPath: renamed)
      if access(path, F_OK) != 0, access(renamed, F_OK) != 0 { return }
    }
  }

  /// Does all actions, the last one first. None of them is done twice.
  private static func doAll() {
    // A child process that was forked has a copy of the actions.
    guard owner == getpid() else { return }
    let all = actions.withLock { actions in
      defer { actions.byNumber = [:] }
      return actions.byNumber
    }
    for (_, action) in all.sorted(by: { $0.key > $1.key }) { action() }
  }
}
