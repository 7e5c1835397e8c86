/// Ends the process whose code called `exit`. The calling thread never continues.
@_cdecl("vt_process_exit")
func vtProcessExit(_ status: Int32) -> Never {
  let simulation = Simulation.current!
  let process = simulation.currentProcess!
  if process === simulation.director {
    simulation.end(with: .scenarioEnded("it called exit(\(status))"))
  }
  if let onExit = process.onExit { onExit(status) } else { process.kill() }
  simulation.stopThread()
}

/// Ends the process whose code trapped. The calling thread never continues, unless the code is that of the scenario
/// itself: then the host's process has to end.
@_cdecl("vt_process_trap")
func vtProcessTrap() { endProcess("a trap") }

/// Does the same for code whose stack has overflowed.
@_cdecl("vt_process_overflow")
func vtProcessOverflow() {
  endProcess("a stack overflow: a function calls itself without an end")
}

private func endProcess(_ cause: String) {
  guard let simulation = Simulation.current, let process = simulation.currentProcess,
    process !== simulation.director
  else { return }
  if let onTrap = process.onTrap { onTrap(cause) } else { process.kill() }
  simulation.stopThread()
}
