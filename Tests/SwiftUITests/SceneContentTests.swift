import SwiftUI
import Testing
import YobanTesting

/// A change of the environment, such as the scene phase, evaluates only the bodies that have read it.
@Suite(.world()) struct SceneContentTests {
  private func install<Content: App>(_ type: Content.Type) async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    let app = try phone.install(.swiftUI(type), infoPlist: InfoPlist([:]))
    await phone.open(app)
    return (phone, app)
  }

  @Test func `an object that an initial value makes stays over a visit to the home screen`()
    async throws
  {
    let (phone, app) = try await install(PlainApp.self)
    for _ in 0..<3 {
      try await phone.tap("Page")
      try await phone.tap("Row 1")
    }
    await phone.goHome()
    await phone.open(app)
    #expect(try await app.shows("Page: 3"))
    #expect(try await app.shows("Row: 3"))
    #expect(try await app.shows("Phase: active"))
    #expect(app.log.texts.count { $0 == "app body" } == 1)
    #expect(app.log.texts.count { $0 == "page body" } == 1 + 3)
  }

  @Test func `an app that reads the scene phase makes its content again, as on a device`()
    async throws
  {
    let (phone, app) = try await install(PhaseApp.self)
    try await phone.tap("Page")
    #expect(try await app.shows("Page: 1"))
    await phone.goHome()
    await phone.open(app)
    #expect(try await app.shows("Page: 0"))
  }
}

private final class Count: ObservableObject {
  @Published var value = 0
}

private struct PlainApp: App {
  var body: some Scene {
    let _ = print("app body")
    WindowGroup { Page() }
  }
}

private struct PhaseApp: App {
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    let _ = print(phase)
    WindowGroup { Page() }
  }
}

private struct Page: View {
  @ObservedObject var count = Count()

  var body: some View {
    let _ = print("page body")
    VStack {
      Button("Page") { count.value += 1 }
      Text("Page: \(count.value)")
      ForEach(1..<2) { Row(number: $0) }
      Phase()
    }.font(.body)
  }
}

private struct Row: View {
  let number: Int
  @StateObject private var count = Count()

  var body: some View {
    Button("Row \(number)") { count.value += 1 }
    Text("Row: \(count.value)")
  }
}

private struct Phase: View {
  @Environment(\.scenePhase) private var phase

  var body: some View { Text("Phase: \(String(describing: phase))") }
}
