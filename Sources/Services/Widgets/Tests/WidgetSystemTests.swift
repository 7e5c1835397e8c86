import AppIntents
import Testing
import SwiftUI
import UIKit
import WidgetKit
import YobanTesting
import YobanVirtualTime

/// The acts of the system on the extension of an app and its widgets (WI5, WI7 to WI9, L23).
@Suite struct WidgetSystemTests: WidgetSuite {
  @Test(arguments: [true, false])
  func `an extension that is asked while its app is deleted or updated is not launched again`(
    isDeleted: Bool
  ) async throws {
    _ = try await withWidget(.slow) { phone, app, widget in
      await phone.open(app)
      await phone.touch(app, "reload") { WidgetCenter.shared.reloadAllTimelines() }
      let widgets = app.extensions[0]
      #expect(widgets.process != nil)
      #expect(phone.obligations(to: widgets) == ["timelines of widgets"])
      let launches = widgets.launchCount
      if isDeleted {
        phone.delete(app)
        try await sleep(60)
        #expect(widgets.launchCount == launches)
      } else {
        try phone.update(app)
        #expect(widgets.process == nil)
        try await sleep(60)
        // The reload that was asked for comes after the update.
        #expect(widgets.launchCount == launches + 1)
        #expect(widget.texts == ["5 h"])
      }
    }
  }

  @Test func `an unlock makes one timeline for all who asked (WI7)`() async throws {
    try await withPhone { phone in
      phone.hasPasscode = true
      var entitlements = NightApp.groups
      entitlements.values["com.apple.developer.default-data-protection"] =
        "NSFileProtectionComplete"
      var fixture = NightApp.fixture()
      fixture.enteredBackground = {
        Kept.of("task", UIApplication.shared.beginBackgroundTask {})
        Task {
          for _ in 1...3 {
            try await sleep(1)
            WidgetCenter.shared.reloadAllTimelines()
          }
        }
      }
      let app = try NightApp.install(on: phone, extensionEntitlements: entitlements, fixture)
      await phone.open(app)
      let widget = phone.addWidget("Night", of: app)
      try await sleep(5)
      await phone.lock()
      try await sleep(5)
      await phone.open(app)
      try await sleep(5)
      #expect(widget.timelines == 2)
    }
  }

  @Test func `a change of the time zone reloads widgets for free (WI2)`() async throws {
    _ = try await withWidget(.never) { phone, _, widget in
      phone.setTimeZone(TimeZone(identifier: "Asia/Tokyo")!)
      try await sleep(1)
      #expect(widget.timelines == 2)
    }
  }

  @Test func `an extension lives apart from its app (L23, WI5)`() async throws {
    _ = try await withWidget(.never) { phone, app, widget in
      let widgets = app.extensions[0]
      await phone.swipeAway(app)
      #expect(app.process == nil)
      #expect(widgets.process != nil)
      #expect(!(widgets.process?.isRunning ?? true), "it is suspended after its answer")
      try await phone.update(app, to: .making { ScriptedDelegate(NightApp.fixture()) })
      #expect(widgets.process == nil)
      phone.delete(app)
      #expect(phone.widgets.placed.isEmpty)
    }
  }

  @Test func `no timeline is made before the first unlock (WI7)`() async throws {
    try await withPhone { phone in
      phone.hasPasscode = true
      let app = try NightApp.install(on: phone)
      await phone.open(app)
      await store(5, .hourly, on: phone, app)
      await phone.goHome()
      let widget = phone.addWidget("Night", of: app)
      try await sleep(5)
      try await phone.reboot()
      try await sleep(7200)
      #expect(widget.timelines == 1)
      #expect(widget.isHidden)
      #expect(widget.texts.isEmpty)
      await phone.open(app)
      try await sleep(5)
      #expect(widget.timelines == 2)
      #expect(widget.texts == ["5 h"])
    }
  }

