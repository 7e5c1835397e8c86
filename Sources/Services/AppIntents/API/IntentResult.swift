/// The result of an intent. Make one with the functions `result(…)`.
public protocol IntentResult: Sendable {}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {
  associatedtype Value: _IntentValue
  var value: Value? { get }
}

/// A result with a text for the user.
public protocol ProvidesDialog: IntentResult {
  var dialog: IntentDialog? { get }
}

/// A result with an intent that is performed next. Here it is not performed.
public protocol OpensIntent: IntentResult {}

/// The type of all results.
public struct IntentResultContainer<Value, OpensAppIntent, Snippet, Dialog>: IntentResult
where Value: _IntentValue, OpensAppIntent: AppIntent {
  public var value: Value?
  public var opensIntent: OpensAppIntent?
  public var dialog: IntentDialog?

  init(value: Value? = nil, opensIntent: OpensAppIntent? = nil, dialog: IntentDialog? = nil) {
    (self.value, self.opensIntent, self.dialog) = (value, opensIntent, dialog)
  }
}

extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: OpensIntent {}

extension IntentResult {
  public static func result() -> Self
  where Self == IntentResultContainer<Never, Never, Never, Never> { Self() }

  public static func result(dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { Self(dialog: dialog) }

  public static func result<Value>(value: Value) -> Self
  where Self == IntentResultContainer<Value, Never, Never, Never>, Value: _IntentValue {
    Self(value: value)
  }

  public static func result<Value>(value: Value, dialog: IntentDialog) -> Self
  where Self == IntentResultContainer<Value, Never, Never, IntentDialog>, Value: _IntentValue {
    Self(value: value, dialog: dialog)
  }

  @_disfavoredOverload
  public static func result<OpensAppIntent>(opensIntent: OpensAppIntent) -> Self
  where
    Self == IntentResultContainer<Never, OpensAppIntent, Never, Never>, OpensAppIntent: AppIntent
  {
    Self(opensIntent: opensIntent)
  }

  public static func result<OpensAppIntent>(
    opensIntent: OpensAppIntent, dialog: IntentDialog
  ) -> Self
  where
    Self == IntentResultContainer<Never, OpensAppIntent, Never, IntentDialog>,
    OpensAppIntent: AppIntent
  {
    Self(opensIntent: opensIntent, dialog: dialog)
  }
}

/// A text that the system shows or says after an intent.
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
  public let full: LocalizedStringResource
  public let supporting: LocalizedStringResource?

  public init(_ dialog: LocalizedStringResource) { (full, supporting) = (dialog, nil) }

  public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
    (self.full, self.supporting) = (full, supporting)
  }

  public init(
    full: LocalizedStringResource, systemImageName: String
  ) { (self.full, supporting) = (full, nil) }

  public init(stringLiteral value: String) {
    self.init(LocalizedStringResource(stringLiteral: value))
  }

  public init(stringInterpolation: LocalizedStringResource.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}
