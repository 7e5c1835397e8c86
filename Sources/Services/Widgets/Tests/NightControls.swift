import AppIntents
import Testing
import SwiftUI
import WidgetKit

/// A toggle whose value stands in the App Group.
struct RecordingControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "Recording", provider: RecordingProvider()) { isOn in
      ControlWidgetToggle("Recording", isOn: isOn, action: SetRecording()) {
        Label($0 ? "runs" : "stopped", systemImage: "record.circle")
      }
      .tint(.red)
    }
    .displayName("Recording")
    .description("Starts and stops the recording of a night.")
  }
}

struct RecordingProvider: ControlValueProvider {
  struct NotReadable: Error {}
  var previewValue: Bool { false }

  func currentValue() async throws -> Bool {
    guard let stored = NightApp.stored, !stored.bool(forKey: "broken") else { throw NotReadable() }
    print("value")
    return stored.bool(forKey: "recording")
  }
}

struct SetRecording: SetValueIntent {
  static let title: LocalizedStringResource = "Record"
  @Parameter(title: "Recording") var value: Bool

  func perform() async throws -> some IntentResult {
    NightApp.stored?.set(value, forKey: "recording")
    print("recording \(value)")
    return .result()
  }
}

/// A button whose user chooses what it does.
struct StepControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    AppIntentControlConfiguration(kind: "Step", intent: ChooseStep.self) { step in
      ControlWidgetButton(action: Step(step.name)) { Text(step.name) }
        .disabled(step.name == "nothing")
    }
  }
}

struct ChooseStep: ControlConfigurationIntent {
  static let title: LocalizedStringResource = "Step"
  @Parameter(title: "Name", default: "left") var name: String

  init() {}
  init(_ name: String) { self.name = name }
}

/// A step that needs an unlocked device and runs in the app.
struct Step: AudioPlaybackIntent {
  static let title: LocalizedStringResource = "Step"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  @Parameter(title: "Name", default: "") var name: String

  init() {}
  init(_ name: String) { self.name = name }

  func perform() async throws -> some IntentResult {
    print("step \(name)")
    return .result()
  }
}

/// A button that opens the app.
struct OpenControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "Open") {
      ControlWidgetButton(action: OpenNight()) { Text("open") }
    }
  }
}

struct OpenNight: AppIntent {
  static let title: LocalizedStringResource = "Open"
  static let openAppWhenRun = true

  func perform() async throws -> some IntentResult {
    print("opened")
    return .result()
  }
}
