import Foundation

/// A unit of length, as needed for a workout's configuration.
///
/// Sendable: immutable.
open class HKUnit: NSObject, NSCopying, @unchecked Sendable {
  open private(set) var unitString: String
  let metres: Double

  private init(_ unitString: String, metres: Double) {
    self.unitString = unitString
    self.metres = metres
  }

  open class func meter() -> Self { make("m", 1) }
  open class func yard() -> Self { make("yd", 0.9144) }
  open class func foot() -> Self { make("ft", 0.3048) }
  open class func mile() -> Self { make("mi", 1609.344) }

  private class func make(_ text: String, _ metres: Double) -> Self {
    unsafeDowncast(HKUnit(text, metres: metres), to: Self.self)
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
  let metres: Double

  public init(unit: HKUnit, doubleValue value: Double) { metres = value * unit.metres }

  init(metres: Double) { self.metres = metres }

  open func doubleValue(for unit: HKUnit) -> Double { metres / unit.metres }
}
