public import AppIntents

// Buttons and toggles with an intent (iOS 17). In an app, a tap performs the intent in the app's process. A test
// performs one of a widget with `phone.perform(_:in:)`, which reloads the widget.

extension Button {
  public init<I: AppIntent>(intent: I, @ViewBuilder label: () -> Label) {
    self.init(action: { intent.performHere() }, label: label)
  }

  public init<I: AppIntent>(role: ButtonRole?, intent: I, @ViewBuilder label: () -> Label) {
    self.init(role: role, action: { intent.performHere() }, label: label)
  }
}

extension Button where Label == Text {
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, intent: I) {
    self.init(titleKey, action: { intent.performHere() })
  }

  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(_ title: S, intent: I) {
    self.init(title, action: { intent.performHere() })
  }
}

extension Toggle {
  public init<I: AppIntent>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) {
    self.init(
      isOn: Binding(get: { isOn }, set: { _ in intent.performHere() }), label: label)
  }
}

extension Toggle where Label == Text {
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: I) {
    self.init(isOn: isOn, intent: intent) { Text(titleKey) }
  }

  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(
    _ title: S, isOn: Bool, intent: I
  ) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }
}

extension AppIntent {
  /// Performs the intent without the time limit of the system. An error that it throws is not shown.
  fileprivate func performHere() {
    Task { _ = try? await perform() }
  }
}
