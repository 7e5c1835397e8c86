/// The key of a text in a table of localized texts.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  private let format: LocalizedFormat

  public init(_ value: String) { self.init(stringLiteral: value) }

  public init(stringLiteral value: String) { format = LocalizedFormat(literal: value) }

  public init(stringInterpolation: StringInterpolation) { format = stringInterpolation.format }

  /// The localized text of the bundle; without one, the key with its values.
  func text(table: String?, bundle: Bundle?) -> String {
    format.text(table: table, bundle: bundle)
  }

  var text: String { text(table: nil, bundle: nil) }

  public struct StringInterpolation: StringInterpolationProtocol {
    var format = LocalizedFormat()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      format.appendLiteral(literal)
    }

    public mutating func appendInterpolation(_ string: String) { append("%@", string) }

    public mutating func appendInterpolation<Subject: ReferenceConvertible>(
      _ subject: Subject, formatter: Formatter? = nil
    ) {
      append("%@", formatter?.string(for: subject) ?? String(describing: subject))
    }

    public mutating func appendInterpolation<Subject: _FormatterSubject>(
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
      format.append(specifier, value)
    }
  }
}
