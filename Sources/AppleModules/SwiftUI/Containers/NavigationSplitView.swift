internal import YobanSimulatedApple

/// The columns of a split view that are visible.
public struct NavigationSplitViewVisibility: Equatable, Sendable {
  private let name: String
  public static var automatic: Self { .init(name: "automatic") }
  public static var all: Self { .init(name: "all") }
  public static var doubleColumn: Self { .init(name: "doubleColumn") }
  public static var detailOnly: Self { .init(name: "detailOnly") }
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
  private let name: String
  public static var sidebar: Self { .init(name: "sidebar") }
  public static var content: Self { .init(name: "content") }
  public static var detail: Self { .init(name: "detail") }
}

/// Columns. On an iPhone they are a stack: the sidebar is its root, and the next column is shown when the user selects
/// a row of a list with a selection (assumed; a device also shows it when the app changes the selection).
public nonisolated struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View,
  PrimitiveNode
{
  var systemAPI: SystemAPI? { .navigationSplitView }

  let sidebar: Sidebar
  let content: Content?
  let detail: Detail

  @MainActor func update(_ node: Node) {
    let columns = [content.map { $0 as any View }, detail].compactMap(\.self)
    node.setChild(NavigationStack(sidebar, columns: columns))
  }
}

extension NavigationSplitView {
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: content(), detail: detail()) }

  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: content(), detail: detail()) }
}

extension NavigationSplitView where Content == EmptyView {
  nonisolated public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: nil, detail: detail()) }

  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: nil, detail: detail()) }

  nonisolated public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: nil, detail: detail()) }

  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) { self.init(sidebar: sidebar(), content: nil, detail: detail()) }
}

private struct NextColumnKey: EnvironmentKey { static var defaultValue: Int { 0 } }

extension EnvironmentValues {
  /// The number of the column that follows the one of this view.
  var nextColumn: Int {
    get { self[NextColumnKey.self] }
    set { self[NextColumnKey.self] = newValue }
  }
}
