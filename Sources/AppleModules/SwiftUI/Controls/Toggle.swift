/// A switch with a label.
public nonisolated struct Toggle<Label: View>: View, PrimitiveNode {
  let isOn: Binding<Bool>
  let label: Label

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "switch", names: screen.names(of: child), texts: screen.texts(of: child))
    element.isEnabled = node.environment.isEnabled
    element.isOn = isOn.wrappedValue
    element.value = isOn.wrappedValue ? "1" : "0"
    element.touch = { isOn.wrappedValue.toggle() }
    screen.elements.append(element)
  }
}

extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(titleKey) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { SwiftUI.Label(title, systemImage: systemImage) }
  }
}
