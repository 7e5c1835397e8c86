import BackgroundTasks
import SwiftUI

/// Notes the events of its life cycle on standard output.
struct LifeCycleApp: App {
  @UIApplicationDelegateAdaptor(NotingDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase
  @State private var starts = 1

  init() { print("init") }

  var body: some Scene {
    WindowGroup { LifeCycleScreen() }
      .onChange(of: phase) { old, new in print("app \(old) to \(new)") }
      .backgroundTask(.appRefresh("refresh")) { await refresh() }
      .backgroundTask(.urlSession("uploads")) { print("uploads are complete") }
  }
}

private func refresh() async {
  print("refresh begins")
  await withTaskCancellationHandler {
    try? await Task.sleep(for: .seconds(3600))
  } onCancel: {
    print("refresh is canceled")
  }
}

final class NotingDelegate: NSObject, UIApplicationDelegate, ObservableObject {
  @Published var launches = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    launches += 1
    print("did finish launching")
    return true
  }
}

struct LifeCycleScreen: View {
  @EnvironmentObject private var delegate: NotingDelegate
  @Environment(\.scenePhase) private var phase
  @State private var ticks = 0
  @State private var link = "none"
  @AppStorage("opened") private var opened = 0
  @SceneStorage("draft") private var draft = ""

  var body: some View {
    VStack {
      Text("Launches: \(delegate.launches)")
      Text("Ticks: \(ticks)")
      Text("Link: \(link)")
      Text("Opened: \(opened)")
      TextField("Draft", text: $draft)
      Button("Count") { opened += 1 }
    }
    .onAppear { print("appear") }
    .onDisappear { print("disappear") }
    .onChange(of: phase) { old, new in print("view \(old) to \(new)") }
    .onOpenURL { link = $0.absoluteString }
    .task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }
}

/// An upload in a background session.
enum Upload {
  static func begin() {
    let session = URLSession(configuration: .background(withIdentifier: "uploads"))
    let file = URL.documentsDirectory.appending(path: "upload")
    try? Data("beats".utf8).write(to: file)
    var request = URLRequest(url: URL(string: "https://example.com/upload")!)
    request.httpMethod = "POST"
    session.uploadTask(with: request, fromFile: file).resume()
  }
}

enum RefreshRequest {
  static func submit() {
    do {
      try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "refresh"))
    } catch {
      print("not submitted", error)
    }
  }
}
