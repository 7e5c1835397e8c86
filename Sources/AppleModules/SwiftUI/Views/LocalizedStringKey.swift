/// The key of a text in a table of localized texts.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  /// The key in the table, with `%@` and similar for values.
  private let key: String
  private let values: [String]

  public init(_ value: String) { self.init(stringLiteral: value) }

  public init(stringLiteral value: String) {
    key = value.utf8.contains(UInt8(ascii: "%")) ? value.replacing("%", with: "%%") : value
    values = []
  }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    values = stringInterpolation.values
  }

  /// The localized text of the bundle; without one, the key with its values.
  func text(table: String?, bundle: Bundle?) -> String {
    let bundle = bundle ?? .main
    let isPlain = values.isEmpty && key.utf8.contains(UInt8(ascii: "%"))
    let looked = isPlain ? key.replacing("%%", with: "%") : key
    return fill(bundle.localizedString(forKey: looked, value: key, table: table))
  }

  var text: String { text(table: nil, bundle: nil) }

  /// Puts the values in the places of `%@`, `%lld`, `%2$@` and similar.
  private func fill(_ format: String) -> String {
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var next = 0
    return format.replacing(Self.placeholder) { match in
      if match.0 == "%%" { return "%" }
      let index = match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
      next += 1
      return values.indices.contains(index) ? values[index] : String(match.0)
    }
  }

  /// Made once, because an update of a screen uses it many times.
  ///
  /// Sendable: it is never changed, and the simulations that use it at once only read it.
  nonisolated(unsafe) private static let placeholder =
    /%%|%(?:(\d+)\$)?[^a-zA-Z@%]*(?:ll|l)?[@a-zA-Z]/

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      key += literal.replacing("%", with: "%%")
    }

    public mutating func appendInterpolation(_ string: String) { append("%@", string) }

    public mutating func appendInterpolation<Subject: ReferenceConvertible>(
      _ subject: Subject, formatter: Formatter? = nil
    ) {
      append("%@", formatter?.string(for: subject) ?? String(describing: subject))
    }

    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append("%@", format.format(input))
    }

    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
      append(value._specifier, value._text)
    }

    public mutating func appendInterpolation<T: _FormatSpecifiable>(
      _ value: T, specifier: String
    ) {
      append(specifier, String(format: specifier, value._arg))
    }

    public mutating func appendInterpolation(_ text: Text) {
      append("%@", text.text(EnvironmentValues()))
    }

    public mutating func appendInterpolation(_ image: Image) { append("%@", "") }

    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append("%@", style.text(date, EnvironmentValues()))
    }

    private mutating func append(_ specifier: String, _ value: String) {
      key += specifier
      values.append(value)
    }
  }
}

/// A number in a localized text.
public protocol _FormatSpecifiable: Equatable {
  associatedtype _Arg: CVarArg
  var _arg: Self._Arg { get }
  var _specifier: String { get }
  /// The number as the current locale writes it.
  var _text: String { get }
}

extension _FormatSpecifiable where Self: BinaryInteger {
  public var _text: String { formatted() }
}

extension _FormatSpecifiable where Self: BinaryFloatingPoint {
  public var _text: String {
    Double(self).formatted(FloatingPointFormatStyle<Double>().precision(.fractionLength(6)))
  }
}

extension Int: _FormatSpecifiable {
  public var _arg: Int64 { Int64(self) }
  public var _specifier: String { "%lld" }
}
extension Int32: _FormatSpecifiable {
  public var _arg: Int32 { self }
  public var _specifier: String { "%d" }
}
extension Int64: _FormatSpecifiable {
  public var _arg: Int64 { self }
  public var _specifier: String { "%lld" }
}
extension UInt: _FormatSpecifiable {
  public var _arg: UInt64 { UInt64(self) }
  public var _specifier: String { "%llu" }
}
extension UInt32: _FormatSpecifiable {
  public var _arg: UInt32 { self }
  public var _specifier: String { "%u" }
}
extension UInt64: _FormatSpecifiable {
  public var _arg: UInt64 { self }
  public var _specifier: String { "%llu" }
}
extension Float: _FormatSpecifiable {
  public var _arg: Float { self }
  public var _specifier: String { "%f" }
}
extension Double: _FormatSpecifiable {
  public var _arg: Double { self }
  public var _specifier: String { "%lf" }
}
extension CGFloat: _FormatSpecifiable {
  public var _arg: Double { Double(self) }
  public var _specifier: String { "%lf" }
}
