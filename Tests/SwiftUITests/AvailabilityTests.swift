import SwiftUI
import Testing
import YobanTesting

/// Views and modifiers that the simulated system, or the oldest one that the app supports, does not have.
@Suite(.world()) struct AvailabilityTests {
  /// The advice about new APIs, as `NAME needs SYSTEM`, sorted.
  private func advice() throws -> [String] {
    try World.current.trace.advice.filter { $0.name.hasPrefix("api.") }.map {
      String($0.what.prefix { $0 != ";" })
    }.sorted()
  }

  @Test func `what is newer than the phone's system is reported once`() async throws {
    let phone = try World.current.addPhone(iOS: 15)
    let app = try phone.install(.swiftUI(AvailabilityApp.self))
    await phone.open(app)
    try await phone.tap("Count")
    #expect(
      try advice() == [
        "LabeledContent needs iOS 16", "NavigationStack needs iOS 16",
        "View.onChange(of:initial:_:) needs iOS 17",
      ])
  }

  @Test func `a phone with a newer system reports only what the oldest supported one lacks`()
    async throws
  {
    let phone = try World.current.addPhone(iOS: 26)
    let app = try phone.install(
      .swiftUI(AvailabilityApp.self), infoPlist: InfoPlist(["MinimumOSVersion": "16.0"]))
    await phone.open(app)
    #expect(try advice() == ["View.onChange(of:initial:_:) needs iOS 17"])
    #expect(try World.current.findings.isEmpty)
  }

  @Test func `the versions of a watch are those of watchOS`() async throws {
    let watch = try World.current.addWatch(pairedWith: World.current.addPhone(iOS: 15), watchOS: 8)
    let app = try watch.install(
      .swiftUI(AvailabilityApp.self), infoPlist: InfoPlist(["WKApplication": true]))
    await watch.open(app)
    #expect(
      try advice() == [
        "LabeledContent needs watchOS 9", "NavigationStack needs watchOS 9",
        "View.onChange(of:initial:_:) needs watchOS 10",
      ])
  }
}

/// Uses names of several years, of which `alert(isPresented:content:)` and the older `onChange` are old enough.
private struct AvailabilityApp: App {
  var body: some Scene { WindowGroup { AvailabilityPage() } }
}

private struct AvailabilityPage: View {
  @State private var count = 0
  @State private var isAlerted = false

  var body: some View {
    NavigationStack {
      List {
        LabeledContent("Count", value: "\(count)")
        Button("Count") { count += 1 }
      }
      .alert(isPresented: $isAlerted) { Alert(title: Text("Alert")) }
      .task {}
      .onChange(of: count) { _, _ in }
    }
  }
}
