// accepted
// Code that Xcode accepts, too.
import SwiftUI

@MainActor final class Model {
  var name = ""
  func reload() async {}
}

struct Page: View {
  let model: Model
  @Environment(\.openURL) private var openURL
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    // The closures belong to the actor of the code around them.
    let name = Binding(get: { model.name }, set: { model.name = $0 })
    return VStack {
      TextField("Name", text: name)
      Button("Open") { openURL(URL(filePath: "/")) }
      Image("a").resizable(resizingMode: .tile)
    }
    .refreshable { await model.reload() }
    .shadow(color: Color(.displayP3, red: 1, green: 0, blue: 0), radius: 2)
    .background(.red, ignoresSafeAreaEdges: .top)
    .environment(\.scenePhase, .active)
    .environment(\.openURL, OpenURLAction { _ in .discarded })
  }
}

extension View {
  /// The content of an alert is made at once: its closures do not escape.
  func asking<A: View>(
    _ isPresented: Binding<Bool>, about item: Int?, @ViewBuilder actions: () -> A,
    @ViewBuilder message: (Int) -> Text
  ) -> some View {
    alert("Really?", isPresented: isPresented, actions: actions)
      .confirmationDialog("Really?", isPresented: isPresented, presenting: item) { _ in
        actions()
      } message: {
        message($0)
      }
  }
}

extension List {
  /// An extension of a view of the main actor belongs to it, too.
  func reloading(_ model: Model) -> some View { accessibilityLabel(model.name) }
}

/// Two names of Combine come with Foundation at Apple, so that this needs no `import Combine`.
@MainActor final class Recording: ObservableObject { @Published var count = 0 }

struct RecordingPage: View {
  @ObservedObject var recording: Recording

  var body: some View {
    Stepper("Count", value: $recording.count).onReceive(recording.$count) { _ in }
  }
}

func makeView() -> some View { Link("Help", destination: URL(filePath: "/")) }

func requireSendable(_ value: some Sendable) {}

func sendStorage(_ stored: AppStorage<Int>, _ restored: SceneStorage<String>) {
  requireSendable(stored)
  requireSendable(restored)
}

/// A row of a list that the user can delete stays the content of the list.
@MainActor func rows(_ names: [String]) -> some DynamicViewContent {
  ForEach(names, id: \.self) { Text($0) }.onDelete { _ in }
}
