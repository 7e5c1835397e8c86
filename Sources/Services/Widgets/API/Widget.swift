/// A widget of an app's extension. It is marked `@main` if the extension has only one.
@MainActor @preconcurrency public protocol Widget: _ExtensionEntryPoint {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency init()
  @MainActor @preconcurrency var body: Self.Body { get }
}

extension Widget {
  /// The entry point of an extension with one widget.
  @MainActor @preconcurrency public static func main() { WidgetHost.start([Self()]) }
}

/// The widgets of an app's extension, which is marked `@main`.
@MainActor @preconcurrency public protocol WidgetBundle: _ExtensionEntryPoint {
  associatedtype Body: Widget
  @MainActor @preconcurrency init()
  @WidgetBundleBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension WidgetBundle {
  /// The entry point of an extension with several widgets.
  @MainActor @preconcurrency public static func main() {
    WidgetHost.start(WidgetList.widgets(of: Self().body))
  }
}

/// Makes the list of a bundle's widgets.
@MainActor @preconcurrency @resultBuilder public struct WidgetBundleBuilder {
  public static func buildExpression<Content: Widget>(_ content: Content) -> some Widget { content }
  public static func buildExpression<Content: ControlWidget>(_ content: Content) -> some Widget {
    content.inBundle
  }
  public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget
  {
    var widgets: [any Widget] = []
    for widget in repeat each content { widgets.append(widget) }
    return WidgetList(widgets)
  }
  public static func buildOptional(_ widget: (any Widget)?) -> some Widget {
    WidgetList(widget.map { [$0] } ?? [])
  }
  public static func buildLimitedAvailability(_ widget: some Widget) -> any Widget { widget }
}

/// Several widgets as one.
struct WidgetList: Widget {
  let widgets: [any Widget]

  init() { widgets = [] }
  init(_ widgets: [any Widget]) { self.widgets = widgets }

  var body: some WidgetConfiguration { EmptyWidgetConfiguration() }

  @MainActor static func widgets(of widget: some Widget) -> [any Widget] {
    guard let list = widget as? WidgetList else { return [widget] }
    return list.widgets.flatMap { widgets(of: $0) }
  }
}