  @Test(arguments: [(true, 1), (false, 3)])
  func `complete protection of an extension withholds updates while the device is locked (WI7)`(
    isProtected: Bool, timelines: Int
  ) async throws {
    try await withPhone { phone in
      phone.hasPasscode = true
      var entitlements = NightApp.groups
      if isProtected {
        entitlements.values["com.apple.developer.default-data-protection"] =
          "NSFileProtectionComplete"
      }
      let app = try NightApp.install(on: phone, extensionEntitlements: entitlements)
      await phone.open(app)
      let widget = phone.addWidget("Night", of: app)
      try await sleep(5)
      await phone.lock()
      try await sleep(7300)
      #expect(widget.timelines == timelines)
      #expect(widget.texts == (isProtected ? [] : ["0 h"]))
      await phone.open(app)
      try await sleep(5)
      #expect(widget.timelines == max(2, timelines))
    }
  }

  @Test func `an intent of a widget runs in the extension, and a free reload follows (WI8)`()
    async throws
  {
    let world = try await withWidget(.never) { phone, app, widget in
      phone.jetsam(app)
      phone.jetsam(app.extensions[0])
      try await phone.perform(AddHour(), in: widget)
      try await sleep(1)
      #expect(widget.texts == ["6 h"])
      #expect(app.process == nil)
      phone.hasPasscode = true
      await phone.lock()
      await #expect(throws: IntentNotFinished.self) {
        try await phone.perform(AddHour(), in: widget)
      }
    }
    #expect(world.output == ["timeline with 5", "added", "timeline with 6"])
  }

  @Test func `the events of an extension's background session go to the extension (WI9)`()
    async throws
  {
    let world = try await withPhone(gateway: FakeGateway()) { phone in
      var fixture = NightApp.fixture()
      fixture.sessionEvents = { _, completion in
        print("events in the app")
        completion()
      }
      let app = try NightApp.install(on: phone, fixture)
      await phone.open(app)
      await store(5, .download, on: phone, app)
      await phone.goHome()
      phone.network.latency = .seconds(60)
      phone.addWidget("Night", of: app)
      try await sleep(5)
      phone.jetsam(app.extensions[0])
      try await sleep(120)
    }
    #expect(world.output == ["timeline with 5", "events of example.widget"])
  }

  @Test func `the user cannot open an extension`() async throws {
    let world = try await withWidget(.never) { phone, app, _ in
      await withKnownIssue { await phone.open(app.extensions[0]) }
    }
    #expect(!world.output.isEmpty)
  }

  @Test func `an extension with the name of its app has another one in traces`() async throws {
    try await withPhone { phone in
      let app = try phone.install(NightApp.fixture())
      let names = try ["example.vendor.scripted.one", "example.vendor.scripted.two"].map {
        try phone.install(
          .widgets(NightWidgets.self), in: app, infoPlist: InfoPlist(["CFBundleName": "Scripted"]),
          bundleIdentifier: $0
        ).definition.name
      }
      #expect(names == ["WidgetsTests", "WidgetsTests extension"])
    }
  }

  @Test func `an extension must have a bundle identifier within its app`() async throws {
    try await withPhone { phone in
      let app = try phone.install(NightApp.fixture())
      #expect(throws: InstallError.notWithinApp("example.other", app: "example.vendor.scripted")) {
        try phone.install(
          .widgets(NightWidgets.self), in: app, bundleIdentifier: "example.other")
      }
    }
  }

  @Test(.exploration(runs: 60, faults: [.jetsam], time: .seconds(600)))
  func `an exploration ends the process of an extension, too (L8, L23)`() async throws {
    // The failure is kept beside the test file.
    let folder = FileManager.default.temporaryDirectory.appending(path: "explore-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withKnownIssue {
      try await explore(file: folder.appending(path: "SomeTests.swift").path) { run in
        let phone = try run.world.addPhone()
        let app = try NightApp.install(on: phone)
        await phone.open(app)
        await store(5, .slow, on: phone, app)
        let widget = phone.addWidget("Night", of: app)
        let start = run.world.now
        run.always("the widget has a timeline after a minute") {
          run.world.now < start + .seconds(60) || widget.timelines > 0
        }
        try await run.world.pass(.seconds(90))
      }
    } matching: {
      $0.comments.contains {
        $0.rawValue.contains("FAULT: Widgets on phone is removed from memory")
      }
    }
  }
}
