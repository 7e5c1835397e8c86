import SwiftUI

/// An app with the controls of a form, alerts and pages.
struct FormApp: App {
  var body: some Scene {
    WindowGroup { FormScreen() }
  }
}

enum Interval: String, CaseIterable, Identifiable {
  case hourly = "Hourly"
  case daily = "Daily"
  var id: String { rawValue }
}

struct FormScreen: View {
  @State private var name = ""
  @State private var password = ""
  @State private var isOn = false
  @State private var interval = Interval.hourly
  @State private var volume = 0.5
  @State private var count = 1
  @State private var asksToDelete = false
  @State private var isSheetShown = false
  @State private var rows = ["Monday", "Tuesday"]
  @State private var submitted = ""

  var body: some View {
    NavigationStack {
      Form {
        Section("Profile") {
          TextField("Name", text: $name).onSubmit { submitted = name }
          SecureField("Password", text: $password)
          Toggle("Notify me", isOn: $isOn)
          Picker("Interval", selection: $interval) {
            ForEach(Interval.allCases) { Text($0.rawValue).tag($0) }
          }
        }
        Slider(value: $volume, in: 0...1) { Text("Volume") }
        Stepper("Count: \(count)", value: $count, in: 1...2)
        LabeledContent("Submitted", value: submitted)
        if isOn { Text("You will be notified.") }
        ForEach(rows, id: \.self) { Text($0) }.onDelete { rows.remove(atOffsets: $0) }
        Button("Delete all", role: .destructive) { asksToDelete = true }
          .disabled(rows.isEmpty)
        NavigationLink("Details") { DetailScreen(name: $name) }
        Button("More") { isSheetShown = true }
      }
      .navigationTitle("Settings")
      .toolbar { Button("Reset") { name = "" } }
      .alert("Delete all rows?", isPresented: $asksToDelete) {
        Button("Delete", role: .destructive) { rows = [] }
        Button("Keep", role: .cancel) {}
      } message: {
        Text("This cannot be undone.")
      }
      .sheet(isPresented: $isSheetShown, onDismiss: { print("sheet dismissed") }) { MoreScreen() }
    }
  }
}

struct DetailScreen: View {
  @Binding var name: String
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("Name: \(name)")
      Button("Rename") { name = "Ada" }
      Button("Done") { dismiss() }
    }
    .navigationTitle("Details")
    .onAppear { print("details appear") }
    .onDisappear { print("details disappear") }
  }
}

struct MoreScreen: View {
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("More options")
      Button("Close") { dismiss() }
    }
  }
}
