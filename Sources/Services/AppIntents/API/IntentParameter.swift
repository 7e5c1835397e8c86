internal import YobanSimulatedApple

/// A value that a parameter or a result of an intent can have.
public protocol _IntentValue: Sendable {}

extension Never: _IntentValue {}
extension String: _IntentValue {}
extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension Bool: _IntentValue {}
extension Date: _IntentValue {}
extension DateComponents: _IntentValue {}
extension URL: _IntentValue {}
extension Measurement: _IntentValue {}
extension AttributedString: _IntentValue {}
extension Optional: _IntentValue where Wrapped: _IntentValue {}
extension Array: _IntentValue where Element: _IntentValue {}

/// A parameter of an intent. A test sets it before it performs the intent, as the user does in Shortcuts.
///
/// An app that reads a parameter which has neither a value nor a default ends; on a device the system asks the user
/// for the value first.
///
/// Sendable: a test sets the value, then one process reads it; a simulation runs one thing at a time.
@propertyWrapper
public final class IntentParameter<Value>: @unchecked Sendable where Value: _IntentValue {
  private var value: Value?
  public let title: LocalizedStringResource

  private init(_ title: LocalizedStringResource?, _ value: Value?) {
    self.title = title ?? ""
    self.value = value ?? (Value.self as? any OptionalValue.Type).flatMap { $0.nothing as? Value }
  }

  public var wrappedValue: Value {
    get {
      if let value { return value }
      AppProcess.raise(
        "The parameter \"\(title.key)\" of an intent has no value: set it before you perform the intent."
      )
    }
    set { value = newValue }
  }

  public var projectedValue: IntentParameter<Value> { self }

  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil, default: Value,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) { self.init(title, `default`) }

  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) { self.init(title, nil) }

  public convenience init(
    description: LocalizedStringResource, requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) { self.init(nil, nil) }

  public convenience init(requestValueDialog: IntentDialog? = nil) { self.init(nil, nil) }
}

/// An optional parameter without a value is nil.
private protocol OptionalValue {
  static var nothing: Any { get }
}

extension Optional: OptionalValue {
  fileprivate static var nothing: Any { Self.none as Any }
}

// MARK: Numbers

extension IntentParameter where Value == Int {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default: Int? = nil, controlStyle: IntentParameterControlStyle = .field,
    inclusiveRange: (lowerBound: Int, upperBound: Int), requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) { self.init(title, `default`) }
}

extension IntentParameter where Value == Double {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default: Double? = nil, controlStyle: IntentParameterControlStyle = .field,
    inclusiveRange: (lowerBound: Double, upperBound: Double),
    requestValueDialog: IntentDialog? = nil,
    inputConnectionBehavior: InputConnectionBehavior = .default
  ) { self.init(title, `default`) }
}

/// The control for a number in Shortcuts. Has no effect here.
@nonexhaustive public enum IntentParameterControlStyle: Sendable { case field, stepper, slider }

/// The use of the result of an earlier action as the value. Has no effect here.
@nonexhaustive public enum InputConnectionBehavior: Sendable {
  case `default`, never, connectToPreviousIntentResult
}

// MARK: Summaries

/// A sentence with parameters that Shortcuts shows. It is not evaluated here.
public protocol ParameterSummary: Sendable {}

public struct EmptyParameterSummary: ParameterSummary {
  public init() {}
}

/// A sentence with parameters, such as `Summary("Start \(\.$name)")`.
public struct IntentParameterSummary<Intent>: ParameterSummary where Intent: AppIntent {
  public init(
    _ string: ParameterSummaryString<Intent>, table: String? = nil,
    @ParameterSummaryBuilder<Intent> _ parameters: () -> Void = {}
  ) {}

  /// Parameters without a sentence, as for the configuration of a widget.
  public init(@ParameterSummaryBuilder<Intent> _ parameters: () -> Void) {}

  public init() {}
}

extension AppIntent {
  public typealias Summary = IntentParameterSummary<Self>
}

@resultBuilder public struct ParameterSummaryBuilder<Intent> where Intent: AppIntent {
  public static func buildExpression<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
  public static func buildBlock(_ parameters: Void...) {}
}

/// The sentence of a summary. It keeps nothing.
public struct ParameterSummaryString<Intent>: ExpressibleByStringInterpolation, Sendable
where Intent: AppIntent {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value>(
      _ parameter: KeyPath<Intent, IntentParameter<Value>>
    ) {}
  }
}
