/// The channel on which a process printed.
public enum OutputChannel: Int32, Sendable, Hashable {
  case standardOutput = 1
  case standardError = 2
}

/// Whether the calling process is a simulated one with an `onOutput`.
@_cdecl("vt_process_takes_output")
func vtProcessTakesOutput() -> Int32 { Simulation.current?.currentProcess.onOutput == nil ? 0 : 1 }

/// Passes the output of a simulated process to its `onOutput`. Returns 0 if that is not set.
@_cdecl("vt_process_output")
func vtProcessOutput(_ bytes: UnsafeRawPointer, _ count: Int, _ descriptor: Int32) -> Int32 {
  guard let onOutput = Simulation.current?.currentProcess.onOutput,
    let stream = OutputChannel(rawValue: descriptor)
  else { return 0 }
  onOutput(UnsafeRawBufferPointer(start: bytes, count: count), stream)
  return 1
}
