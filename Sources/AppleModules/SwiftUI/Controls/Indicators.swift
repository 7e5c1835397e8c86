internal import YobanSimulatedApple

/// The progress of a task.
public nonisolated struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveNode {
  let fraction: Double?
  let label: Label?
  let currentLabel: CurrentValueLabel?

  @MainActor func update(_ node: Node) {
    node.setChildren(
      (label.map { [(0, $0, node.environment)] } ?? [])
        + (currentLabel.map { [(1, $0, node.environment)] } ?? []))
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let texts = node.children.flatMap { screen.texts(of: $0.node) }
    var element = ScreenElement("progress", names: texts, texts: texts)
    element.value = fraction.map { "\(Int(($0 * 100).rounded())) %" }
    screen.elements.append(element)
  }

  init(fraction: Double?, label: Label?, currentLabel: CurrentValueLabel?) {
    self.fraction = fraction
    self.label = label
    self.currentLabel = currentLabel
  }

  static func share<V: BinaryFloatingPoint>(_ value: V?, of total: V) -> Double? {
    value.map { total > 0 ? min(max(Double($0 / total), 0), 1) : 0 }
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  nonisolated public init() where Label == EmptyView {
    self.init(fraction: nil, label: nil, currentLabel: nil)
  }
  nonisolated public init(@ViewBuilder label: () -> Label) {
    self.init(fraction: nil, label: label(), currentLabel: nil)
  }
  nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {
    self.init(fraction: nil, label: Text(titleKey), currentLabel: nil)
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S)
  where Label == Text {
    self.init(fraction: nil, label: Text(title), currentLabel: nil)
  }
  nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0)
  where Label == EmptyView {
    self.init(fraction: Self.share(value, of: total), label: nil, currentLabel: nil)
  }
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label
  ) {
    self.init(fraction: Self.share(value, of: total), label: label(), currentLabel: nil)
  }
  nonisolated public init<V: BinaryFloatingPoint>(
    _ titleKey: LocalizedStringKey, value: V?, total: V = 1.0
  ) where Label == Text {
    self.init(fraction: Self.share(value, of: total), label: Text(titleKey), currentLabel: nil)
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, V: BinaryFloatingPoint>(
    _ title: S, value: V?, total: V = 1.0
  ) where Label == Text {
    self.init(fraction: Self.share(value, of: total), label: Text(title), currentLabel: nil)
  }
}

extension ProgressView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      fraction: Self.share(value, of: total), label: label(), currentLabel: currentValueLabel())
  }
}

/// A label with a value.
public nonisolated struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}

extension LabeledContent: View where Label: View, Content: View {
  public typealias Body = Never

  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.init(label: label(), content: content())
  }
}

extension LabeledContent: PrimitiveNode where Label: View, Content: View {
  var systemAPI: SystemAPI? { .labeledContent }

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, label, node.environment), (1, content, node.environment)])
  }

  /// The label names the value: `app.value(of:)` returns the value's text.
  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let names = screen.texts(of: node.children[0].node)
    let part = screen.part { node.children[1].node.show(on: &$0) }
    guard !part.elements.contains(where: \.isControl) else {
      node.showChildren(on: &screen)
      return
    }
    let values = part.elements.flatMap(\.texts)
    var element = ScreenElement("labeled value", names: names + values, texts: names + values)
    element.value = values.joined(separator: ", ")
    screen.elements.append(element)
  }
}

extension LabeledContent where Label == Text, Content: View {
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  nonisolated public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    self.init(content: { Text(value) }) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S1: StringProtocol, S2: StringProtocol>(
    _ title: S1, value: S2
  ) {
    self.init(content: { Text(value) }) { Text(title) }
  }
  nonisolated public init<F: FormatStyle>(
    _ titleKey: LocalizedStringKey, value: F.FormatInput, format: F
  ) where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(content: { Text(value, format: format) }) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, F: FormatStyle>(
    _ title: S, value: F.FormatInput, format: F
  ) where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(content: { Text(value, format: format) }) { Text(title) }
  }
}
