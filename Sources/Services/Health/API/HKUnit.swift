import Foundation
internal import YobanSimulatedApple

@nonexhaustive public enum HKMetricPrefix: Int, Sendable {
  case none = 0
  case pico, nano, micro, milli, centi, deci, deca, hecto, kilo, mega, giga, tera, femto

  fileprivate var symbol: String {
    ["", "p", "n", "mc", "m", "c", "d", "da", "h", "k", "M", "G", "T", "f"][rawValue]
  }
  fileprivate var factor: Double {
    [1, 1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1, 10, 100, 1e3, 1e6, 1e9, 1e12, 1e-15][rawValue]
  }
}

/// The unit of a quantity. Two units are compatible if they measure the same.
///
/// Sendable: immutable.
open class HKUnit: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var unitString: String
  /// The unit in units of SI (with grams for masses): the factor, the powers of the base units, and, for degrees, what
  /// zero is.
  let definition: Definition

  struct Definition: Equatable {
    var factor = 1.0
    var offset = 0.0
    var powers: [String: Int] = [:]

    static func * (a: Definition, b: Definition) -> Definition {
      Definition(
        factor: a.factor * b.factor,
        powers: a.powers.merging(b.powers, uniquingKeysWith: +).filter { $0.value != 0 })
    }
    func power(_ exponent: Int) -> Definition {
      Definition(
        factor: pow(factor, Double(exponent)),
        powers: powers.mapValues { $0 * exponent }.filter { $0.value != 0 })
    }
  }

  /// Reads a unit such as `count/min`, `mg/dL` or `ml/(kg*min)`. Raises an exception for other text, which terminates
  /// the app, as on a device.
  public convenience init(from string: String) {
    guard let definition = UnitText.read(string) else {
      AppProcess.raise("NSInvalidArgumentException: Unable to parse unit string: \(string)")
    }
    self.init(string, definition)
  }

  private init(_ unitString: String, _ definition: Definition) {
    self.unitString = unitString
    self.definition = definition
  }

  /// Creates a unit of the class that is called, with the initializer that every subclass has.
  private class func make(_ text: String, _ definition: Definition) -> Self {
    Self(coder: Template(text, definition))!
  }

  /// An archive of one unit.
  private final class Template: NSCoder {
    let unitString: String
    let definition: Definition
    init(_ unitString: String, _ definition: Definition) {
      (self.unitString, self.definition) = (unitString, definition)
    }
  }

  private class func make(_ text: String) -> Self {
    make(text, UnitText.read(text) ?? Definition())
  }

  func isCompatible(with other: HKUnit) -> Bool { definition.powers == other.definition.powers }

  open func isNull() -> Bool { false }

  // MARK: Calculations

  open func unitMultiplied(by unit: HKUnit) -> HKUnit {
    HKUnit("\(unitString)·\(unit.unitString)", definition * unit.definition)
  }
  open func unitDivided(by unit: HKUnit) -> HKUnit {
    HKUnit("\(unitString)/\(unit.factorString)", definition * unit.definition.power(-1))
  }
  open func unitRaised(toPower power: Int) -> HKUnit {
    HKUnit("\(factorString)^\(power)", definition.power(power))
  }
  open func reciprocal() -> HKUnit { HKUnit("1/\(factorString)", definition.power(-1)) }

  /// The text as a factor of another unit.
  private var factorString: String {
    unitString.contains(where: { "·*./^".contains($0) }) ? "(\(unitString))" : unitString
  }

  // MARK: Units

  open class func gramUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)g") }
  open class func gram() -> Self { make("g") }
  open class func ounce() -> Self { make("oz") }
  open class func pound() -> Self { make("lb") }
  open class func stone() -> Self { make("st") }
  open class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> Self {
    make(
      "\(prefix.symbol)mol<\(gramsPerMole)>",
      Definition(factor: prefix.factor * gramsPerMole, powers: ["g": 1]))
  }
  open class func moleUnit(withMolarMass gramsPerMole: Double) -> Self {
    moleUnit(with: .none, molarMass: gramsPerMole)
  }
  open class func meterUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)m") }
  open class func meter() -> Self { make("m") }
  open class func inch() -> Self { make("in") }
  open class func foot() -> Self { make("ft") }
  open class func yard() -> Self { make("yd") }
  open class func mile() -> Self { make("mi") }
  open class func literUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)L") }
  open class func liter() -> Self { make("L") }
  open class func fluidOunceUS() -> Self { make("fl_oz_us") }
  open class func fluidOunceImperial() -> Self { make("fl_oz_imp") }
  open class func pintUS() -> Self { make("pt_us") }
  open class func pintImperial() -> Self { make("pt_imp") }
  open class func cupUS() -> Self { make("cup_us") }
  open class func cupImperial() -> Self { make("cup_imp") }
  open class func pascalUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)Pa") }
  open class func pascal() -> Self { make("Pa") }
  open class func millimeterOfMercury() -> Self { make("mmHg") }
  open class func centimeterOfWater() -> Self { make("cmAq") }
  open class func atmosphere() -> Self { make("atm") }
  open class func inchesOfMercury() -> Self { make("inHg") }
  open class func decibelAWeightedSoundPressureLevel() -> Self { make("dBASPL") }
  open class func decibelHearingLevel() -> Self { make("dBHL") }
  open class func secondUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)s") }
  open class func second() -> Self { make("s") }
  open class func minute() -> Self { make("min") }
  open class func hour() -> Self { make("hr") }
  open class func day() -> Self { make("d") }
  open class func jouleUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)J") }
  open class func joule() -> Self { make("J") }
  open class func kilocalorie() -> Self { make("kcal") }
  open class func smallCalorie() -> Self { make("cal") }
  open class func largeCalorie() -> Self { make("Cal") }
  open class func degreeCelsius() -> Self { make("degC") }
  open class func degreeFahrenheit() -> Self { make("degF") }
  open class func kelvin() -> Self { make("K") }
  open class func siemenUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)S") }
  open class func siemen() -> Self { make("S") }
  open class func internationalUnit() -> Self { make("IU") }
  open class func count() -> Self { make("count") }
  /// A share from 0 to 1.
  open class func percent() -> Self { make("%") }
  open class func hertzUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)Hz") }
  open class func hertz() -> Self { make("Hz") }
  open class func voltUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)V") }
  open class func volt() -> Self { make("V") }
  open class func wattUnit(with prefix: HKMetricPrefix) -> Self { make("\(prefix.symbol)W") }
  open class func watt() -> Self { make("W") }
  open class func appleEffortScore() -> Self { make("appleEffortScore") }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKUnit)?.definition == definition
  }
  open override var hash: Int { definition.factor.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    if let template = coder as? Template {
      (unitString, definition) = (template.unitString, template.definition)
      return
    }
    guard let unitString = coder.text("unitString"), let definition = UnitText.read(unitString)
    else { return nil }
    self.unitString = unitString
    self.definition = definition
  }

  open func encode(with coder: NSCoder) { coder.encode(unitString, "unitString") }
}

