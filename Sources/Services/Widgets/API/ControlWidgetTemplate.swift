public import AppIntents
internal import YobanSimulatedApple

/// The content of a control: a button or a toggle.
@MainActor @preconcurrency public protocol ControlWidgetTemplate {
  associatedtype Body: ControlWidgetTemplate
  @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ControlWidgetTemplate {}

extension ControlWidgetTemplate where Body == Never {
  /// A template of WidgetKit has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is a template of WidgetKit")
  }
}

/// Takes the one template of a control.
@MainActor @preconcurrency @resultBuilder public struct ControlWidgetTemplateBuilder {
  public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
    content
  }
}

/// A template as it was drawn.
struct DrawnControl {
  let texts: [String]
  let state: ControlState
}

/// A template that is drawn without a body.
@MainActor protocol PrimitiveTemplate: ControlWidgetTemplate {
  var drawnTemplate: DrawnControl { get }
}

extension ControlWidgetTemplate {
  /// The template, or that of its body, as it is drawn.
  @MainActor var drawn: DrawnControl {
    (self as? any PrimitiveTemplate)?.drawnTemplate ?? body.drawn
  }

  /// Has no effect here: nothing has colors.
  public func tint(_ tint: Color?) -> some ControlWidgetTemplate { self }

  /// A control that does nothing when it is touched.
  public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate {
    DisabledTemplate(content: self, isDisabled: disabled)
  }
}

/// A control that shows nothing, and does nothing when it is touched.
@MainActor @preconcurrency public struct EmptyControlWidgetTemplate: PrimitiveTemplate {
  public typealias Body = Never
  @MainActor @preconcurrency public init() {}

  var drawnTemplate: DrawnControl {
    DrawnControl(texts: [], state: ControlState(isOn: nil, action: { nil }))
  }
}

private struct DisabledTemplate<Content: ControlWidgetTemplate>: PrimitiveTemplate {
  typealias Body = Never
  let content: Content
  let isDisabled: Bool

  var drawnTemplate: DrawnControl {
    let drawn = content.drawn
    guard isDisabled else { return drawn }
    return DrawnControl(
      texts: drawn.texts, state: ControlState(isOn: drawn.state.isOn, action: { nil }))
  }
}

// MARK: Buttons

/// The label of a button while its action runs, if the control has none of its own. It is not shown here.
@MainActor @preconcurrency public struct ControlWidgetButtonDefaultActionLabel: View {
  public var body: some View { EmptyView() }
}

/// A control that performs an intent.
@MainActor @preconcurrency
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action>: ControlWidgetTemplate {
  public typealias Body = Never
  private let label: () -> Label
  private let intent: @Sendable () -> any AppIntent

  private init(label: @escaping () -> Label, intent: @escaping @Sendable () -> any AppIntent) {
    (self.label, self.intent) = (label, intent)
  }

  @MainActor @preconcurrency public init(
    action: Action, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where Action: AppIntent { self.init(label: label) { action } }

  @MainActor @preconcurrency public init(
    action: Action, @ViewBuilder label: @escaping () -> Label
  ) where ActionLabel == ControlWidgetButtonDefaultActionLabel, Action: AppIntent {
    self.init(label: label) { action }
  }

  /// A button that opens the app.
  @MainActor @preconcurrency public init(
    action: Action, @ViewBuilder label: @escaping () -> Label
  ) where ActionLabel == ControlWidgetButtonDefaultActionLabel, Action: OpenIntent {
    self.init(label: label) { action }
  }
}

extension ControlWidgetButton where Label == Text {
  @MainActor @preconcurrency public init(
    _ titleKey: LocalizedStringKey, action: Action,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where Action: AppIntent { self.init(label: { Text(titleKey) }) { action } }

  @_disfavoredOverload @MainActor @preconcurrency public init(
    _ titleResource: LocalizedStringResource, action: Action,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where Action: AppIntent { self.init(label: { Text(titleResource) }) { action } }

  @_disfavoredOverload @MainActor @preconcurrency public init(
    _ title: some StringProtocol, action: Action,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where Action: AppIntent {
    let title = String(title)
    self.init(label: { Text(title) }) { action }
  }
}

extension ControlWidgetButton: PrimitiveTemplate {
  var drawnTemplate: DrawnControl {
    DrawnControl(
      texts: label().drawnTexts(), state: ControlState(isOn: nil) { [intent] in intent() })
  }
}

// MARK: Toggles

/// The label of a toggle's value, if the control has none of its own: On or Off.
@MainActor @preconcurrency public struct ControlWidgetToggleDefaultLabel: View {
  let isOn: Bool
  public var body: some View { Text(isOn ? "On" : "Off") }
}

/// A control with two states. A touch performs its intent with the other one.
@MainActor @preconcurrency
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action>: ControlWidgetTemplate {
  public typealias Body = Never
  private let isOn: Bool
  private let label: () -> Label
  private let valueLabel: (Bool) -> ValueLabel
  private let intent: @Sendable (Bool) -> any AppIntent

  @MainActor @preconcurrency public init(
    isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) where Action: SetValueIntent, Action.ValueType == Bool {
    (self.isOn, self.label, self.valueLabel) = (isOn, label, valueLabel)
    intent = { value in
      var action = action
      action.value = value
      return action
    }
  }

  @MainActor @preconcurrency public init(
    isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label
  )
  where
    ValueLabel == ControlWidgetToggleDefaultLabel, Action: SetValueIntent, Action.ValueType == Bool
  {
    self.init(isOn: isOn, action: action, label: label) {
      ControlWidgetToggleDefaultLabel(isOn: $0)
    }
  }
}

extension ControlWidgetToggle where Label == Text {
  @MainActor @preconcurrency public init(
    _ titleKey: LocalizedStringKey, isOn: Bool, action: Action,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) where Action: SetValueIntent, Action.ValueType == Bool {
    self.init(isOn: isOn, action: action, label: { Text(titleKey) }, valueLabel: valueLabel)
  }

  @_disfavoredOverload @MainActor @preconcurrency public init(
    _ titleResource: LocalizedStringResource, isOn: Bool, action: Action,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) where Action: SetValueIntent, Action.ValueType == Bool {
    self.init(isOn: isOn, action: action, label: { Text(titleResource) }, valueLabel: valueLabel)
  }

  @_disfavoredOverload @MainActor @preconcurrency public init(
    _ title: some StringProtocol, isOn: Bool, action: Action,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) where Action: SetValueIntent, Action.ValueType == Bool {
    let title = String(title)
    self.init(isOn: isOn, action: action, label: { Text(title) }, valueLabel: valueLabel)
  }
}

extension ControlWidgetToggle: PrimitiveTemplate {
  var drawnTemplate: DrawnControl {
    DrawnControl(
      texts: label().drawnTexts() + valueLabel(isOn).drawnTexts(),
      state: ControlState(isOn: isOn) { [intent, isOn] in intent(!isOn) })
  }
}

extension View {
  // Texts of the system's hints, which are not shown here.
  public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some View { self }
  public func controlWidgetStatus(_ status: LocalizedStringResource) -> some View { self }
}
