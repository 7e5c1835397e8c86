import MapKit
import SwiftUI
import Testing
import UIKit
import YobanTesting

/// Views of UIKit in SwiftUI, menus, split views, alerts as values, searches and preferences.
@Suite(.world()) struct MoreViewsTests {
  private func open<A: App>(_ type: A.Type) async throws -> InstalledApp {
    let phone = try World.current.addPhone(iOS: 18)
    let app = try phone.install(.swiftUI(type))
    await phone.open(app)
    return app
  }

  @Test func `a view of UIKit is made once, updated, touched and dismantled`() async throws {
    let app = try await open(RepresentableApp.self)
    let phone = try World.current.phone
    #expect(app.log.texts == ["made", "updated 0", "controller made", "controller appears"])
    try await phone.tap("pressed 0")
    #expect(app.log.texts.suffix(2) == ["pressed", "updated 1"])
    #expect(try await app.shows("pressed 1"))
    #expect(try await app.shows("controller of UIKit"))
    try await phone.tap("Hide")
    #expect(
      app.log.texts.suffix(3) == ["dismantled", "controller disappears", "controller dismantled"])
    #expect(try await !app.shows("pressed 1"))
  }

  @Test func `menus, context menus and swipe actions are choices`() async throws {
    let app = try await open(MenuApp.self)
    let phone = try World.current.phone
    try await phone.choose("Export", in: "More")
    try await phone.choose("Rename", in: "row")
    try await phone.choose("Pin", in: "row")
    try await phone.deleteRow("row")
    #expect(app.log.texts == ["export", "rename", "pin", "delete"])
  }

  @Test func `a split view shows the detail when a row is selected, and back returns`()
    async throws
  {
    let app = try await open(SplitApp.self)
    let phone = try World.current.phone
    #expect(try await app.shows("second"))
    #expect(try await !app.shows("detail none"))
    try await phone.tap("second")
    #expect(try await app.shows("detail second"))
    try await phone.tap("Back")
    #expect(try await app.shows("first"))
  }

  @Test func `a link with a binding shows its page while the binding is true`() async throws {
    let app = try await open(LinkApp.self)
    let phone = try World.current.phone
    try await phone.tap("Open")
    #expect(try await app.shows("page"))
    try await phone.tap("Leave")
    #expect(try await !app.shows("page"))
    try await phone.tap("Second")
    #expect(try await app.shows("page 2"))
    try await phone.tap("Close")
    #expect(try await app.shows("Open"))
    try await phone.tap("Open by itself")
    #expect(try await app.shows("page"))
    #expect(app.log.texts == ["active true", "active false", "active true"])
  }

  @Test func `an alert that is a value has its buttons`() async throws {
    let app = try await open(AlertValueApp.self)
    let phone = try World.current.phone
    try await phone.tap("Erase")
    #expect(try await app.texts == ["Erase all?", "It is final.", "Erase now", "Cancel"])
    try await phone.tap("Erase now")
    #expect(app.log.texts == ["erased"])
    #expect(try await !app.shows("Erase all?"))
  }

  @Test func `a search filters, and a preference reaches the views around`() async throws {
    let app = try await open(SearchApp.self)
    let phone = try World.current.phone
    #expect(app.log.texts == ["sum 3"])
    try await phone.type("b", into: "Find")
    #expect(try await app.shows("b"))
    #expect(try await !app.shows("a"))
    #expect(app.log.texts == ["sum 3", "sum 2"])
  }

  @Test func `a page is shown while its binding is true, and a toolbar can be a structure`()
    async throws
  {
    let app = try await open(PresentedPageApp.self)
    let phone = try World.current.phone
    try await phone.tap("Count 0")
    try await phone.tap("Count 1")
    try await phone.tap("Details")
    #expect(try await app.shows("details of 2"))
    try await phone.tap("Back")
    #expect(try await !app.shows("details of 2"))
    try await phone.tap("Details")
    try await phone.tap("Close")
    #expect(try await app.shows("Count 2"))
    try await phone.tap("Second")
    #expect(try await app.shows("second tab"))
  }
}

// MARK: Apps

private struct PresentedPageApp: App {
  var body: some Scene { WindowGroup { Page() } }

  struct CountItem: ToolbarContent {
    @Binding var count: Int
    var body: some ToolbarContent {
      ToolbarItem { Button("Count \(count)") { count += 1 } }
    }
  }

  struct Page: View {
    @State private var count = 0
    @State private var isShown = false
    @FocusState private var isFocused: Bool
    var body: some View {
      TabView {
        Tab("First", systemImage: "1.circle") {
          NavigationStack {
            Button("Details") { isShown = true }
              .focused($isFocused)
              .toolbar { CountItem(count: $count) }
              .navigationDestination(isPresented: $isShown) {
                Text("details of \(count)")
                Button("Close") { isShown = false }
              }
          }
        }
        Tab("Second", systemImage: "2.circle") { Text("second tab") }
      }
    }
  }
}

