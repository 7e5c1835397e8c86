/// The action of a view for URLs that the user opens in the app (SU3).
nonisolated struct OpenURLModifier: SystemModifier {
  let action: (URL) -> Void

  @MainActor func update(_ node: Node, _ content: any View) {
    node.graph.addURLReceiver(node)
    node.setChild(content)
  }
}

nonisolated extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    modifier(OpenURLModifier(action: action))
  }
}

/// A value that receives URLs.
@MainActor protocol URLReceiver {
  func receive(_ url: URL)
}

extension ModifiedContent: @MainActor URLReceiver where Content: View, Modifier: ViewModifier {
  @MainActor func receive(_ url: URL) { (modifier as? OpenURLModifier)?.action(url) }
}

extension ViewGraph {
  /// Calls the actions of all visible views for the URL, in their order in the tree.
  @MainActor func open(_ url: URL) {
    for node in urlReceivers { (node.value as? any URLReceiver)?.receive(url) }
    update()
  }
}
