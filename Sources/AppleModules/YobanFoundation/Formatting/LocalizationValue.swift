import Foundation

extension String {
  /// A text with values, as it is looked up in a table of localized texts.
  public struct LocalizationValue: Hashable, Sendable, ExpressibleByStringInterpolation {
    let format: LocalizedFormat

    public init(_ value: String) { format = LocalizedFormat(literal: value) }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) { format = stringInterpolation.format }

    public struct StringInterpolation: StringInterpolationProtocol {
      var format = LocalizedFormat()

      public init(literalCapacity: Int, interpolationCount: Int) {}

      public mutating func appendLiteral(_ literal: String) { format.appendLiteral(literal) }

      public mutating func appendInterpolation(_ string: @autoclosure () -> String) {
        format.append("%@", string())
      }

      public mutating func appendInterpolation(_ substring: @autoclosure () -> Substring) {
        format.append("%@", String(substring()))
      }

      public mutating func appendInterpolation<Subject: ReferenceConvertible>(
        _ subject: Subject, formatter: Formatter? = nil
      ) {
        format.append("%@", formatter?.string(for: subject) ?? String(describing: subject))
      }

      public mutating func appendInterpolation<Subject: _FormatterSubject>(
        _ subject: Subject, formatter: Formatter? = nil
      ) {
        format.append("%@", formatter?.string(for: subject) ?? String(describing: subject))
      }

      public mutating func appendInterpolation<Subject: NSObject>(
        _ subject: Subject, formatter: Formatter? = nil
      ) {
        format.append("%@", formatter?.string(for: subject) ?? subject.description)
      }

      public mutating func appendInterpolation<F: FormatStyle>(
        _ input: F.FormatInput, format style: F
      ) where F.FormatInput: Equatable, F.FormatOutput == String {
        format.append("%@", style.format(input))
      }

      public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
        format.append(value._specifier, value._text)
      }

      public mutating func appendInterpolation<T: _FormatSpecifiable>(
        _ value: T, specifier: String
      ) {
        format.append(specifier, String(format: specifier, value._arg))
      }
    }
  }

  /// The localized text of a bundle, by default the app's; without one, the text itself with its values.
  ///
  /// - Parameters:
  ///   - keyAndValue: the key of the text in the table, and the text in the language of development.
  ///   - table: the name of the file without `.strings`; nil means `Localizable`.
  ///   - locale: has no effect: the language is that of the bundle.
  ///   - comment: for translators.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = keyAndValue.format.text(table: table, bundle: bundle)
  }

  /// The localized text of a key; without one, the default value.
  public init(
    localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.format.text(key: "\(key)", table: table, bundle: bundle)
  }

  public init(localized resource: LocalizedStringResource) {
    self = resource.defaultValue.format.text(
      key: resource.key, table: resource.table, bundle: nil)
  }
}

/// The description of a text that is looked up when it is shown.
public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// Where the text is; it is always looked up in the app's bundle.
  @frozen public enum BundleDescription: Hashable, Sendable {
    case main
    case atURL(URL)
    public static func forClass(_ anyClass: AnyClass) -> Self { .main }
  }

  public let key: String
  public let defaultValue: String.LocalizationValue
  public let table: String?
  public var locale: Locale
  public let bundle: BundleDescription

  public init(
    _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
    bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    key = keyAndValue.format.lookedKey
    defaultValue = keyAndValue
    (self.table, self.locale, self.bundle) = (table, locale, bundle)
  }

  public init(
    _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
    locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
  ) {
    self.key = "\(key)"
    self.defaultValue = defaultValue
    (self.table, self.locale, self.bundle) = (table, locale, bundle)
  }

  public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
  }
}

/// The types that are `ReferenceConvertible` on Apple's systems, and not in Foundation on Linux.
public protocol _FormatterSubject {}
extension Date: _FormatterSubject {}
extension DateInterval: _FormatterSubject {}
extension Data: _FormatterSubject {}
extension Decimal: _FormatterSubject {}
extension Locale: _FormatterSubject {}
extension UUID: _FormatterSubject {}
