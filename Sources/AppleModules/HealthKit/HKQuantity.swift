import Foundation

/// A unit of length, as needed for a workout's configuration.
///
/// Sendable: immutable.
open class HKUnit: NSObject, NSCopying, @unchecked Sendable {
  open private(set) var unitString: String
  let meters: Double

  private init(_ unitString: String, meters: Double) {
    self.unitString = unitString
    self.meters = meters
  }

  open class func meter() -> Self { make("m", 1) }
  open class func yard() -> Self { make("yd", 0.9144) }
  open class func foot() -> Self { make("ft", 0.3048) }
  open class func mile() -> Self { make("mi", 1609.344) }

  private class func make(_ text: String, _ meters: Double) -> Self {
    unsafeDowncast(HKUnit(text, meters: meters), to: Self.self)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.unitString == unitString
  }
  open override var hash: Int { unitString.hashValue }
}

/// A value with a unit.
///
/// Sendable: immutable.
open class HKQuantity: NSObject, @unchecked Sendable {
  let meters: Double

  public init(unit: HKUnit, doubleValue value: Double) { meters = value * unit.meters }

  init(meters: Double) { self.meters = meters }

  open func doubleValue(for unit: HKUnit) -> Double { meters / unit.meters }
}
