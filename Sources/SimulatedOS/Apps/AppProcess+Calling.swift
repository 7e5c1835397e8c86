import Foundation

/// What Apple's modules do with the app whose code calls them.
extension AppProcess {
  /// The app whose code calls: what it makes belongs to it. Outside of any app there is nothing to
  /// make it for: traps.
  ///
  /// - Parameter what: the call in words, such as `CLMonitor was made`.
  public static func calling(_ what: String) -> AppProcess {
    guard let process = current else {
      preconditionFailure("\(what) outside an app: run the app on a simulated device")
    }
    return process
  }

  /// Ends the calling app as an exception that nobody catches ends it on a device.
  ///
  /// Only the simulated app ends. Outside of any app it is the owner; without one the program traps.
  ///
  /// - Parameters:
  ///   - exception: its name and its reason.
  ///   - owner: the app that the object belongs to.
  public static func raise(_ exception: String, of owner: AppProcess? = nil) -> Never {
    guard let process = current ?? owner else { preconditionFailure(exception) }
    process.kill(.crash(exception))
    exit(1)  // of a process that has ended: leaves the calling thread where it is
  }

  /// As above, with `NSInternalInconsistencyException`.
  public static func raiseInconsistency(_ reason: String) -> Never {
    raise("NSInternalInconsistencyException: \(reason)")
  }
}
