/// An image. It is not read or drawn.
public nonisolated struct Image: View, PrimitiveNode, Equatable, Sendable {
  private let name: String
  private let label: Text?

  public init(systemName: String) {
    name = systemName
    label = nil
  }
  public init(_ name: String, bundle: Bundle? = nil) {
    self.name = name
    label = nil
  }
  public init(_ resource: ImageResource) { self.init(resource.name) }
  public init(_ resource: ImageResource, label: Text) { self.init(resource.name, label: label) }
  public init(decorative resource: ImageResource) { self.init(decorative: resource.name) }
  public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    self.name = name
    self.label = label
  }
  public init(decorative name: String, bundle: Bundle? = nil) {
    self.name = name
    label = nil
  }
  public init(uiImage: UIImage) {
    name = ""
    label = nil
  }

  @nonexhaustive public enum ResizingMode: Sendable { case tile, stretch }
  public func resizable(
    capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch
  ) -> Image { self }

  @MainActor func update(_ node: Node) {}

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let names = [label?.text(node.environment), name].compactMap(\.self).filter { !$0.isEmpty }
    screen.elements.append(ScreenElement("image", names: names))
  }
}

/// A title with an icon.
public nonisolated struct Label<Title: View, Icon: View>: View, PrimitiveNode {
  let title: Title
  let icon: Icon

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  @MainActor func update(_ node: Node) {
    node.setChildren([(0, title, node.environment), (1, icon, node.environment)])
  }
}

extension Label where Title == Text, Icon == Image {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, systemImage name: String
  ) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }
  nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(name) })
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, image name: String) {
    self.init(title: { Text(title) }, icon: { Image(name) })
  }
}
