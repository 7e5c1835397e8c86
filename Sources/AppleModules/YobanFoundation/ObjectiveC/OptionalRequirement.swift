import Foundation
internal import YobanSimulatedDevices

/// An optional requirement of a ported protocol that the conforming type does not implement.
/// `YobanPort` writes a default implementation that throws it.
public struct OptionalRequirementIsMissing: Error {
  public init() {}
}

/// Returns whether the class of an object declares a method. `YobanPort` writes calls of it for code
/// that asks whether an optional requirement is implemented. Returns true if the class was not
/// ported, because then only a call tells.
public func implementsOptionalRequirement(_ object: Any, _ name: String) -> Bool {
  PortedMethods.declares(name, object) ?? true
}

/// Returns the result of an optional requirement that is called through a reference to it.
/// Terminates the calling app if the requirement is not implemented, as a call of a missing method
/// does on a device.
public func resultOfOptionalRequirement<R>(_ call: () throws -> R) -> R {
  do {
    return try call()
  } catch {
    AppProcess.raise(
      "NSInvalidArgumentException: an optional requirement was called that is not implemented:"
        + " unrecognized selector sent to instance")
  }
}
