import Foundation
internal import YobanSimulatedApple

/// A value with a unit.
///
/// Sendable: immutable.
open class HKQuantity: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// In units of SI, with grams for masses.
  let value: Double
  private let powers: [String: Int]

  public init(unit: HKUnit, doubleValue value: Double) {
    self.value = value * unit.definition.factor + unit.definition.offset
    powers = unit.definition.powers
  }

  init(_ value: Double, _ powers: [String: Int]) { (self.value, self.powers) = (value, powers) }

  convenience init(meters: Double) { self.init(unit: .meter(), doubleValue: meters) }
  var meters: Double { value }

  open func `is`(compatibleWith unit: HKUnit) -> Bool { unit.definition.powers == powers }

  /// Returns the value in a unit. Raises an exception for a unit that measures something else, which terminates the
  /// app.
  open func doubleValue(for unit: HKUnit) -> Double {
    guard self.is(compatibleWith: unit) else {
      AppProcess.raise(
        "NSInvalidArgumentException: Attempt to convert incompatible units: \(self), \(unit.unitString)"
      )
    }
    return (value - unit.definition.offset) / unit.definition.factor
  }

  open func compare(_ quantity: HKQuantity) -> ComparisonResult {
    value < quantity.value
      ? .orderedAscending : value > quantity.value ? .orderedDescending : .orderedSame
  }

  func isCompatible(with other: HKQuantity) -> Bool { powers == other.powers }

  /// A quantity of the same kind.
  func with(_ value: Double) -> HKQuantity { HKQuantity(value, powers) }

  open override var description: String {
    let unit = powers.sorted { $0.key < $1.key }.map { $1 == 1 ? $0 : "\($0)^\($1)" }
    return ([String(value)] + unit).joined(separator: " ")
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQuantity else { return false }
    return other.value == value && other.powers == powers
  }
  open override var hash: Int { value.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "value"),
      let powers = coder.propertyList("powers")
    else { return nil }
    value = coder.decodeDouble(forKey: "value")
    self.powers = powers.compactMapValues { ($0 as? NSNumber)?.intValue }
  }

  open func encode(with coder: NSCoder) {
    coder.encode(value, forKey: "value")
    coder.encode(propertyList: powers, "powers")
  }
}
