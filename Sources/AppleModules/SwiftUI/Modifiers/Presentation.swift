internal import YobanSimulatedApple

/// A sheet or another cover with a content of its own.
nonisolated struct CoverModifier: SystemModifier {
  let isPresented: () -> Bool
  /// The identity of the presented item; another item makes another content.
  let identity: () -> AnyHashable
  let dismiss: () -> Void
  let onDismiss: (() -> Void)?
  let cover: () -> any View

  /// Whether the content was presented at the last update.
  private final class Memory: @unchecked SimulationConfined { var wasPresented = false }

  @MainActor func update(_ node: Node, _ content: any View) {
    let memory = node.slot(0) { Memory() }
    let isPresented = node.tracked { self.isPresented() }
    let identity = node.tracked { self.identity() }
    var children: [(key: AnyHashable, value: Any, environment: EnvironmentValues)] = [
      (0, content, node.environment)
    ]
    if isPresented {
      var environment = node.environment
      environment.navigation = nil
      environment[IsPresentedKey.self] = true
      environment.isEnabled = true
      environment[DismissKey.self] = DismissAction(dismiss)
      let view = node.tracked { cover() }
      children.append((AnyHashable([AnyHashable(1), identity]), view, environment))
    }
    node.setChildren(children)
    if memory.wasPresented, !isPresented, let onDismiss { node.graph.afterUpdate { onDismiss() } }
    memory.wasPresented = isPresented
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.children[0].node.show(on: &screen)
    guard node.children.count > 1 else { return }
    var part = Screen()
    node.children[1].node.show(on: &part)
    screen.covers.append(part.visible)
  }
}

nonisolated extension View {
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    modifier(cover(isPresented, onDismiss, content))
  }

  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(cover(item, onDismiss, content))
  }

  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    modifier(cover(isPresented, onDismiss, content))
  }

  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(cover(item, onDismiss, content))
  }

  private func cover<Content: View>(
    _ isPresented: Binding<Bool>, _ onDismiss: (() -> Void)?, _ content: @escaping () -> Content
  ) -> CoverModifier {
    CoverModifier(
      isPresented: { isPresented.wrappedValue }, identity: { 0 },
      dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss, cover: { content() })
  }

  private func cover<Item: Identifiable, Content: View>(
    _ item: Binding<Item?>, _ onDismiss: (() -> Void)?, _ content: @escaping (Item) -> Content
  ) -> CoverModifier {
    CoverModifier(
      isPresented: { item.wrappedValue != nil },
      identity: { item.wrappedValue.map { AnyHashable($0.id) } ?? AnyHashable(0) },
      dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss,
      cover: { item.wrappedValue.map(content) })
  }
}
