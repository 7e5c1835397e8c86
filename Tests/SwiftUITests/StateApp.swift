import Observation
import SwiftUI

/// An app whose views depend on every kind of data.
struct StateApp: App {
  @StateObject private var store = Store()
  @State private var model = Model()

  var body: some Scene {
    WindowGroup {
      StateScreen().environmentObject(store).environment(model).environment(\.unit, "bpm")
    }
  }
}

final class Store: ObservableObject {
  @Published var count = 0
  init() { print("store made") }
}

@Observable final class Model {
  var rate = 60
  var unread = 0
}

private struct UnitKey: EnvironmentKey { static let defaultValue = "none" }

extension EnvironmentValues {
  var unit: String {
    get { self[UnitKey.self] }
    set { self[UnitKey.self] = newValue }
  }
}

struct StateScreen: View {
  @EnvironmentObject private var store: Store
  @Environment(Model.self) private var model
  @Environment(\.unit) private var unit
  @State private var isFirst = true
  @State private var names = ["a", "b"]
  @State private var generation = 0
  @State private var ticks = 0

  var body: some View {
    let _ = print("body")
    ScrollView {
      Text("Store: \(store.count)")
      Text("Rate: \(model.rate) \(unit)")
      Button("Beat") { model.rate += 1 }
      Button("Unread") { model.unread += 1 }
      Button("Store") { store.count += 1 }
      RateEditor(model: model)
      if isFirst { Counter(name: "first") } else { Counter(name: "second") }
      Button("Switch") { isFirst.toggle() }
      ForEach(names, id: \.self) { Counter(name: $0) }
      Button("Reverse") { names.reverse() }
      Button("Drop") { names.removeLast() }
      Counter(name: "identified").id(generation)
      Button("New identity") { generation += 1 }
      Text("Ticks: \(ticks)")
        .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { _ in
          ticks += 1
        }
    }
    .onChange(of: generation) { print("generation \($0) to \($1)") }
  }
}

struct RateEditor: View {
  @Bindable var model: Model

  var body: some View {
    Stepper("Set rate", value: $model.rate)
  }
}

struct Counter: View {
  let name: String
  @State private var count = 0

  var body: some View {
    Button("\(name): \(count)") { count += 1 }
      .onAppear { print("\(name) appears") }
      .onDisappear { print("\(name) disappears") }
      .task(id: count) {
        do { try await Task.sleep(for: .seconds(3600)) } catch { print("\(name) canceled") }
      }
  }
}