private struct Pressing: UIViewRepresentable {
  @Binding var count: Int

  @MainActor final class Coordinator: NSObject {
    var onPress: () -> Void = {}
  }
  func makeCoordinator() -> Coordinator { Coordinator() }
  func makeUIView(context: Context) -> UIButton {
    print("made")
    let coordinator = context.coordinator
    return UIButton(
      type: .system,
      primaryAction: UIAction { _ in
        print("pressed")
        coordinator.onPress()
      })
  }
  func updateUIView(_ button: UIButton, context: Context) {
    print("updated \(count)")
    button.setTitle("pressed \(count)", for: .normal)
    context.coordinator.onPress = { count += 1 }
  }
  static func dismantleUIView(_ button: UIButton, coordinator: Coordinator) { print("dismantled") }
}

private final class PlainController: UIViewController {
  override func viewDidLoad() {
    let label = UILabel()
    label.text = "controller of UIKit"
    view.addSubview(label)
    view.addSubview(MKMapView())
  }
  override func viewWillAppear(_ animated: Bool) { print("controller appears") }
  override func viewDidDisappear(_ animated: Bool) { print("controller disappears") }
}

private struct Controller: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> PlainController {
    print("controller made")
    return PlainController()
  }
  func updateUIViewController(_ controller: PlainController, context: Context) {}
  static func dismantleUIViewController(_ controller: PlainController, coordinator: Void) {
    print("controller dismantled")
  }
}

private struct RepresentableApp: App {
  var body: some Scene { WindowGroup { Page() } }

  struct Page: View {
    @State private var count = 0
    @State private var isShown = true
    var body: some View {
      if isShown {
        Pressing(count: $count)
        Controller()
      }
      Button("Hide") { isShown = false }
    }
  }
}

private struct MenuApp: App {
  var body: some Scene {
    WindowGroup {
      Menu("More") {
        Button("Export") { print("export") }
        Button("Never") { print("never") }.disabled(true)
      }
      List {
        Text("row")
          .contextMenu { Button("Rename") { print("rename") } }
          .swipeActions {
            Button("Delete", role: .destructive) { print("delete") }
            Button("Pin") { print("pin") }
          }
      }
    }
  }
}

private struct SplitApp: App {
  var body: some Scene { WindowGroup { Page() } }

  struct Page: View {
    @State private var selected: String?
    var body: some View {
      NavigationSplitView {
        List(["first", "second"], id: \.self, selection: $selected) { Text($0) }
      } detail: {
        Text("detail \(selected ?? "none")")
      }
    }
  }
}

private struct AlertValueApp: App {
  var body: some Scene { WindowGroup { Page() } }

  struct Page: View {
    @State private var isAsking = false
    var body: some View {
      Button("Erase") { isAsking = true }
        .alert(isPresented: $isAsking) {
          Alert(
            title: Text("Erase all?"), message: Text("It is final."),
            primaryButton: .destructive(Text("Erase now")) { print("erased") },
            secondaryButton: .cancel())
        }
    }
  }
}

private struct SumKey: PreferenceKey {
  static var defaultValue: Int { 0 }
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

private struct SearchApp: App {
  var body: some Scene { WindowGroup { Page() } }

  struct Page: View {
    @State private var text = ""
    private let all = [("a", 1), ("b", 2)]
    var body: some View {
      List {
        ForEach(all.filter { text.isEmpty || $0.0 == text }, id: \.0) { name, number in
          Text(name).preference(key: SumKey.self, value: number)
        }
      }
      .onPreferenceChange(SumKey.self) { print("sum \($0)") }
      .searchable(text: $text, prompt: "Find")
    }
  }
}

/// Links whose binding the app keeps, as they were written until iOS 16.
private struct LinkApp: App {
  var body: some Scene { WindowGroup { LinkPage() } }
}

private struct LinkPage: View {
  @State private var isActive = false
  @State private var selection: Int?

  var body: some View {
    NavigationView {
      VStack {
        NavigationLink(destination: OldPage(), isActive: $isActive) { Text("Open") }
        NavigationLink(tag: 2, selection: $selection) {
          Button("Close") { selection = nil }
          Text("page 2")
        } label: {
          Text("Second")
        }
        Button("Open by itself") { isActive = true }
      }
      .onChange(of: isActive) { _, isActive in print("active \(isActive)") }
    }
  }
}

/// A page that dismisses itself, as it was written until iOS 15.
private struct OldPage: View {
  @Environment(\.presentationMode) var presentationMode

  var body: some View {
    Text("page").accentColor(.red)
    Button("Leave") { presentationMode.wrappedValue.dismiss() }
  }
}
