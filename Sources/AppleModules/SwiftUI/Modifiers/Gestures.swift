nonisolated extension View {
  /// Performs an action when the view is tapped: a test taps it by a text or a name in it.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    modifier(TapModifier(action: action))
  }

  /// Never performed: a test has no long touch.
  public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10,
    perform action: @escaping () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View { self }
  public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
  public func allowsHitTesting(_ enabled: Bool) -> some View { self }
}

/// Gives the elements of a view that have no touch of their own the touch of the gesture.
private nonisolated struct TapModifier: SystemModifier {
  let action: () -> Void

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let part = screen.part { node.showChildren(on: &$0) }
    var elements = part.elements
    if elements.isEmpty { elements = [ScreenElement("view", names: [])] }
    for index in elements.indices where elements[index].touch == nil {
      elements[index].touch = action
    }
    screen.adopt(part, elements: elements)
  }
}
