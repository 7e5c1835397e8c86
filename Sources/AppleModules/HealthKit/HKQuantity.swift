import Foundation

/// A unit of length, as needed for a workout's configuration.
///
/// Sendable: immutable.
open class HKUnit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var unitString: String
  let meters: Double

  open class func meter() -> Self { make("m", 1) }
  open class func yard() -> Self { make("yd", 0.9144) }
  open class func foot() -> Self { make("ft", 0.3048) }
  open class func mile() -> Self { make("mi", 1609.344) }

  /// Creates a unit of the class that is called, with the initializer that every subclass has.
  private class func make(_ text: String, _ meters: Double) -> Self {
    Self(coder: Definition(text, meters))!
  }

  /// An archive of one unit.
  private final class Definition: NSCoder {
    let unitString: String
    let meters: Double
    init(_ unitString: String, _ meters: Double) {
      self.unitString = unitString
      self.meters = meters
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.unitString == unitString
  }
  open override var hash: Int { unitString.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    if let definition = coder as? Definition {
      (unitString, meters) = (definition.unitString, definition.meters)
    } else {
      guard let unitString = coder.text("unitString") else { return nil }
      self.unitString = unitString
      meters = coder.decodeDouble(forKey: "meters")
    }
  }

  open func encode(with coder: NSCoder) {
    coder.encode(unitString, "unitString")
    coder.encode(meters, forKey: "meters")
  }
}

/// A value with a unit.
///
/// Sendable: immutable.
open class HKQuantity: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let meters: Double

  public init(unit: HKUnit, doubleValue value: Double) { meters = value * unit.meters }

  init(meters: Double) { self.meters = meters }

  open func doubleValue(for unit: HKUnit) -> Double { meters / unit.meters }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool { (object as? HKQuantity)?.meters == meters }
  open override var hash: Int { meters.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "meters") else { return nil }
    meters = coder.decodeDouble(forKey: "meters")
  }

  open func encode(with coder: NSCoder) { coder.encode(meters, forKey: "meters") }
}
