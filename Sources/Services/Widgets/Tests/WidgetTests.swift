import AppIntents
import Testing
import SwiftUI
import UIKit
import WidgetKit
import YobanTesting
import YobanVirtualTime

/// The widgets of an app, which an extension in a process of its own provides (WI1 to WI8, L23).
@Suite struct WidgetTests: WidgetSuite {
  @Test func `a widget shows what its extension reads from the App Group (WI1, L23)`() async throws
  {
    let world = try await withWidget(.hourly) { phone, app, widget in
      #expect(widget.texts == ["5 h"])
      #expect(widget.entry as? NightEntry == NightEntry(date: widget.entryDate!, hours: 5))
      try await sleep(3600 * 3)
      #expect(widget.timelines == 4)
    }
    #expect(world.output == Array(repeating: "timeline with 5", count: 4))
    #expect(world.kinds.isEmpty)
  }

  @Test
  func
    `entries are shown at their dates without code, and a new timeline follows the last (WI1, WI4)`()
    async throws
  {
    _ = try await withWidget(.atEnd) { phone, app, widget in
      phone.jetsam(app.extensions[0])
      #expect(widget.texts == ["5 h"])
      try await sleep(600)
      #expect(widget.texts == ["6 h"])
      #expect(app.extensions[0].process == nil)
      try await sleep(600)
      // The last entry is current, so the provider is asked again, and begins with 5.
      #expect(widget.texts == ["5 h"])
      #expect(widget.timelines == 2)
      #expect(app.extensions[0].launchCount == 2)
    }
  }

