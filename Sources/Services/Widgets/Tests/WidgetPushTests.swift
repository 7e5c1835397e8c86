import AppIntents
import Testing
import SwiftUI
import WidgetKit
import YobanTesting
import YobanVirtualTime

/// A widget that pushes reload, and one without a push handler.
struct PushedWidgets: WidgetBundle {
  var body: some Widget {
    PushedWidget()
    PlainWidget()
  }
}

struct PushedWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Pushed", provider: NightProvider()) { NightView(entry: $0) }
      .pushHandler(NightPushHandler.self)
  }
}

struct PlainWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Plain", provider: NightProvider()) { NightView(entry: $0) }
  }
}

struct NightPushHandler: WidgetPushHandler {
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
    print("token of \(pushInfo.token.count) for \(widgets.map(\.kind))")
  }
}

/// Controls with push handlers of two types, and one without.
struct PushedControls: WidgetBundle {
  var body: some Widget {
    PushedControl()
    OtherPushedControl()
    RecordingControl()
  }
}

struct PushedControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "Pushed", provider: RecordingProvider()) { isOn in
      ControlWidgetToggle("Recording", isOn: isOn, action: SetRecording()) {
        Label($0 ? "runs" : "stopped", systemImage: "record.circle")
      }
    }
    .displayName("Recording")
    .pushHandler(RecordingPushHandler.self)
  }
}

struct OtherPushedControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "Other") {
      ControlWidgetButton(action: OpenNight()) { Text("open") }
    }
    .pushHandler(OtherPushHandler.self)
  }
}

struct RecordingPushHandler: ControlPushHandler {
  func pushTokensDidChange(controls: [ControlInfo]) {
    print("tokens \(controls.map { "\($0.kind) \($0.pushInfo?.token.count ?? 0)" })")
  }
}

struct OtherPushHandler: ControlPushHandler {
  func pushTokensDidChange(controls: [ControlInfo]) {
    if !controls.isEmpty { print("others \(controls.map(\.kind))") }
  }
}

/// Pushes that reload widgets (WI12) and controls (WI13).
@Suite struct WidgetPushTests: WidgetSuite {
  private static let pushes: Entitlements = [
    "com.apple.security.application-groups": [NightApp.group], "aps-environment": "development",
  ]

  /// An app in background, with an extension whose widgets or controls pushes reload.
  private func withApp(
    iOS version: SystemVersion = 26, _ code: ExtensionCode = .widgets(PushedWidgets.self),
    entitlements: Entitlements = Self.pushes,
    _ scenario: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
  ) async throws -> World {
    try await withPhone(iOS: version) { phone in
      let app = try phone.install(NightApp.fixture())
      try phone.install(
        code, in: app, infoPlist: InfoPlist(["CFBundleName": "Widgets"]),
        entitlements: entitlements)
      await phone.open(app)
      await store(5, .never, on: phone, app)
      await phone.goHome()
      try await scenario(phone, app)
    }
  }

  /// The app stores a value for its widgets, and goes back to the background.
  private func change(_ phone: Phone, _ app: InstalledApp) async {
    await phone.open(app)
    await store(6, .never, on: phone, app)
    await phone.touch(app, "record") { NightApp.stored?.set(true, forKey: "recording") }
    await phone.goHome()
  }

  /// Why pushes had no effect.
  private static func ignored(_ world: World) -> [String] {
    world.trace.events.compactMap {
      if case .ignored(_, let why)? = $0.kind.widget { why } else { nil }
    }
  }

  // MARK: Widgets

