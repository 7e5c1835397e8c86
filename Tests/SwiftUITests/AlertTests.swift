import Foundation
import SwiftUI
import Testing
import YobanTesting

/// An app with an alert about an error and a dialog about data.
private struct AlertsApp: App {
  var body: some Scene {
    WindowGroup { AlertsPage() }
  }
}

private struct Failure: LocalizedError {
  let code: Int
  var errorDescription: String? { "Failure \(code)" }
}

private struct AlertsPage: View {
  @State private var isAsking = false
  @State private var item: Int?
  @State private var hasFailed = false
  @State private var failure: Failure?
  @State private var result = "none"

  var body: some View {
    VStack {
      Text(result)
      Button("Ask") { isAsking = true }
      Button("Choose") { item = 7 }
      Button("Fail") {
        failure = Failure(code: 3)
        hasFailed = true
      }
    }
    .confirmationDialog(
      "Item", isPresented: $isAsking, titleVisibility: .visible, presenting: item
    ) { number in
      Button("Take \(number)") { result = "took \(number)" }
    } message: {
      Text("There is \($0).")
    }
    .alert(isPresented: $hasFailed, error: failure) { error in
      let _ = print("actions for \(error.code)")
      Button("Retry \(error.code)") { result = "retried" }
    } message: {
      Text("Code \($0.code)")
    }
  }
}

@Suite(.world()) struct AlertTests {
  private static func open() async throws -> InstalledApp {
    let phone = try World.current.addPhone()
    let app = try phone.install(.swiftUI(AlertsApp.self))
    await phone.open(app)
    return app
  }

  @Test func `a dialog about data is presented only while the data is there`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("Ask")
    #expect(try await app.texts == ["none", "Ask", "Choose", "Fail"])
    try await phone.tap("Choose")
    #expect(try await app.texts == ["Item", "There is 7.", "Take 7", "Cancel"])
    try await phone.tap("Take 7")
    #expect(try await app.texts == ["took 7", "Ask", "Choose", "Fail"])
  }

  @Test func `an alert about an error has its description as title`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("Fail")
    #expect(try await app.texts == ["Failure 3", "Code 3", "Retry 3"])
    try await phone.tap("Retry 3")
    #expect(try await app.shows("retried"))
  }

  /// The closures of Apple's `alert` do not escape, so that they run while the body is evaluated.
  @Test func `the content of an alert is made with the view, also after the alert has ended`()
    async throws
  {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(app.log.texts == [])
    try await phone.tap("Fail")
    #expect(Set(app.log.texts) == ["actions for 3"])
    try await phone.tap("Retry 3")
    let count = app.log.texts.count
    try await phone.tap("Choose")
    #expect(app.log.texts.count > count)
  }
}
