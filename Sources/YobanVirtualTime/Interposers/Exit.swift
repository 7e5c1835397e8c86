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
