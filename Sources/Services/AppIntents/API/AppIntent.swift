/// A type with a name that does not change.
public protocol PersistentlyIdentifiable {
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  /// The name of the type.
  public static var persistentIdentifier: String { "\(Self.self)" }
}

/// An action of the app that the system performs for the user (AI1).
///
/// A test performs one with `phone.perform(StartRecording(), of: app)`.
public protocol AppIntent: PersistentlyIdentifiable, Sendable {
  associatedtype PerformResult: IntentResult
  associatedtype SummaryContent: ParameterSummary = EmptyParameterSummary

  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  /// Whether the app is opened before the intent is performed (AI1).
  static var openAppWhenRun: Bool { get }
  static var isDiscoverable: Bool { get }
  /// Whether a control performs the intent while the device is locked (WI10). It has no other effect here.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// Is not evaluated here: there is no Shortcuts app.
  static var parameterSummary: SummaryContent { get }

  init()

  /// Performs the action, in the app's process. It must return within 30 s (AI2).
  func perform() async throws -> PerformResult
}

extension AppIntent {
  public typealias Parameter<Value> = IntentParameter<Value> where Value: _IntentValue

  public static var description: IntentDescription? { nil }
  public static var openAppWhenRun: Bool { false }
  public static var isDiscoverable: Bool { true }
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
}

extension AppIntent where SummaryContent == EmptyParameterSummary {
  public static var parameterSummary: EmptyParameterSummary { EmptyParameterSummary() }
}

/// Stands for an intent that is never performed.
extension Never: AppIntent {
  public typealias PerformResult = IntentResultContainer<Never, Never, Never, Never>
  public static var title: LocalizedStringResource { "" }

  public init() { preconditionFailure("Never has no value") }
  public func perform() async throws -> PerformResult { fatalError("Never has no value") }
}

public struct IntentDescription: Sendable, ExpressibleByStringLiteral {
  public var descriptionText: LocalizedStringResource
  public var categoryName: LocalizedStringResource?
  public var searchKeywords: [LocalizedStringResource]
  public var resultValueName: LocalizedStringResource?

  public init(
    _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = [],
    resultValueName: LocalizedStringResource? = nil
  ) {
    self.descriptionText = descriptionText
    self.categoryName = categoryName
    self.searchKeywords = searchKeywords
    self.resultValueName = resultValueName
  }

  public init(stringLiteral value: String) {
    self.init(LocalizedStringResource(stringLiteral: value))
  }
}

@nonexhaustive public enum IntentAuthenticationPolicy: Sendable {
  case alwaysAllowed, requiresAuthentication, requiresLocalDeviceAuthentication
}

// MARK: Kinds of intents

/// An intent that the system knows.
public protocol SystemIntent: AppIntent {}

/// An intent that starts or changes a Live Activity. It may start one in background (AI3, iOS 17).
public protocol LiveActivityIntent: SystemIntent {}

/// The name of `LiveActivityIntent` before iOS 17, with the same permission (AI3).
public protocol LiveActivityStartingIntent: SystemIntent {}

/// An intent that plays audio, in the app's process.
public protocol AudioPlaybackIntent: SystemIntent {}

/// The name of `AudioPlaybackIntent` before iOS 17.
public protocol AudioStartingIntent: SystemIntent {}

/// An intent that records audio, in the app's process (iOS 18).
public protocol AudioRecordingIntent: SystemIntent {}

/// An intent that sets a value, such as that of a toggle.
public protocol SetValueIntent: AppIntent {
  associatedtype ValueType: _IntentValue
  var value: ValueType { get set }
}

/// An intent that opens the app with something that the user has chosen.
public protocol OpenIntent: SystemIntent {
  associatedtype Value: _IntentValue
  var target: Value { get set }
}

extension OpenIntent {
  public static var openAppWhenRun: Bool { true }
}

/// The configuration of a control, which its user changes (iOS 18). It is a value; performing it does nothing.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
  public func perform() async throws -> some IntentResult { .result() }
}

/// The configuration of a widget, which its user changes (iOS 17). It is a value; performing it does nothing.
public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
  public func perform() async throws -> some IntentResult { .result() }
}
