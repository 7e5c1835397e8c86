nonisolated extension View {
  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(
      .dialog, Text(titleKey), isPresented, titleVisibility: titleVisibility, actions(), EmptyView()
    )
  }
  @_disfavoredOverload public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(
      .dialog, Text(title), isPresented, titleVisibility: titleVisibility, actions(), EmptyView())
  }
  public func confirmationDialog<A: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A
  ) -> some View {
    presenting(
      .dialog, title, isPresented, titleVisibility: titleVisibility, actions(), EmptyView())
  }

  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    presenting(
      .dialog, Text(titleKey), isPresented, titleVisibility: titleVisibility, actions(), message())
  }
  @_disfavoredOverload public func confirmationDialog<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View {
    presenting(
      .dialog, Text(title), isPresented, titleVisibility: titleVisibility, actions(), message())
  }
  public func confirmationDialog<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View {
    presenting(.dialog, title, isPresented, titleVisibility: titleVisibility, actions(), message())
  }

  public func confirmationDialog<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(
      .dialog, Text(titleKey), isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), EmptyView())
  }
  @_disfavoredOverload public func confirmationDialog<S: StringProtocol, A: View, T>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(
      .dialog, Text(title), isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), EmptyView())
  }
  public func confirmationDialog<A: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    presenting(
      .dialog, title, isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), EmptyView())
  }

  public func confirmationDialog<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting data: T?, @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(
      .dialog, Text(titleKey), isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), data.map(message))
  }
  @_disfavoredOverload public func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(
      .dialog, Text(title), isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), data.map(message))
  }
  public func confirmationDialog<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    presenting(
      .dialog, title, isPresented.requiring(data), titleVisibility: titleVisibility,
      data.map(actions), data.map(message))
  }
}

/// Whether a part of the user interface is visible.
@frozen public enum Visibility: Hashable, CaseIterable, Sendable {
  case automatic, visible, hidden
}
