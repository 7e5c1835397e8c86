/// The purpose of a button.
public struct ButtonRole: Equatable, Sendable {
  private let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

/// A control that runs an action.
public nonisolated struct Button<Label: View>: View, PrimitiveNode {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  @preconcurrency public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(role: nil, action: action, label: label)
  }

  @preconcurrency public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let label = screen.part { node.children[0].node.show(on: &$0) }.elements
    var element = ScreenElement(
      "button", names: screen.names(of: label), texts: label.flatMap(\.texts))
    element.isEnabled = node.environment.isEnabled
    element.isCancel = role == .cancel
    element.isDestructive = role == .destructive
    // A tap gesture of a view in the label comes before the button's action, as gestures of children do.
    element.touch = label.lazy.compactMap(\.touch).first ?? { [action] in action() }
    screen.elements.append(element)
  }
}

extension Button where Label == Text {
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { Text(titleKey) }
  }

  @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { Text(title) }
  }

  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(titleKey) }
  }

  @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }

  @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
    _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
  }

  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }

  @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
    _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
  }
}

/// A control that opens a URL.
@MainActor @preconcurrency public struct Link<Label: View>: View, PrimitiveNode {
  let destination: URL
  // Sendable: set once, then used on the main actor only.
  nonisolated(unsafe) let label: Label

  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.init(label(), to: destination)
  }

  nonisolated init(_ label: Label, to destination: URL) {
    self.destination = destination
    self.label = label
  }

  func update(_ node: Node) { node.setChild(label) }

  func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    var element = ScreenElement(
      "link", names: screen.names(of: child), texts: screen.texts(of: child))
    element.isEnabled = node.environment.isEnabled
    element.touch = { [destination] in node.environment.openURL(destination) }
    screen.elements.append(element)
  }
}

// As `List`.
@available(*, unavailable) extension Link: Sendable {}

extension Link where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(Text(titleKey), to: destination)
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) {
    self.init(Text(title), to: destination)
  }
}
