import Foundation

/// Functions for the simulated Apple frameworks, to find and end the app that calls them.
extension AppProcess {
  /// Returns the app whose code is running, which owns the objects it makes. Traps outside an app.
  ///
  /// - Parameter what: a description of the call, such as `CLMonitor was made`.
  package static func calling(_ what: String) -> AppProcess {
    guard let process = current else {
      preconditionFailure("\(what) outside an app: run the app on a simulated device")
    }
    return process
  }

  /// Terminates the calling app, as an uncaught exception does on a device.
  ///
  /// Only the simulated app ends. Outside of any app, the owner ends; without an owner the program
  /// traps.
  ///
  /// - Parameters:
  ///   - exception: the name and the reason of the exception.
  ///   - owner: the app that the object belongs to.
  package static func raise(_ exception: String, of owner: AppProcess? = nil) -> Never {
    guard let process = current ?? owner else { preconditionFailure(exception) }
    process.kill(.crash(exception))
    exit(1)  // in a simulated process that has ended, this never returns to the caller
  }

  /// Terminates the calling app with an `NSInternalInconsistencyException`; see `raise`.
  package static func raiseInconsistency(_ reason: String) -> Never {
    raise("NSInternalInconsistencyException: \(reason)")
  }
}
