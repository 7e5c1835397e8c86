/// A control for text.
public nonisolated struct TextField<Label: View>: View, PrimitiveNode {
  let field: TextInput
  let label: Label

  init(_ field: TextInput, _ label: Label) {
    self.field = field
    self.label = label
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    field.show("text field", node, on: &screen)
  }
}

/// The text of a field: the common part of all text fields.
nonisolated struct TextInput {
  var prompt: Text?
  var read: () -> String
  /// Sets the text; a text that a format cannot read is not set.
  var write: (String) -> Void
  var isSecure = false

  init(_ text: Binding<String>, prompt: Text? = nil, isSecure: Bool = false) {
    read = { text.wrappedValue }
    write = { text.wrappedValue = $0 }
    self.prompt = prompt
    self.isSecure = isSecure
  }

  init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput?>, _ format: F, prompt: Text?)
  where F.FormatOutput == String {
    read = { value.wrappedValue.map(format.format) ?? "" }
    write = { value.wrappedValue = try? format.parseStrategy.parse($0) }
    self.prompt = prompt
  }

  init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput>, _ format: F, prompt: Text?)
  where F.FormatOutput == String {
    read = { format.format(value.wrappedValue) }
    write = { text in
      if let parsed = try? format.parseStrategy.parse(text) { value.wrappedValue = parsed }
    }
    self.prompt = prompt
  }

  @MainActor func show(_ kind: String, _ node: Node, on screen: inout Screen) {
    let text = read()
    let prompt = [prompt?.text(node.environment)].compactMap(\.self)
    let label = screen.texts(of: node.children[0].node)
    let names = (label + prompt + (isSecure ? [] : [text])).filter { !$0.isEmpty }
    let shown = text.isEmpty ? (prompt.isEmpty ? label : prompt) : isSecure ? [] : [text]
    var element = ScreenElement(kind, names: names, texts: shown)
    element.isEnabled = node.environment.isEnabled
    element.value = isSecure ? String(repeating: "•", count: text.count) : text
    element.touch = {}
    let submit = node.environment.submitActions
    element.enter = { [write] text in
      write(text)
      for action in submit.list.reversed() { action() }
    }
    screen.elements.append(element)
  }
}

extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(TextInput(text), Text(titleKey))
  }
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(TextInput(text, prompt: prompt), Text(titleKey))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>
  ) {
    self.init(TextInput(text), Text(title))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) {
    self.init(TextInput(text, prompt: prompt), Text(title))
  }
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis
  ) {
    self.init(TextInput(text), Text(titleKey))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, axis: Axis
  ) {
    self.init(TextInput(text), Text(title))
  }
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(TextInput(value, format, prompt: prompt), Text(titleKey))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(TextInput(value, format, prompt: prompt), Text(title))
  }
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F,
    prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(TextInput(value, format, prompt: prompt), Text(titleKey))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(TextInput(value, format, prompt: prompt), Text(title))
  }
}

extension TextField {
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(TextInput(text, prompt: prompt), label())
  }
}

/// A control for a password. Its text is not shown.
public nonisolated struct SecureField<Label: View>: View, PrimitiveNode {
  let field: TextInput
  let label: Label

  public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
    field = TextInput(text, prompt: prompt, isSecure: true)
    self.label = label()
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    field.show("secure text field", node, on: &screen)
  }
}

extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(text: text) { Text(titleKey) }
  }
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(text: text, prompt: prompt) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>
  ) {
    self.init(text: text) { Text(title) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, prompt: Text?
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }
}

/// A control for several lines of text. It has no name until `accessibilityLabel` or
/// `accessibilityIdentifier` gives it one.
public nonisolated struct TextEditor: View, PrimitiveNode {
  let field: TextInput

  public init(text: Binding<String>) { field = TextInput(text) }

  @MainActor func update(_ node: Node) { node.setChild(EmptyView()) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    field.show("text editor", node, on: &screen)
  }
}

nonisolated extension View {
  /// Runs the action when the user ends the input of a text field with return.
  public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View {
    modifier(
      EnvironmentModifier {
        if triggers.contains(.text) { $0.submitActions.list.insert(action, at: 0) }
      })
  }
}

/// The kinds of fields of `onSubmit`.
public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
}
