import Foundation

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
