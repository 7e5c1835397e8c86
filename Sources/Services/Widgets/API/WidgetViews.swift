// Values and modifiers for the views of widgets. Nothing of them is drawn.

extension EnvironmentValues {
  private struct FamilyKey: EnvironmentKey {
    static var defaultValue: WidgetFamily { .systemSmall }
  }

  /// The family of the widget whose view is evaluated.
  public var widgetFamily: WidgetFamily {
    get { self[FamilyKey.self] }
    set { self[FamilyKey.self] = newValue }
  }

  /// Whether the background of the widget is shown: always.
  public var showsWidgetContainerBackground: Bool { true }
}

/// The place of a background of a container.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
  let name: String
  /// The background of a widget.
  public static let widget = Self(name: "widget")
}

extension View {
  public func widgetURL(_ url: URL?) -> some View { self }
  public func widgetAccentable(_ accentable: Bool = true) -> some View { self }
  public func invalidatableContent(_ invalidatable: Bool = true) -> some View { self }
  public func containerBackground<S: ShapeStyle>(
    _ style: S, for container: ContainerBackgroundPlacement
  ) -> some View { self }
  public func containerBackground<V: View>(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center,
    @ViewBuilder content: () -> V
  ) -> some View { self }
}

/// The background of a widget on the Lock Screen.
public struct AccessoryWidgetBackground: View {
  public init() {}
  public var body: some View { EmptyView() }
}
