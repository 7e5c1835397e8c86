public import AppIntents
internal import YobanSimulatedApple

// Controls (iOS 18, watchOS 26): buttons and toggles of an app in Control Center, on the Lock Screen and on the Action
// button. They stand in the extension with the widgets (WI10).

/// A control of an app's extension. It is marked `@main` if the extension has nothing else.
@MainActor @preconcurrency public protocol ControlWidget: _ExtensionEntryPoint {
  associatedtype Body: ControlWidgetConfiguration
  @MainActor @preconcurrency init()
  @ControlWidgetConfigurationBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension ControlWidget {
  /// The entry point of an extension with one control.
  @MainActor @preconcurrency public static func main() { WidgetHost.start([Self().inBundle]) }

  /// The control as one of the widgets of a bundle.
  var inBundle: some Widget { ControlInBundle(offer: body.foundOffer) }
}

/// The description of a control: its kind, its provider and its template.
@MainActor @preconcurrency public protocol ControlWidgetConfiguration {
  associatedtype Body: ControlWidgetConfiguration
  @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ControlWidgetConfiguration {}

/// Takes the one configuration of a control.
@MainActor @preconcurrency @resultBuilder public struct ControlWidgetConfigurationBuilder {
  public static func buildBlock<Content: ControlWidgetConfiguration>(_ content: Content)
    -> some ControlWidgetConfiguration
  { content }
  public static func buildExpression<Content: ControlWidgetConfiguration>(_ content: Content)
    -> Content
  { content }
}

extension ControlWidgetConfiguration where Body == Never {
  /// A configuration of WidgetKit has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is a configuration of WidgetKit")
  }
}

extension ControlWidgetConfiguration {
  /// The offer of this configuration, or of its body.
  @MainActor var foundOffer: WidgetOffer? {
    if let primitive = self as? any PrimitiveControl { return primitive.offer }
    return Body.self == Never.self ? nil : body.foundOffer
  }

  // MARK: Looks, which have no effect here

  public func displayName(_ resource: LocalizedStringResource) -> some ControlWidgetConfiguration {
    self
  }
  public func description(_ resource: LocalizedStringResource) -> some ControlWidgetConfiguration {
    self
  }
  public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }
}

/// A configuration that knows itself what the system asks for.
@MainActor protocol PrimitiveControl: ControlWidgetConfiguration {
  var offer: WidgetOffer? { get }
}

/// No control.
@MainActor @preconcurrency public struct EmptyControlWidgetConfiguration: PrimitiveControl {
  public typealias Body = Never
  @MainActor @preconcurrency public init() {}
  var offer: WidgetOffer? { nil }
}

/// A control among the widgets of a bundle.
struct ControlInBundle: Widget {
  let offer: WidgetOffer?

  init() { offer = nil }
  init(offer: WidgetOffer?) { self.offer = offer }

  var body: some WidgetConfiguration { ControlOffering(offer: offer) }
}

private struct ControlOffering: PrimitiveConfiguration {
  typealias Body = Never
  let offer: WidgetOffer?
}

// MARK: Values

/// Gives the value of a control, in the process of the extension.
public protocol ControlValueProvider {
  associatedtype Value
  /// The value that the gallery shows. It is not read here.
  var previewValue: Value { get }
  /// The value now. After an error, the control keeps its old value.
  func currentValue() async throws -> Value
}

/// Gives the value of a control that its user configures.
public protocol AppIntentControlValueProvider {
  associatedtype Configuration: ControlConfigurationIntent
  associatedtype Value
  /// The value that the gallery shows. It is not read here.
  func previewValue(configuration: Configuration) -> Value
  func currentValue(configuration: Configuration) async throws -> Value
}

// MARK: Configurations

/// A control that its user does not configure.
@MainActor @preconcurrency
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration
{
  public typealias Body = Never
  let offer: WidgetOffer?

  @MainActor @preconcurrency public init(
    kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content
  ) {
    offer = .control(kind) { _ in
      ()
    } content: { _ in
      content()
    }
  }

  @MainActor @preconcurrency public init<Provider: ControlValueProvider>(
    kind: String, provider: Provider,
    @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) {
    // Sendable: an app's provider is used in its own process only.
    nonisolated(unsafe) let provider = provider
    offer = .control(kind) { _ in
      try await provider.currentValue()
    } content: {
      content($0)
    }
  }
}

extension StaticControlConfiguration: PrimitiveControl {}

/// A control that its user configures.
@MainActor @preconcurrency
public struct AppIntentControlConfiguration<
  Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate
>: ControlWidgetConfiguration {
  public typealias Body = Never
  let offer: WidgetOffer?

  @MainActor @preconcurrency public init(
    kind: String, intent: Configuration.Type = Configuration.self,
    @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
  ) {
    offer = .control(kind) {
      $0 as? Configuration ?? Configuration()
    } content: {
      content($0)
    }
  }

  @MainActor @preconcurrency public init<Provider: AppIntentControlValueProvider>(
    kind: String, provider: Provider,
    @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) where Configuration == Provider.Configuration {
    // Sendable: see above.
    nonisolated(unsafe) let provider = provider
    offer = .control(kind) {
      try await provider.currentValue(configuration: $0 as? Configuration ?? Configuration())
    } content: {
      content($0)
    }
  }
}

extension AppIntentControlConfiguration: PrimitiveControl {}

extension WidgetOffer {
  /// The offer of a control: its value is asked for, and its template is drawn once.
  @MainActor fileprivate static func control<Value>(
    _ kind: String, value: @escaping ((any Sendable)?) async throws -> Value,
    content: @escaping @MainActor (Value) -> some ControlWidgetTemplate
  ) -> WidgetOffer {
    // Sendable: an app's provider is used in its own process only.
    nonisolated(unsafe) let value = value
    return WidgetOffer(kind: kind, isControl: true) { _, configuration, completion in
      Task { @MainActor in
        do {
          let drawn = content(try await value(configuration)).drawn
          completion(
            WidgetTimeline(
              entries: [.init(date: .now, value: drawn.state, texts: drawn.texts)], policy: .never))
        } catch {
          completion(WidgetTimeline(failure: "its provider threw \(error)"))
        }
      }
    }
  }
}