  @Test func `reloads in background are withheld when 40 in a day are used up (WI2)`() async throws
  {
    let world = try await withWidget(.again) { phone, app, widget in
      try await sleep(6 * 3600)
      // The first timeline does not count: the user has added the widget.
      #expect(widget.timelines == 41)
      // The first one that counts was 5 minutes later.
      try await sleep(18 * 3600 + 400)
      #expect(widget.timelines == 41 + 1)
    }
    #expect(
      world.trace.events.contains { if case .postponed? = $0.kind.widget { true } else { false } })
  }

  @Test func `a reload by the app is free in the foreground and counts in background (WI2, WI3)`()
    async throws
  {
    let world = try await withWidget(.never) { phone, app, widget in
      await phone.open(app)
      for _ in 1...50 {
        await phone.touch(app, "reload") { WidgetCenter.shared.reloadAllTimelines() }
        try await sleep(1)
      }
      #expect(widget.timelines == 51)
      await store(6, .never, on: phone, app)
      await phone.touch(app, "leave") {
        Kept.of("task", UIApplication.shared.beginBackgroundTask {})
      }
      await phone.goHome()
      for _ in 1...45 {
        await phone.touch(app, "reload") { WidgetCenter.shared.reloadTimelines(ofKind: "Night") }
        await phone.touch(app, "reload") { WidgetCenter.shared.reloadTimelines(ofKind: "Other") }
        try await sleep(0.5)
      }
      #expect(widget.timelines == 91)
      #expect(widget.texts == ["6 h"])
    }
    #expect(world.kinds == [.widgetBudget.by(.wi2)])
  }

  @Test func `the app reads which widgets its user has added`() async throws {
    let world = try await withWidget(iOS: 18, .never) { phone, app, widget in
      phone.addWidget("Night", "accessoryInline", of: app)
      await phone.open(app)
      await phone.touch(app, "read") {
        Task {
          let infos = try await WidgetCenter.shared.currentConfigurations()
          print(infos.map { "\($0.kind) \($0.family)" })
        }
      }
      try await sleep(1)
      phone.removeWidget(widget)
      await phone.touch(app, "read") {
        WidgetCenter.shared.getCurrentConfigurations { print((try? $0.get().count) ?? -1) }
      }
      try await sleep(1)
    }
    #expect(
      world.output.filter { !$0.hasPrefix("timeline") }
        == [#"["Night systemSmall", "Night accessoryInline"]"#, "1"])
  }

  @Test func `views know the family of their widget`() async throws {
    _ = try await withWidget(.never, family: "accessoryInline") { phone, app, widget in
      #expect(widget.texts == ["5 h", "inline"])
    }
  }

  @Test func `the user's configuration is a parameter of the provider`() async throws {
    try await withPhone { phone in
      let app = try NightApp.install(on: phone)
      await phone.open(app)
      let chosen = phone.addWidget("Strap", of: app, configuration: ChooseStrap("left"))
      let standard = phone.addWidget("Strap", of: app)
      try await sleep(3)
      #expect(chosen.texts == ["strap left"])
      #expect(standard.texts == ["strap any"])
    }
  }

  // MARK: Mistakes

  @Test
  func `a provider that never answers leaves the old timeline, and is asked once an hour (WI6)`()
    async throws
  {
    let world = try await withWidget(.hourly) { phone, app, widget in
      await phone.open(app)
      await store(9, .silent, on: phone, app)
      await phone.goHome()
      try await sleep(3600 * 3 + 300)
      #expect(widget.texts == ["5 h"])
      #expect(widget.timelines == 1)
      await phone.open(app)
      await store(9, .hourly, on: phone, app)
      await phone.touch(app, "reload") { WidgetCenter.shared.reloadAllTimelines() }
      try await sleep(1)
      #expect(widget.texts == ["9 h"])
    }
    #expect(world.output.count == 5)
    #expect(world.kinds == Array(repeating: .widgetLate.by(.wi6), count: 3))
  }

  @Test func `an extension that is ended while it makes a timeline gives none (WI5, WI6)`()
    async throws
  {
    let world = try await withWidget(.slow) { phone, app, widget in
      #expect(app.extensions[0].process?.isRunning == true)
      phone.jetsam(app.extensions[0])
      try await sleep(60)
      #expect(widget.timelines == 0)
      #expect(widget.texts.isEmpty)
    }
    #expect(world.kinds.isEmpty)
  }

  @Test func `a timeline without entries shows nothing and is a finding (WI1)`() async throws {
    let world = try await withWidget(.empty) { _, _, widget in #expect(widget.entry == nil) }
    #expect(world.kinds == [.widgetEmpty.by(.wi1)])
  }

  @Test func `an extension without the App Group has other values than its app (L23)`() async throws
  {
    let world = try await withWidget(.hourly, extensionEntitlements: []) { _, _, widget in
      #expect(widget.texts == ["0 h"])
    }
    #expect(world.kinds.count == 1)
    #expect(world.kinds.first?.description.hasPrefix("file.group-not-entitled") == true)
  }

  @Test func `a widget without an extension has its reloads in the trace`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(NightApp.fixture { WidgetCenter.shared.reloadAllTimelines() })
      await phone.open(app)
      let widget = phone.addWidget("Night", of: app)
      #expect(widget.timelines == 0)
    }
    #expect(
      world.trace.events.contains { if case .missing? = $0.kind.widget { true } else { false } })
  }

  @Test(arguments: [("Nigth", "systemSmall"), ("Night", "systemLarge"), ("Night", "small")])
  func `a kind or a family that the extension does not have is a mistake of the test`(
    kind: String, family: String
  ) async throws {
    await withKnownIssue {
      _ = try await withWidget(.never) { phone, app, _ in
        phone.addWidget(kind, family, of: app)
        try await sleep(1)
      }
    }
  }

  @Test func `a widget of an app that was never opened is a mistake of the test (WI1)`()
    async throws
  {
    try await withPhone { phone in
      let app = try NightApp.install(on: phone)
      withKnownIssue { _ = phone.addWidget("Night", of: app) }
    }
  }
}

/// Views that widgets use and apps seldom do.
@Suite @MainActor struct WidgetViewTests {
  @Test func `a text has a date as its formatter writes it`() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "HH:mm"
    let date = Date(timeIntervalSince1970: 3600)
    #expect(Text("at \(date, formatter: formatter)").drawnTexts() == ["at 01:00"])
    let localized: String.LocalizationValue = "at \(date, formatter: formatter)"
    #expect(String(localized: localized) == "at 01:00")
  }

  @Test func `a gauge with four labels has the texts of the first two`() {
    let gauge = Gauge(value: 0.5) {
      Text("label")
    } currentValueLabel: {
      Text("half")
    } minimumValueLabel: {
      Text("0")
    } maximumValueLabel: {
      Text("1")
    }
    #expect(gauge.gaugeStyle(.accessoryLinearCapacity).drawnTexts() == ["label", "half"])
  }

  @Test func `a button with an intent performs it in the app that shows it`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(
        .swiftUI(ButtonApp.self), of: NightApp.fixture())
      await phone.open(app)
      try await phone.tap("Add")
      try await sleep(1)
    }
    #expect(world.output == ["added"])
  }
}

private struct ButtonApp: App {
  var body: some Scene {
    WindowGroup { Button("Add", intent: AddHour()) }
  }
}
