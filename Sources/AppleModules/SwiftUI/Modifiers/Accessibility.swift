/// The names and values of elements for VoiceOver and tests.
nonisolated struct AccessibilityModifier: SystemModifier {
  var label: Text?
  var value: Text?
  var identifier: String?
  var isHidden = false

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let part = screen.part { node.showChildren(on: &$0) }
    var elements = part.elements
    for index in elements.indices {
      if let label {
        // A label replaces the texts as names. What is drawn stays the same.
        elements[index].names = [label.text(node.environment)] + elements[index].identifiers
      }
      if let value { elements[index].value = value.text(node.environment) }
      if let identifier {
        elements[index].identifiers.append(identifier)
        elements[index].names.append(identifier)
      }
      if isHidden { elements[index].names = elements[index].identifiers }
    }
    if elements.isEmpty, label != nil || identifier != nil, !isHidden {
      var element = ScreenElement("view", names: [])
      element.names = [label?.text(node.environment), identifier].compactMap(\.self)
      element.identifiers = [identifier].compactMap(\.self)
      element.value = value?.text(node.environment)
      elements = [element]
    }
    screen.adopt(part, elements: elements)
  }
}

nonisolated extension View {
  public func accessibilityLabel(_ label: Text) -> ModifiedContent<Self, some ViewModifier> {
    modifier(AccessibilityModifier(label: label))
  }
  public func accessibilityLabel(
    _ labelKey: LocalizedStringKey
  ) -> ModifiedContent<Self, some ViewModifier> { accessibilityLabel(Text(labelKey)) }
  @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(
    _ label: S
  ) -> ModifiedContent<Self, some ViewModifier> { accessibilityLabel(Text(label)) }

  public func accessibilityValue(
    _ valueDescription: Text
  ) -> ModifiedContent<Self, some ViewModifier> {
    modifier(AccessibilityModifier(value: valueDescription))
  }
  public func accessibilityValue(
    _ valueKey: LocalizedStringKey
  ) -> ModifiedContent<Self, some ViewModifier> { accessibilityValue(Text(valueKey)) }
  @_disfavoredOverload public func accessibilityValue<S: StringProtocol>(
    _ value: S
  ) -> ModifiedContent<Self, some ViewModifier> { accessibilityValue(Text(value)) }

  public func accessibilityIdentifier(
    _ identifier: String
  ) -> ModifiedContent<Self, some ViewModifier> {
    modifier(AccessibilityModifier(identifier: identifier))
  }

  /// Hides the elements from VoiceOver and from tests that touch by name. Their texts stay visible.
  public func accessibilityHidden(_ hidden: Bool) -> ModifiedContent<Self, some ViewModifier> {
    modifier(AccessibilityModifier(isHidden: hidden))
  }

  /// Hides the view. It keeps its place, and its state.
  public func hidden() -> some View { modifier(HiddenModifier()) }
}

private nonisolated struct HiddenModifier: SystemModifier {
  @MainActor func show(_ node: Node, on screen: inout Screen) {}
}
