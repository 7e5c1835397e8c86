/// An alert, or a dialog with choices.
nonisolated struct AlertModifier: SystemModifier {
  enum Kind { case alert, dialog }

  let kind: Kind
  let title: Text
  var isTitleVisible = true
  let isPresented: Binding<Bool>
  let actions: () -> any View
  let message: () -> any View

  @MainActor func update(_ node: Node, _ content: any View) {
    var children: [(key: AnyHashable, value: Any, environment: EnvironmentValues)] = [
      (0, content, node.environment)
    ]
    if node.tracked({ isPresented.wrappedValue }) {
      var environment = node.environment
      environment.isEnabled = true
      environment[DismissKey.self] = DismissAction { isPresented.wrappedValue = false }
      let (actions, message) = node.tracked { (self.actions(), self.message()) }
      children += [(1, message, environment), (2, actions, environment)]
    }
    node.setChildren(children)
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.children[0].node.show(on: &screen)
    guard node.children.count > 1 else { return }
    var part = Screen()
    let title = title.text(node.environment)
    if isTitleVisible, !title.isEmpty {
      part.elements.append(
        ScreenElement(kind == .alert ? "alert text" : "dialog text", names: [title], texts: [title])
      )
    }
    node.children[1].node.show(on: &part)
    var actions = Screen()
    node.children[2].node.show(on: &actions)
    part.elements += buttons(actions.elements)
    screen.covers.append(part.elements)
  }

  /// The actions, each of which also dismisses the alert after it has run, and the button that the system
  /// adds.
  @MainActor private func buttons(_ actions: [ScreenElement]) -> [ScreenElement] {
    var buttons = actions.map { action in
      var button = action
      if let touch = action.touch, action.enter == nil {
        button.touch = {
          touch()
          isPresented.wrappedValue = false
        }
      }
      return button
    }
    let added: String? =
      switch kind {
      case .alert: buttons.contains { $0.touch != nil && $0.enter == nil } ? nil : "OK"
      case .dialog: buttons.contains(where: \.isCancel) ? nil : "Cancel"
      }
    if let added {
      var button = ScreenElement("button", names: [added], texts: [added])
      button.isCancel = kind == .dialog
      button.touch = { isPresented.wrappedValue = false }
      buttons.append(button)
    }
    return buttons
  }
}

nonisolated extension View {
  public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View {
    modifier(
      AlertModifier(
        kind: .alert, title: title, isPresented: isPresented, actions: { actions() },
        message: { message() }))
  }
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(Text(titleKey), isPresented: isPresented, actions: actions)
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(Text(title), isPresented: isPresented, actions: actions)
  }
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View {
    alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message)
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View {
    alert(Text(title), isPresented: isPresented, actions: actions, message: message)
  }

  public func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    let isShown = Self.isPresented(isPresented, data != nil)
    return alert(Text(titleKey), isPresented: isShown) {
      if let data { actions(data) }
    } message: {
      if let data { message(data) }
    }
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    let isShown = Self.isPresented(isPresented, data != nil)
    return alert(Text(title), isPresented: isShown) {
      if let data { actions(data) }
    } message: {
      if let data { message(data) }
    }
  }

  /// Without its data, an alert is not presented.
  private static func isPresented(_ binding: Binding<Bool>, _ hasData: Bool) -> Binding<Bool> {
    Binding(reading: { binding.wrappedValue && hasData }) { value, _ in
      binding.wrappedValue = value
    }
  }

  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    alert(
      Text(verbatim: error?.errorDescription ?? ""),
      isPresented: Self.isPresented(isPresented, error != nil), actions: actions)
  }

  public func confirmationDialog<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View {
    modifier(
      AlertModifier(
        kind: .dialog, title: title, isTitleVisible: titleVisibility == .visible,
        isPresented: isPresented, actions: { actions() }, message: { message() }))
  }
  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    confirmationDialog(
      Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility,
      actions: actions
    ) { EmptyView() }
  }
  @_disfavoredOverload public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View {
    confirmationDialog(
      Text(title), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
    ) { EmptyView() }
  }
  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View {
    confirmationDialog(
      Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility,
      actions: actions, message: message)
  }
}

/// Whether a part of the user interface is visible.
public enum Visibility: Hashable, CaseIterable, Sendable {
  case automatic, visible, hidden
}
