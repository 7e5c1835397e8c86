import CYobanVirtualTime
import Foundation

/// A `Timer` of a process, scheduled as an event that fires it on the main queue at its fire date.
final class RunLoopTimer: EventSink {
  private let timer: UnsafeMutableRawPointer
  private let process: SimulatedProcess
  private var token: EventToken?

  init(_ timer: UnsafeMutableRawPointer, in process: SimulatedProcess) {
    self.timer = timer
    self.process = process
    vt_cf_retain(timer)
  }

  deinit { vt_cf_release(timer) }

  func arm() {
    let simulation = process.simulation
    if let token { simulation.cancel(token) }
    token = nil
    guard vt_run_loop_timer_is_valid(timer) != 0 else { return forget() }
    // CFAbsoluteTime counts seconds from 2001.
    let sinceReference = vt_run_loop_timer_next_fire_date(timer)
    let wall = (sinceReference + Date.timeIntervalBetween1970AndReferenceDate) * 1e9
    guard wall < 9e18 else { return }
    let deadline = process.time(ofWallTime: Int64(wall.rounded()))
    // A date is accurate only to about a tenth of a microsecond, so a timer may fire that much too
    // early. Code that sets the timer again for the remaining time must find that time has passed,
    // as on a device.
    let soonest = simulation.now.nanoseconds + 1_000
    token = simulation.push(at: max(deadline, soonest), process, .event(self, 0))
  }

  func handleEvent(_ number: Int) {
    token = nil
    process.onMain { [self] in
      guard vt_run_loop_timer_is_valid(timer) != 0, let info = vt_run_loop_timer_info(timer) else {
        return forget()
      }
      let due = vt_run_loop_timer_next_fire_date(timer)
      let interval = vt_run_loop_timer_interval(timer)
      Unmanaged<Timer>.fromOpaque(info).takeUnretainedValue().fire()
      guard interval > 0, vt_run_loop_timer_is_valid(timer) != 0 else { return forget() }
      // A run loop skips the firings that it missed and keeps the original schedule.
      let now = Date().timeIntervalSinceReferenceDate
      let missed = max(0, ((now - due) / interval).rounded(.down))
      vt_run_loop_timer_set_next_fire_date(timer, due + (missed + 1) * interval)
      arm()
    }
  }

  /// Moves the fire date with the clock, so that the timer fires at the moment for which it was set.
  func clockWasSet(by seconds: Double) {
    guard vt_run_loop_timer_is_valid(timer) != 0 else { return }
    let date = vt_run_loop_timer_next_fire_date(timer)
    vt_run_loop_timer_set_next_fire_date(timer, date + seconds)
  }

  private func forget() { process.existingResident(RunLoopTimers.self)?.timers[timer] = nil }
}

/// The timers of a process's main run loop.
final class RunLoopTimers {
  var timers: [UnsafeMutableRawPointer: RunLoopTimer] = [:]
}

@_cdecl("vt_run_loop_timer_added")
func vtRunLoopTimerAdded(_ timer: UnsafeMutableRawPointer, toMainLoop: Bool) {
  let simulation = Simulation.current!
  // On the main queue, `RunLoop.current` is the run loop of the host thread that runs the queue.
  guard toMainLoop || simulation.isOnMainQueue else {
    return simulation.escape(
      .timerWithoutRunLoop,
      "a Timer was added to the run loop of a thread that never runs its run loop")
  }
  let process = simulation.currentProcess!
  let timers = process.resident(RunLoopTimers.self) { RunLoopTimers() }
  let entry = timers.timers[timer] ?? RunLoopTimer(timer, in: process)
  timers.timers[timer] = entry
  entry.arm()
}

@_cdecl("vt_run_loop_timer_moved")
func vtRunLoopTimerMoved(_ timer: UnsafeMutableRawPointer) {
  Simulation.current!.currentProcess.existingResident(RunLoopTimers.self)?.timers[timer]?.arm()
}

@_cdecl("vt_run_loop_run_until")
func vtRunLoopRunUntil(_ seconds: Double) {
  Simulation.current!.sleep(seconds > 9e9 ? .max / 2 : Int64(max(0, seconds) * 1e9))
}