public let HKUnitMolarMassBloodGlucose = 180.155_880_000_054_08

/// Reads the text of a unit. Pure.
struct UnitText {
  private var rest: Substring

  /// Returns nil if the text is no unit.
  static func read(_ text: String) -> HKUnit.Definition? {
    var reader = UnitText(rest: text[...])
    guard let unit = reader.product(), reader.rest.isEmpty else { return nil }
    return unit
  }

  private mutating func product() -> HKUnit.Definition? {
    guard var result = factor() else { return nil }
    while let sign = rest.first, "*·./".contains(sign) {
      rest.removeFirst()
      guard let next = factor() else { return nil }
      result = result * (sign == "/" ? next.power(-1) : next)
    }
    return result
  }

  private mutating func factor() -> HKUnit.Definition? {
    var unit: HKUnit.Definition
    if rest.first == "(" {
      rest.removeFirst()
      guard let inner = product(), rest.first == ")" else { return nil }
      rest.removeFirst()
      unit = inner
    } else if rest.first == "1" {
      rest.removeFirst()
      unit = HKUnit.Definition()
    } else {
      let name = rest.prefix { $0.isLetter || $0 == "_" || $0 == "%" }
      guard let known = Self.unit(String(name)) else { return nil }
      rest.removeFirst(name.count)
      unit = known
      if rest.first == "<", let end = rest.firstIndex(of: ">"),
        let mass = Double(rest[rest.index(after: rest.startIndex)..<end])
      {
        unit.factor *= mass
        rest = rest[rest.index(after: end)...]
      }
    }
    if rest.first == "^" {
      rest.removeFirst()
      let digits = rest.prefix { $0.isNumber || $0 == "-" }
      guard let power = Int(digits), abs(power) < 10 else { return nil }
      rest.removeFirst(digits.count)
      unit = unit.power(power)
    }
    return unit
  }

