import AppIntents
import Testing
import SwiftUI
import UIKit
import WatchKit
import WidgetKit
import YobanTesting
import YobanVirtualTime

/// Controls, which the extension with the widgets provides (WI10).
@Suite struct ControlTests: WidgetSuite {
  /// An app in background whose control the user has added.
  private func withControl(
    _ kind: String = "Recording", configuration: ChooseStep? = nil,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, PlacedControl) async throws -> Void
  ) async throws -> World {
    try await withPhone(iOS: 18) { phone in
      let app = try NightApp.install(on: phone)
      await phone.open(app)
      await phone.goHome()
      let control = phone.addControl(kind, of: app, configuration: configuration)
      try await sleep(5)
      try await scenario(phone, app, control)
    }
  }

  @Test func `a toggle shows its value, and a touch sets the other one (WI10)`() async throws {
    let world = try await withControl { phone, app, control in
      #expect(control.isOn == false && control.texts == ["Recording", "stopped"])
      for isOn in [true, false] {
        try await phone.tap(control)
        try await sleep(1)
        #expect(control.isOn == isOn)
        #expect(control.texts == ["Recording", isOn ? "runs" : "stopped"])
      }
      #expect(app.launchCount == 1)
    }
    #expect(
      world.output == ["value", "recording true", "value", "recording false", "value"])
    #expect(world.kinds.isEmpty)
  }

  @Test func `a control is reloaded when its app asks for it, as often as it asks (WI10)`()
    async throws
  {
    let world = try await withControl { phone, app, control in
      await phone.open(app)
      await phone.touch(app, "start") { NightApp.stored?.set(true, forKey: "recording") }
      await phone.goHome()
      try await sleep(24 * 3600)
      #expect(control.isOn == false)
      await phone.open(app)
      await phone.touch(app, "leave") {
        Kept.of("task", UIApplication.shared.beginBackgroundTask {})
        WidgetCenter.shared.reloadAllTimelines()
      }
      await phone.goHome()
      try await sleep(1)
      #expect(control.isOn == false)
      for _ in 1...50 {
        await phone.touch(app, "reload") {
          ControlCenter.shared.reloadControls(ofKind: "Recording")
          ControlCenter.shared.reloadControls(ofKind: "Other")
        }
        try await sleep(0.4)
      }
      #expect(control.isOn == true)
      #expect(control.timelines == 51)
    }
    #expect(world.kinds.isEmpty)
  }

  @Test func `a provider that throws leaves the old value (WI10)`() async throws {
    let world = try await withControl { phone, app, control in
      await phone.open(app)
      await phone.touch(app, "break") {
        NightApp.stored?.set(true, forKey: "broken")
        NightApp.stored?.set(true, forKey: "recording")
        ControlCenter.shared.reloadAllControls()
      }
      try await sleep(5)
      #expect(control.isOn == false && control.timelines == 1)
      await phone.touch(app, "mend") { NightApp.stored?.set(false, forKey: "broken") }
      try await sleep(3600)
      #expect(control.isOn == true)
    }
    #expect(
      world.trace.events.contains {
        if case .missing(_, let why)? = $0.kind.widget {
          why.contains("NotReadable")
        } else {
          false
        }
      })
  }

  @Test func `an intent that plays audio runs in the app, which is launched for it (WI8, WI10)`()
    async throws
  {
    let world = try await withControl("Step", configuration: ChooseStep("right")) {
      phone, app, control in
      #expect(control.texts == ["right"] && control.isOn == nil)
      phone.jetsam(app)
      try await phone.tap(control)
      #expect(app.launchCount == 2)
    }
    #expect(world.output == ["step right"])
  }

  @Test func `a locked device performs only what needs no authentication (WI10)`() async throws {
    let world = try await withControl { phone, app, toggle in
      let step = phone.addControl("Step", of: app)
      try await sleep(1)
      phone.hasPasscode = true
      await phone.lock()
      try await phone.tap(toggle)
      await #expect(throws: IntentNotFinished.self) { try await phone.tap(step) }
    }
    #expect(world.output.filter { $0 != "value" } == ["recording true"])
  }

  @Test func `a locked device opens no app for a control, and a device that is off does nothing`()
    async throws
  {
    let world = try await withControl("Open") { phone, app, control in
      phone.hasPasscode = true
      await phone.lock()
      await #expect(throws: IntentNotFinished.self) { try await phone.tap(control) }
      phone.unlock()
      try await phone.reboot()
      let failure = await #expect(throws: IntentNotFinished.self) {
        try await phone.tap(control)
      }
      #expect("\(failure as Any)".contains("not unlocked since its boot"))
    }
    #expect(world.output.isEmpty)
  }

  @Test func `a disabled control does nothing`() async throws {
    let world = try await withControl("Step", configuration: ChooseStep("nothing")) {
      phone, app, control in
      #expect(control.texts == ["nothing"])
      await #expect(throws: IntentNotFinished.self) { try await phone.tap(control) }
    }
    #expect(world.output.isEmpty)
  }

  @Test func `an app reads which controls its user has added, apart from widgets`() async throws {
    let world = try await withControl { phone, app, control in
      phone.addWidget("Night", of: app)
      phone.addControl("Step", of: app)
      phone.removeWidget(control)
      await phone.open(app)
      await phone.touch(app, "read") {
        Task {
          print(try await ControlCenter.shared.currentControls().map(\.kind))
          print(try await WidgetCenter.shared.currentConfigurations().map(\.kind))
        }
      }
      try await sleep(1)
    }
    #expect(world.output.suffix(2) == [#"["Step"]"#, #"["Night"]"#])
  }

  @Test func `a widget's kind is no control`() async throws {
    try await withKnownIssue {
      _ = try await withControl { phone, app, _ in
        phone.addControl("Night", of: app)
        try await sleep(1)
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("has no control of the kind Night") }
    }
  }

  @Test func `systems without controls are a mistake of the test (WI10)`() async throws {
    _ = try await withPhone(iOS: 17) { phone in
      let app = try NightApp.install(on: phone)
      await phone.open(app)
      withKnownIssue {
        _ = phone.addControl("Recording", of: app)
      } matching: {
        $0.comments.contains { $0.rawValue.contains("a system without controls") }
      }
    }
  }

  @Test func `an app reads what the user has chosen for a control`() async throws {
    let world = try await withControl("Step", configuration: ChooseStep("right")) {
      phone, app, _ in
      phone.addControl("Step", of: app)
      await phone.open(app)
      await phone.touch(app, "read") {
        Task {
          let controls = try await ControlCenter.shared.currentControls()
          print(controls.map { $0.configurationIntent(of: ChooseStep.self)?.name ?? "default" })
          print(Set(controls.map(\.id)).count)
        }
      }
      try await sleep(1)
    }
    #expect(world.output.suffix(2) == [#"["right", "default"]"#, "2"])
  }
}

