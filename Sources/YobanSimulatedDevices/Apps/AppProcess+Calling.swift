import Foundation
import YobanVirtualTime

/// Functions for the simulated Apple frameworks, to find and end the app that calls them.
extension AppProcess {
  /// Returns the app whose code is running, which owns the objects that it makes.
  ///
  /// Outside of any app, returns an app of a world that never runs, so that the object exists and
  /// gets no events: the test process must not end. In a simulation this is reported as a mistake of
  /// the test; elsewhere, a line on standard error says it once.
  ///
  /// - Parameters:
  ///   - what: a description of the call, such as `CLMonitor was made`.
  ///   - kind: the kind of device that the app would be on.
  ///   - install: adds the device to a world, and installs an app on it.
  package static func calling(
    _ what: String, orOn kind: String, _ install: (World) throws -> InstalledApp
  ) -> AppProcess {
    if let current { return current }
    let message =
      "\(what) outside of a simulated app: it gets no events there. In a test with the trait .world(), install the app on a device, and create the object in the app's code."
    if Simulation.current != nil { Misuse.report(message) } else { StandIn.notice(message) }
    return StandIn.process(kind, install)
  }

  /// Terminates the calling app, as an uncaught exception does on a device.
  ///
  /// Only the simulated app ends. Outside of any app, the owner ends; without an owner the scenario ends
  /// with an error, and outside of all simulations the program traps.
  ///
  /// - Parameters:
  ///   - exception: the name and the reason of the exception.
  ///   - owner: the app that the object belongs to.
  package static func raise(_ exception: String, of owner: AppProcess? = nil) -> Never {
    guard let process = current ?? owner else {
      guard let simulation = Simulation.current else { preconditionFailure(exception) }
      simulation.end(with: .scenarioEnded(exception))
    }
    process.kill(.crash(exception))
    exit(1)  // in a simulated process that has ended, this never returns to the caller
  }

  /// Terminates the calling app with an `NSInternalInconsistencyException`; see `raise`.
  package static func raiseInconsistency(_ reason: String) -> Never {
    raise("NSInternalInconsistencyException: \(reason)")
  }
}
