import Observation
import SwiftUI

/// An app with tabs, a list with a selection, and pages of values.
struct ContainerApp: App {
  @UIApplicationDelegateAdaptor private var delegate: ObservingDelegate

  var body: some Scene {
    WindowGroup {
      TabView {
        ListPage().tabItem { Label("Days", systemImage: "list.bullet") }
        PathPage().tabItem { Text("Path") }
        TextPage().tabItem { Text("Texts") }
      }
    }
  }
}

@Observable final class ObservingDelegate: NSObject, UIApplicationDelegate {
  var memoryWarnings = 0

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { memoryWarnings += 1 }
}

struct Day: Identifiable {
  let id: Int
  let name: String
}

struct ListPage: View {
  @Environment(ObservingDelegate.self) private var delegate
  @State private var selection: Int?
  @State private var isOpen = false
  private let days = [Day(id: 1, name: "Monday"), Day(id: 2, name: "Tuesday")]

  var body: some View {
    VStack {
      Text("Warnings: \(delegate.memoryWarnings)")
      Text(selection.map { "Selected \($0)" } ?? "None")
      List(days, selection: $selection) { Text($0.name) }
      DisclosureGroup("More", isExpanded: $isOpen) { Text("Inside") }
    }
    .onAppear { print("list appears") }
    .onDisappear { print("list disappears") }
  }
}

struct PathPage: View {
  @State private var path = NavigationPath()

  var body: some View {
    NavigationStack(path: $path) {
      List(0..<2) { NavigationLink("Number \($0)", value: $0) }
        .navigationDestination(for: Int.self) { number in
          VStack {
            Text("Depth \(path.count)")
            NavigationLink("Next", value: number + 1)
            Button("Root") { path = NavigationPath() }
          }
          .navigationTitle("Page \(number)")
        }
        .navigationTitle("Numbers")
    }
  }
}

struct TextPage: View {
  private let start = Date()
  @State private var day = Date(timeIntervalSince1970: 0)
  @State private var level = 0.25
  @State private var isConfirming = false
  @State private var result = "open"

  var body: some View {
    VStack {
      Text("Percent: \(50)% of \(level, specifier: "%.2f")")
      Text(verbatim: "**plain**") + Text(" joined")
      Text(0.5, format: .percent)
      Text(start, style: .timer)
      ProgressView("Upload", value: 3, total: 4)
      DatePicker("Day", selection: $day, displayedComponents: .date)
        .environment(\.timeZone, .gmt).environment(\.locale, Locale(identifier: "en_US"))
      Text("Hidden").hidden()
      Image(systemName: "heart").accessibilityLabel("Heart")
      Button("Go") { isConfirming = true }.accessibilityIdentifier("go-button")
        .accessibilityLabel("Start now")
      Text(result)
      MissingObject(isShown: result == "broken")
    }
    .confirmationDialog("Sure?", isPresented: $isConfirming, titleVisibility: .visible) {
      Button("Break") { result = "broken" }
      Button("Finish") { result = "done" }
    }
  }
}

private struct MissingObject: View {
  @EnvironmentObject private var store: Store
  let isShown: Bool

  var body: some View {
    if isShown { Text("\(store.count)") }
  }
}
