import Foundation
internal import SimulatedOS

/// Ends the calling app as an uncaught exception of Core Location ends it on a device.
///
/// Only the simulated app ends. Outside any app there is nothing to end but the program: traps.
func raiseInconsistency(_ reason: String) -> Never {
  guard let process = AppProcess.current else { preconditionFailure(reason) }
  process.kill(.crash("NSInternalInconsistencyException: \(reason)"))
  exit(1)  // of a process that has ended: leaves the calling thread where it is
}

/// The app whose code runs now; what Core Location makes belongs to it.
func currentProcess(making type: String) -> AppProcess {
  guard let process = AppProcess.current else {
    preconditionFailure("\(type) was made outside an app: run the app on a simulated device")
  }
  return process
}
