internal import YobanSimulatedApple
public import UniformTypeIdentifiers

/// A search field above a view. A test types into it by its prompt, which is "Search" without one of the app.
private nonisolated struct SearchModifier: SystemModifier {
  var systemAPI: SystemAPI? { .searchable }

  let text: Binding<String>
  let prompt: Text?

  @MainActor func update(_ node: Node, _ content: any View) {
    node.setChildren([
      (0, content, node.environment),
      (1, TextField(TextInput(text, prompt: prompt), Text(verbatim: "Search")), node.environment),
    ])
  }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    node.children[1].node.show(on: &screen)
    node.children[0].node.show(on: &screen)
  }
}

/// The place of a search field.
public struct SearchFieldPlacement: Sendable {
  private let name: String
  public static let automatic = SearchFieldPlacement(name: "automatic")
  public static let toolbar = SearchFieldPlacement(name: "toolbar")
  public static let sidebar = SearchFieldPlacement(name: "sidebar")
  public static let navigationBarDrawer = SearchFieldPlacement(name: "navigationBarDrawer")
  @nonexhaustive public enum NavigationBarDrawerDisplayMode: Sendable { case automatic, always }
  public static func navigationBarDrawer(
    displayMode: NavigationBarDrawerDisplayMode
  ) -> SearchFieldPlacement { .navigationBarDrawer }
}

nonisolated extension View {
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { modifier(SearchModifier(text: text, prompt: prompt)) }
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View { modifier(SearchModifier(text: text, prompt: Text(prompt))) }
  @_disfavoredOverload public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View { modifier(SearchModifier(text: text, prompt: Text(prompt))) }

  // MARK: Files, of which no user selects one

  /// Never calls the closure: no user selects a file.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View { self }
  /// Never calls the closure: no user selects a file.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View { self }
}

/// Whether the content can be changed.
@nonexhaustive public enum EditMode: Sendable {
  case inactive, transient, active
  public var isEditing: Bool { self != .inactive }
}

private struct EditModeKey: EnvironmentKey {
  static var defaultValue: Binding<EditMode>? { nil }
}

extension EnvironmentValues {
  public var editMode: Binding<EditMode>? {
    get { self[EditModeKey.self] }
    set { self[EditModeKey.self] = newValue }
  }
}

/// A button that turns the edit mode of its environment on and off. The mode has no effect on lists: a test deletes
/// rows in any mode.
public struct EditButton: View {
  @Environment(\.editMode) private var mode

  public init() {}

  public var body: some View {
    let isEditing = mode?.wrappedValue.isEditing ?? false
    Button(isEditing ? "Done" : "Edit") { mode?.wrappedValue = isEditing ? .inactive : .active }
  }
}
