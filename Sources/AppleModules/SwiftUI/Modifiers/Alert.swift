internal import YobanSimulatedApple

/// An alert, or a dialog with choices. Its content is made with the view that it belongs to, also while
/// it is not presented.
nonisolated struct AlertModifier: SystemModifier {
  enum Kind { case alert, dialog }

  let kind: Kind
  let title: Text
  var isTitleVisible = true
  let isPresented: Binding<Bool>
  let actions: any View
  let message: any View
  let systemAPI: SystemAPI?

  @MainActor func update(_ node: Node, _ content: any View) {
    var children: [(key: AnyHashable, value: Any, environment: EnvironmentValues)] = [
      (0, content, node.environment)
    ]
    if node.tracked({ isPresented.wrappedValue }) {
      var environment = node.environment
      environment.isEnabled = true
      environment[DismissKey.self] = DismissAction { isPresented.wrappedValue = false }
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

/// The views of an alert or a dialog, which are made at once.
nonisolated extension View {
  func presenting(
    _ kind: AlertModifier.Kind, _ title: Text, _ isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, _ actions: any View, _ message: any View,
    isValue: Bool = false
  ) -> some View {
    modifier(
      AlertModifier(
        kind: kind, title: title, isTitleVisible: kind == .alert || titleVisibility == .visible,
        isPresented: isPresented, actions: actions, message: message,
        systemAPI: isValue ? nil : kind == .alert ? .alertWithActions : .confirmationDialog))
  }
}

extension Binding where Value == Bool {
  /// Without its data, an alert is not presented.
  func requiring<Data>(_ data: Data?) -> Binding<Bool> {
    Binding(reading: { wrappedValue && data != nil }) { value, _ in wrappedValue = value }
  }
}

nonisolated extension View {
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(.alert, Text(titleKey), isPresented, actions(), EmptyView())
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(.alert, Text(title), isPresented, actions(), EmptyView())
  }
  public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(.alert, title, isPresented, actions(), EmptyView())
  }

  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    presenting(.alert, Text(titleKey), isPresented, actions(), message())
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    presenting(.alert, Text(title), isPresented, actions(), message())
  }
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    presenting(.alert, title, isPresented, actions(), message())
  }

  public func alert<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(.alert, Text(titleKey), isPresented.requiring(data), data.map(actions), EmptyView())
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(.alert, Text(title), isPresented.requiring(data), data.map(actions), EmptyView())
  }
  public func alert<A: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(.alert, title, isPresented.requiring(data), data.map(actions), EmptyView())
  }

  public func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(
      .alert, Text(titleKey), isPresented.requiring(data), data.map(actions), data.map(message))
  }
  @_disfavoredOverload public func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(
      .alert, Text(title), isPresented.requiring(data), data.map(actions), data.map(message))
  }
  public func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(.alert, title, isPresented.requiring(data), data.map(actions), data.map(message))
  }

  public func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(.alert, Text(error), isPresented.requiring(error), actions(), EmptyView())
  }
  public func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A,
    @ViewBuilder message: (E) -> M
  ) -> some View {
    presenting(
      .alert, Text(error), isPresented.requiring(error), error.map(actions), error.map(message))
  }
}

extension Text {
  /// The description of an error, as the title of an alert.
  fileprivate init<E: LocalizedError>(_ error: E?) {
    self.init(verbatim: error?.errorDescription ?? "")
  }
}
