import Foundation

/// The use of a measurement. It chooses the unit on a device; here the unit stays.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Hashable, Codable, Sendable {
  private let name: String
  private init(_ name: String) { self.name = name }

  public static var general: Self { Self("general") }
  /// Keeps the unit, on a device, too.
  public static var asProvided: Self { Self("asProvided") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitLength {
  public static var person: Self { .general }
  public static var personHeight: Self { .general }
  public static var road: Self { .general }
  public static var focalLength: Self { .general }
  public static var rainfall: Self { .general }
  public static var snowfall: Self { .general }
  public static var visibility: Self { .general }
}

extension MeasurementFormatUnitUsage where UnitType == UnitTemperature {
  public static var person: Self { .general }
  public static var weather: Self { .general }
}

extension MeasurementFormatUnitUsage where UnitType == UnitEnergy {
  public static var food: Self { .general }
  public static var workout: Self { .general }
}

extension MeasurementFormatUnitUsage where UnitType == UnitMass {
  public static var personWeight: Self { .general }
}

extension Measurement where UnitType: Dimension {
  /// Shows a number and the symbol of its unit.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    @nonexhaustive public enum UnitWidth: Int, Codable, Hashable, Sendable {
      // All show the symbol here.
      case wide
      case abbreviated
      /// Without a space before the symbol.
      case narrow
    }

    public var width: UnitWidth
    public var locale: Locale
    public var usage: MeasurementFormatUnitUsage<UnitType>?
    public var numberFormatStyle: FloatingPointFormatStyle<Double>?

    public init(
      width: UnitWidth, locale: Locale = .autoupdatingCurrent,
      usage: MeasurementFormatUnitUsage<UnitType>? = .general,
      numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) {
      self.width = width
      self.locale = locale
      self.usage = usage
      self.numberFormatStyle = numberFormatStyle
    }

    public func format(_ measurement: Measurement) -> String {
      let style = numberFormatStyle ?? .number
      let number = style.locale(locale).format(measurement.value)
      return number + (width == .narrow ? "" : " ") + measurement.unit.symbol
    }

    public func locale(_ locale: Locale) -> Self {
      var style = self
      style.locale = locale
      return style
    }
  }

  public func formatted() -> String { FormatStyle(width: .abbreviated).format(self) }

  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == Measurement {
    style.format(self)
  }
}

extension FormatStyle {
  public static func measurement<UnitType: Dimension>(
    width: Measurement<UnitType>.FormatStyle.UnitWidth,
    usage: MeasurementFormatUnitUsage<UnitType> = .general,
    numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
  ) -> Self where Self == Measurement<UnitType>.FormatStyle {
    Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
  }
}

extension Measurement.FormatStyle where UnitType == UnitInformationStorage {
  /// Shows an amount of data in the unit that fits it.
  public struct ByteCount: Foundation.FormatStyle, Sendable {
    private var bytes: ByteCountFormatStyle

    public init(
      style: ByteCountFormatStyle.Style, allowedUnits: ByteCountFormatStyle.Units,
      spellsOutZero: Bool, includesActualByteCount: Bool, locale: Locale
    ) {
      bytes = ByteCountFormatStyle(
        style: style, allowedUnits: allowedUnits, spellsOutZero: spellsOutZero,
        includesActualByteCount: includesActualByteCount, locale: locale)
    }

    /// An amount that is no number of bytes, or too large for one, is shown as the nearest that is.
    public func format(_ measurement: Measurement<UnitInformationStorage>) -> String {
      let value = measurement.converted(to: .bytes).value.rounded()
      return bytes.format(
        Int64(exactly: value) ?? (value.isNaN ? 0 : value < 0 ? .min + 1 : .max))
    }

    public func locale(_ locale: Locale) -> Self {
      var style = self
      style.bytes = bytes.locale(locale)
      return style
    }
  }
}

extension FormatStyle where Self == Measurement<UnitInformationStorage>.FormatStyle.ByteCount {
  public static func byteCount(
    style: ByteCountFormatStyle.Style, allowedUnits: ByteCountFormatStyle.Units = .all,
    spellsOutZero: Bool = true, includesActualByteCount: Bool = false
  ) -> Self {
    Self(
      style: style, allowedUnits: allowedUnits, spellsOutZero: spellsOutZero,
      includesActualByteCount: includesActualByteCount, locale: .autoupdatingCurrent)
  }
}