  private static func unit(_ name: String) -> HKUnit.Definition? {
    if let known = units[name] { return known }
    for (prefix, factor) in prefixes where name.hasPrefix(prefix) {
      guard let base = units[String(name.dropFirst(prefix.count))],
        metric.contains(String(name.dropFirst(prefix.count)))
      else { continue }
      return HKUnit.Definition(factor: factor, powers: [:]) * base
    }
    return nil
  }

  private static let prefixes: [(String, Double)] = [
    ("da", 10), ("mc", 1e-6), ("p", 1e-12), ("n", 1e-9), ("m", 1e-3), ("c", 0.01), ("d", 0.1),
    ("h", 100), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12), ("f", 1e-15),
  ]
  private static let metric: Set<String> = [
    "g", "m", "L", "l", "Pa", "s", "J", "S", "Hz", "V", "W", "mol", "cal", "rad", "lx",
  ]
  private static let units: [String: HKUnit.Definition] = {
    func unit(_ factor: Double, _ powers: [String: Int], _ offset: Double = 0)
      -> HKUnit.Definition
    { HKUnit.Definition(factor: factor, offset: offset, powers: powers) }
    let pressure = ["g": 1, "m": -1, "s": -2]
    let energy = ["g": 1, "m": 2, "s": -2]
    let volume = ["m": 3]
    // The factors are those of HKUnit.h. A joule is 1000 g·m²/s².
    return [
      "g": unit(1, ["g": 1]), "oz": unit(28.3495, ["g": 1]), "lb": unit(453.592, ["g": 1]),
      "st": unit(6350, ["g": 1]), "mol": unit(1, ["g": 1]),
      "m": unit(1, ["m": 1]), "in": unit(0.0254, ["m": 1]), "ft": unit(0.3048, ["m": 1]),
      "yd": unit(0.9144, ["m": 1]), "mi": unit(1609.34, ["m": 1]),
      "L": unit(1e-3, volume), "l": unit(1e-3, volume),
      "fl_oz_us": unit(0.029_573_529_562_5e-3, volume),
      "fl_oz_imp": unit(0.028_413_062_5e-3, volume), "pt_us": unit(0.473_176_473e-3, volume),
      "pt_imp": unit(0.568_261_25e-3, volume), "cup_us": unit(0.236_588_236_5e-3, volume),
      "cup_imp": unit(0.284_130_625e-3, volume),
      "Pa": unit(1e3, pressure), "mmHg": unit(133.3224e3, pressure),
      "cmAq": unit(98.0665e3, pressure), "atm": unit(101_325e3, pressure),
      "inHg": unit(3_386.388_16e3, pressure), "dBASPL": unit(1, ["dBASPL": 1]),
      "dBHL": unit(1, ["dBHL": 1]),
      "s": unit(1, ["s": 1]), "min": unit(60, ["s": 1]), "hr": unit(3600, ["s": 1]),
      "d": unit(86_400, ["s": 1]), "Hz": unit(1, ["s": -1]),
      "J": unit(1e3, energy), "cal": unit(4.184e3, energy), "kcal": unit(4_184e3, energy),
      "Cal": unit(4_184e3, energy), "W": unit(1e3, ["g": 1, "m": 2, "s": -3]),
      "K": unit(1, ["K": 1]), "degC": unit(1, ["K": 1], 273.15),
      "degF": unit(1 / 1.8, ["K": 1], 459.67 / 1.8),
      "S": unit(1, ["S": 1]), "V": unit(1, ["V": 1]), "IU": unit(1, ["IU": 1]),
      "count": unit(1, [:]), "%": unit(1, [:]), "appleEffortScore": unit(1, ["effort": 1]),
      "lx": unit(1, ["lx": 1]), "rad": unit(1, ["rad": 1]), "deg": unit(.pi / 180, ["rad": 1]),
      "D": unit(1, ["m": -1]),
    ]
  }()
}
