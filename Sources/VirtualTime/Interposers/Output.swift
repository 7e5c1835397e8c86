/// Hands what a simulated process prints to whoever watches it. Returns 0 if nobody does.
@_cdecl("vt_process_output")
func vtProcessOutput(_ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
  guard let onOutput = Simulation.current?.currentProcess.onOutput else { return 0 }
  onOutput(UnsafeRawBufferPointer(start: bytes, count: count))
  return 1
}
