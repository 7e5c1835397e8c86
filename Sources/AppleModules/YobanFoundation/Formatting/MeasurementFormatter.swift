import Foundation

/// Shows a number and the symbol of its unit. The unit stays: on a device, the locale may choose another one.
///
/// Sendable as on a device: set its properties before several threads use it.
open class MeasurementFormatter: Formatter, @unchecked Sendable {
  public struct UnitOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let providedUnit = Self(rawValue: 1 << 0)
    public static let naturalScale = Self(rawValue: 1 << 1)
    public static let temperatureWithoutUnit = Self(rawValue: 1 << 2)
  }

  open var unitOptions: UnitOptions = []
  open var unitStyle = Formatter.UnitStyle.medium
  open var locale: Locale! = .current
  open lazy var numberFormatter: NumberFormatter! = {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.locale = locale
    return formatter
  }()

  open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
    let number = numberFormatter.string(from: NSNumber(value: measurement.value)) ?? ""
    if unitOptions.contains(.temperatureWithoutUnit), measurement.unit is UnitTemperature {
      return "\(number)°"
    }
    let isJoined = unitStyle == .short || measurement.unit is UnitTemperature
    return number + (isJoined ? "" : " ") + measurement.unit.symbol
  }

  open func string(from unit: Unit) -> String { unit.symbol }
}
