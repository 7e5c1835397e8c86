import ActivityKit
import AppIntents
import UIKit
import YobanTesting

/// Waits, in seconds.
func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

/// An intent with parameters, a value and a dialog, as an app declares it.
struct NoteIntent: AppIntent {
  static let title: LocalizedStringResource = "Note"
  static let description: IntentDescription? = "Adds a note."
  static var parameterSummary: some ParameterSummary { Summary("Note \(\.$text)") }

  @Parameter(title: "Text") var text: String
  @Parameter(title: "Kind", default: .short) var kind: NoteKind
  @Parameter(title: "Tag") var tag: String?
  @Parameter(title: "Copies", default: 1, inclusiveRange: (1, 9)) var copies: Int

  init() {}

  init(_ text: String) { self.text = text }

  @MainActor func perform() async throws -> some IntentResult & ReturnsValue<String>
    & ProvidesDialog
  {
    print("performs in \(UIApplication.shared.applicationState.rawValue)")
    let note = "\(text) \(kind.rawValue) \(tag ?? "-") \(copies)"
    return .result(value: note, dialog: "Noted \(text)")
  }
}

enum NoteKind: String, AppEnum {
  case short, long
  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
  static let caseDisplayRepresentations: [NoteKind: DisplayRepresentation] = [
    .short: "Short", .long: DisplayRepresentation(title: "Long", subtitle: "Many words"),
  ]
}

struct Shortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: NoteIntent(), phrases: ["Note in \(.applicationName)", "Add a note"],
      shortTitle: "Note", systemImageName: "note")
  }
}

/// An intent that takes its time, in seconds.
struct SlowIntent: AppIntent {
  static let title: LocalizedStringResource = "Slow"
  @Parameter(title: "Seconds") var seconds: Double

  init() {}
  init(_ seconds: Double) { self.seconds = seconds }

  func perform() async throws -> some IntentResult {
    try await Task.sleep(for: .seconds(seconds))
    print("slept")
    return .result()
  }
}

struct OpeningIntent: AppIntent {
  static let title: LocalizedStringResource = "Open"
  static let openAppWhenRun = true

  @MainActor func perform() async throws -> some IntentResult {
    print("performs in \(UIApplication.shared.applicationState.rawValue)")
    return .result()
  }
}

struct RideAttributes: ActivityAttributes {
  struct ContentState: Codable, Hashable { var minutes: Int }
}

enum StartRide {
  static func start() {
    do {
      _ = try Activity.request(
        attributes: RideAttributes(),
        content: ActivityContent(state: .init(minutes: 0), staleDate: nil))
    } catch {
      print("refused \(error)")
    }
  }
}

struct StartRideIntent: LiveActivityIntent {
  static let title: LocalizedStringResource = "Start a ride"

  func perform() async throws -> some IntentResult {
    StartRide.start()
    return .result()
  }
}

struct PlainStartRideIntent: AppIntent {
  static let title: LocalizedStringResource = "Start a ride"

  func perform() async throws -> some IntentResult {
    StartRide.start()
    return .result()
  }
}

struct FailingIntent: AppIntent {
  struct Failure: Error {}
  static let title: LocalizedStringResource = "Fail"
  func perform() async throws -> some IntentResult & ProvidesDialog {
    if true { throw Failure() }
    return .result(dialog: "Never")
  }
}

/// Counts the notes of the app, which it has registered at launch. Sendable: one process uses it.
final class NoteStore: @unchecked Sendable { var count = 0 }

struct CountIntent: AppIntent {
  static let title: LocalizedStringResource = "Count"
  @Dependency var store: NoteStore

  func perform() async throws -> some IntentResult & ReturnsValue<Int> {
    store.count += 1
    return .result(value: store.count)
  }
}

/// Uploads 100 units, one each second, and reports them until a unit.
struct UploadIntent: LongRunningIntent, CancellableIntent {
  static let title: LocalizedStringResource = "Upload"
  @Parameter(title: "Reports until") var last: Int
  @Parameter(title: "Stubborn") var isStubborn: Bool

  init() {}

  init(last: Int, isStubborn: Bool) {
    self.last = last
    self.isStubborn = isStubborn
  }

  func perform() async throws -> some IntentResult & ReturnsValue<Int> {
    let sent = try await performBackgroundTask {
      progress.totalUnitCount = 100
      for unit in 1...100 {
        if isStubborn {
          await reportLater(unit)
        } else {
          try await Task.sleep(for: .seconds(1))
          if unit <= last { progress.completedUnitCount = Int64(unit) }
        }
      }
      return 100
    } onCancel: { reason in
      print(reason == .timeout ? "canceled by time" : "canceled by the user")
    }
    return .result(value: sent)
  }

  /// Reports in a callback, as one of a transfer, and takes no notice of a cancellation.
  private func reportLater(_ unit: Int) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        if unit <= last { progress.completedUnitCount = Int64(unit) }
        continuation.resume()
      }
    }
  }
}
