import SwiftUI
import WatchKit

/// Notes the events of its life cycle on standard output.
struct PulseWatchApp: App {
  @WKApplicationDelegateAdaptor(PulseWatchDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup { PulseWatchScreen() }
      .onChange(of: phase) { old, new in print("app \(old) to \(new)") }
      .backgroundTask(.appRefresh("pulse")) {
        print("refresh begins")
        await withTaskCancellationHandler {
          try? await Task.sleep(for: .seconds(Self.refreshSeconds))
        } onCancel: {
          print("refresh is canceled")
        }
        print("refresh ends")
      }
  }

  private static var refreshSeconds: Double {
    Bundle.main.object(forInfoDictionaryKey: "RefreshSeconds") as? Double ?? 1
  }
}

final class PulseWatchDelegate: NSObject, WKApplicationDelegate, ObservableObject {
  @Published var tasks = 0

  func applicationDidFinishLaunching() { print("did finish launching") }
  func applicationDidBecomeActive() { print("did become active") }
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    tasks += backgroundTasks.count
    for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
  }
}

struct PulseWatchScreen: View {
  @EnvironmentObject private var delegate: PulseWatchDelegate
  @State private var beats = 0

  var body: some View {
    List {
      Text("Beats: \(beats)")
      Text("Tasks: \(delegate.tasks)")
      Button("Count") { beats += 1 }
      Button("Refresh later") { schedule("pulse") }
      Button("Refresh something else later") { schedule("other") }
    }
    .onAppear { print("appear") }
  }

  private func schedule(_ identifier: String) {
    WKApplication.shared().scheduleBackgroundRefresh(
      withPreferredDate: Date(timeIntervalSinceNow: 600), userInfo: identifier as NSString
    ) { _ in }
  }
}