/// Widgets and controls of a watch app (WI10, WI11).
@Suite struct WatchWidgetTests {
  private func withWatchApp(
    _ version: SystemVersion,
    _ scenario: @escaping @Sendable (Watch, InstalledApp) async throws -> Void
  ) async throws -> World {
    try await withWatch(watchOS: version) { watch in
      let app = try watch.install(WatchAppFixture {})
      try watch.install(.widgets(NightWidgets.self), in: app, entitlements: NightApp.groups)
      await watch.open(app)
      await watch.pressCrown()
      try await scenario(watch, app)
    }
  }

  @Test func `a complication has its timeline from the extension on the watch (WI11)`() async throws
  {
    let world = try await withWatchApp(10) { watch, app in
      let widget = watch.addWidget("Night", "accessoryInline", of: app)
      try await sleep(2 * 3600 + 60)
      #expect(widget.texts == ["0 h", "inline"])
      #expect(widget.timelines == 3)
    }
    #expect(world.output.suffix(3) == Array(repeating: "timeline with 0", count: 3))
    #expect(world.kinds.isEmpty)
  }

  @Test func `a control performs its intent on the watch (WI10)`() async throws {
    let world = try await withWatchApp(26) { watch, app in
      let control = watch.addControl("Recording", of: app)
      try await sleep(1)
      try await watch.tap(control)
      try await sleep(1)
      #expect(control.isOn == true)
    }
    #expect(world.output.suffix(3) == ["value", "recording true", "value"])
  }

  @Test
  func `watches without widgets, or without controls, are a mistake of the test (WI10, WI11)`()
    async throws
  {
    _ = try await withWatchApp(8) { watch, app in
      withKnownIssue {
        _ = watch.addWidget("Night", "accessoryInline", of: app)
      } matching: {
        $0.comments.contains { $0.rawValue.contains("a system without widgets") }
      }
    }
    _ = try await withWatchApp(11) { watch, app in
      withKnownIssue {
        _ = watch.addControl("Recording", of: app)
      } matching: {
        $0.comments.contains { $0.rawValue.contains("a system without controls") }
      }
      withKnownIssue {
        _ = watch.addWidget("Night", "systemSmall", of: app)
      } matching: {
        $0.comments.contains { $0.rawValue.contains("no widgets of the family systemSmall") }
      }
    }
  }
}
