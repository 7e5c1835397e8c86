/// Where a process printed.
public enum OutputChannel: Int32, Sendable, Hashable {
  case standardOutput = 1
  case standardError = 2
}

/// Hands what a simulated process prints to whoever watches it. Returns 0 if nobody does.
@_cdecl("vt_process_output")
func vtProcessOutput(_ bytes: UnsafeRawPointer, _ count: Int, _ descriptor: Int32) -> Int32 {
  guard let onOutput = Simulation.current?.currentProcess.onOutput,
    let stream = OutputChannel(rawValue: descriptor)
  else { return 0 }
  onOutput(UnsafeRawBufferPointer(start: bytes, count: count), stream)
  return 1
}