  @Test func `the handler gets the token, and each widget that supports pushes (WI12)`()
    async throws
  {
    let world = try await withApp { phone, app in
      let first = phone.addWidget("Pushed", of: app)
      #expect(phone.widgets.pushToken(of: app) == nil)
      try await sleep(5)
      let token = phone.widgets.pushToken(of: app)
      #expect(token?.count == 32)
      phone.addWidget("Plain", of: app)
      try await sleep(5)
      phone.jetsam(app.extensions[0])
      let second = phone.addWidget("Pushed", "systemMedium", of: app)
      try await sleep(5)
      #expect(phone.widgets.pushToken(of: app) == token)
      phone.removeWidget(first)
      try await sleep(5)
      phone.removeWidget(second)
      try await sleep(5)
      #expect(phone.widgets.pushToken(of: app) == nil)
    }
    #expect(
      world.output.filter { $0.hasPrefix("token") } == [
        #"token of 32 for ["Pushed"]"#, #"token of 32 for ["Pushed", "Pushed"]"#,
        #"token of 32 for ["Pushed"]"#, "token of 32 for []",
      ])
    #expect(world.kinds.isEmpty)
  }

  @Test func `the app reads the token, which is nil without a widget for pushes (WI12)`()
    async throws
  {
    let world = try await withApp { phone, app in
      phone.addWidget("Plain", of: app)
      for _ in 1...2 {
        try await sleep(5)
        await phone.open(app)
        await phone.touch(app, "read") {
          Task {
            let info = await WidgetCenter.shared.currentPushInfo
            print("info \(info?.token.count ?? 0)")
          }
        }
        try await sleep(1)
        await phone.goHome()
        phone.addWidget("Pushed", of: app)
      }
    }
    #expect(world.output.filter { $0.hasPrefix("info") } == ["info 0", "info 32"])
  }

  @Test func `a push reloads the widgets with a handler, and launches the extension (WI12)`()
    async throws
  {
    let world = try await withApp { phone, app in
      let pushed = phone.addWidget("Pushed", of: app)
      let plain = phone.addWidget("Plain", of: app)
      try await sleep(5)
      await change(phone, app)
      phone.jetsam(app)
      phone.jetsam(app.extensions[0])
      phone.pushWidgets(of: app)
      try await sleep(5)
      #expect(pushed.texts == ["6 h"] && plain.texts == ["5 h"])
      #expect(pushed.timelines == 2 && plain.timelines == 1)
      #expect(app.launchCount == 1 && app.extensions[0].launchCount == 2)
    }
    #expect(world.kinds.isEmpty)
  }

  @Test func `pushes use the budget of the reloads, except in the foreground (WI12)`() async throws
  {
    let world = try await withApp { phone, app in
      let widget = phone.addWidget("Pushed", of: app)
      try await sleep(5)
      for _ in 1...45 {
        phone.pushWidgets(of: app)
        try await sleep(10)
      }
      #expect(widget.timelines == 1 + 40)
      await phone.open(app)
      phone.pushWidgets(of: app)
      try await sleep(5)
      #expect(widget.timelines == 1 + 40 + 1)
    }
    #expect(world.kinds == [.widgetBudget.by(.wi2)])
  }

  @Test func `while the phone is offline the token and one push wait (WI12)`() async throws {
    let world = try await withApp { phone, app in
      phone.network.path = .offline
      let widget = phone.addWidget("Pushed", of: app)
      try await sleep(60)
      #expect(phone.widgets.pushToken(of: app) == nil)
      phone.network.path = .wifi
      try await sleep(5)
      #expect(phone.widgets.pushToken(of: app) != nil)
      phone.network.path = .offline
      phone.pushWidgets(of: app)
      phone.pushWidgets(of: app)
      try await sleep(60)
      #expect(widget.timelines == 1)
      phone.network.path = .wifi
      try await sleep(5)
      #expect(widget.timelines == 2)
    }
    #expect(
      world.trace.events.count {
        if case .held(_, "the device is offline")? = $0.kind.widget { true } else { false }
      } == 2)
  }

  @Test func `a push without a token, or to a deleted app, has no effect and says why (WI12)`()
    async throws
  {
    let world = try await withApp { phone, app in
      let widget = phone.addWidget("Plain", of: app)
      try await sleep(5)
      phone.pushWidgets(of: app)
      try await sleep(5)
      #expect(widget.timelines == 1)
      phone.delete(app)
      phone.pushWidgets(of: app)
    }
    #expect(
      Self.ignored(world) == ["the extension has no token for it", "the app is deleted"])
  }

  @Test func `a push to an extension is a mistake of the test`() async throws {
    _ = try await withApp { phone, app in
      withKnownIssue {
        phone.pushWidgets(of: app.extensions[0])
      } matching: {
        $0.comments.contains { $0.rawValue.contains("give pushWidgets(of:) the app") }
      }
    }
  }

  @Test func `iOS 18 has no pushes for widgets (WI12)`() async throws {
    let world = try await withApp(iOS: 18) { phone, app in
      let widget = phone.addWidget("Pushed", of: app)
      try await sleep(5)
      #expect(phone.widgets.pushToken(of: app) == nil)
      phone.pushWidgets(of: app)
      try await sleep(5)
      #expect(widget.timelines == 1)
    }
    #expect(world.output == ["timeline with 5"])
    #expect(Self.ignored(world) == ["the system has no pushes for widgets"])
    #expect(
      world.trace.advice.contains { $0.what.hasPrefix("WidgetPushHandler needs iOS 26") })
  }

  @Test func `an extension without aps-environment gets no token (WI12, WI13)`() async throws {
    let widgets = try await withApp(entitlements: NightApp.groups) { phone, app in
      phone.addWidget("Pushed", of: app)
      try await sleep(5)
      #expect(phone.widgets.pushToken(of: app) == nil)
    }
    #expect(widgets.kinds == [.pushNotEntitled.by(.wi12)])
    let controls = try await withApp(
      .widgets(PushedControls.self), entitlements: NightApp.groups
    ) { phone, app in
      let control = phone.addControl("Pushed", of: app)
      try await sleep(5)
      #expect(control.pushToken == nil)
    }
    #expect(controls.kinds == [.pushNotEntitled.by(.wi13)])
  }

  // MARK: Controls

  @Test func `a push asks for the value of its control only (WI13)`() async throws {
    let world = try await withApp(iOS: 18, .widgets(PushedControls.self)) { phone, app in
      let first = phone.addControl("Pushed", of: app)
      let second = phone.addControl("Pushed", of: app)
      try await sleep(5)
      #expect(first.pushToken?.count == 32 && first.pushToken != second.pushToken)
      await change(phone, app)
      #expect(first.isOn == false)
      phone.pushControl(first)
      try await sleep(5)
      #expect(first.isOn == true && second.isOn == false)
      for _ in 1...50 {
        phone.pushControl(second)
        try await sleep(1)
      }
      #expect(second.timelines == 1 + 50)
    }
    #expect(world.kinds.isEmpty)
  }

  @Test func `each handler gets the tokens of its controls (WI13)`() async throws {
    let world = try await withApp(iOS: 18, .widgets(PushedControls.self)) { phone, app in
      let pushed = phone.addControl("Pushed", of: app)
      try await sleep(5)
      phone.addControl("Other", of: app)
      phone.addControl("Recording", of: app)
      try await sleep(5)
      phone.removeWidget(pushed)
      try await sleep(5)
      await phone.open(app)
      await phone.touch(app, "read") {
        Task {
          let controls = try await ControlCenter.shared.currentControls()
          print("infos \(controls.map { $0.pushInfo?.token.count ?? 0 })")
        }
      }
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("token") || $0.hasPrefix("other") } == [
        #"tokens ["Pushed 32"]"#, #"tokens ["Pushed 32"]"#, #"others ["Other"]"#, "tokens []",
        #"others ["Other"]"#,
      ])
    #expect(world.output.last == "infos [32, 0]")
  }

  @Test func `a push to a control without a token, or that is gone, says why (WI13)`()
    async throws
  {
    let world = try await withApp(iOS: 18, .widgets(PushedControls.self)) { phone, app in
      let control = phone.addControl("Recording", of: app)
      try await sleep(5)
      phone.pushControl(control)
      try await sleep(5)
      #expect(control.timelines == 1)
      phone.removeWidget(control)
      phone.pushControl(control)
    }
    #expect(
      Self.ignored(world) == ["the extension has no token for it", "the user has removed it"])
  }

  @Test func `a watch has pushes for widgets and controls from watchOS 26 on (WI12, WI13)`()
    async throws
  {
    for (version, hasPushes) in [(26, true), (11, false)] as [(SystemVersion, Bool)] {
      try await withWatch(watchOS: version) { watch in
        watch.network.path = .wifi
        let app = try watch.install(WatchAppFixture {})
        try watch.install(.widgets(PushedWidgets.self), in: app, entitlements: Self.pushes)
        await watch.open(app)
        await watch.pressCrown()
        let widget = watch.addWidget("Pushed", "accessoryInline", of: app)
        try await sleep(5)
        let before = widget.timelines
        watch.pushWidgets(of: app)
        try await sleep(5)
        #expect((watch.widgets.pushToken(of: app) != nil) == hasPushes)
        #expect((widget.timelines > before) == hasPushes)
      }
    }
  }
}
