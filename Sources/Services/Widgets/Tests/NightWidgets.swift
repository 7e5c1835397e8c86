import AppIntents
import SwiftUI
import UIKit
import WidgetKit
import YobanTesting
import YobanVirtualTime

/// An app that counts the hours of a night in its App Group, and the extension with the widget that shows them.
enum NightApp {
  static let group = "group.example.night"
  static let groups: Entitlements = ["com.apple.security.application-groups": [group]]
  static var stored: UserDefaults? { UserDefaults(suiteName: group) }

  static func fixture(
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = AppFixture { _ in launched() }
    app.entitlements = groups
    return app
  }

  static func install(
    on phone: Phone, extensionEntitlements: Entitlements = groups,
    _ fixture: AppFixture = fixture()
  ) throws -> InstalledApp {
    let app = try phone.install(fixture)
    try phone.install(
      .widgets(NightWidgets.self), in: app, infoPlist: InfoPlist(["CFBundleName": "Widgets"]),
      entitlements: extensionEntitlements)
    return app
  }
}

/// Waits, in seconds.
func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }

struct NightEntry: TimelineEntry, Equatable {
  var date: Date
  var hours: Int
}

/// The behavior of the provider, which its test stores in the App Group.
enum Plan: String {
  case hourly, atEnd, again, never, silent, slow, empty, download
}

struct NightProvider: TimelineProvider {
  func placeholder(in context: Context) -> NightEntry { NightEntry(date: .now, hours: 0) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (NightEntry) -> Void) {
    completion(placeholder(in: context))
  }

  func getTimeline(
    in context: Context, completion: @escaping @Sendable (Timeline<NightEntry>) -> Void
  ) {
    let hours = NightApp.stored?.integer(forKey: "hours") ?? -1
    let plan = NightApp.stored?.string(forKey: "plan").flatMap(Plan.init) ?? .hourly
    print("timeline with \(hours)")
    let now = Date.now
    switch plan {
    case .hourly:
      completion(
        Timeline(
          entries: [NightEntry(date: now, hours: hours)], policy: .after(now + 3600)))
    case .atEnd:
      let entries = (0..<3).map { NightEntry(date: now + Double($0) * 600, hours: hours + $0) }
      completion(Timeline(entries: entries.reversed(), policy: .atEnd))
    case .again:
      completion(Timeline(entries: [NightEntry(date: now, hours: hours)], policy: .after(now)))
    case .never:
      completion(Timeline(entries: [NightEntry(date: now, hours: hours)], policy: .never))
    case .silent: break
    case .slow:
      Task {
        try await Task.sleep(for: .seconds(10))
        completion(Timeline(entries: [NightEntry(date: .now, hours: hours)], policy: .never))
      }
    case .download:
      let session = URLSession(
        configuration: .background(withIdentifier: "example.widget"), delegate: nil,
        delegateQueue: nil)
      session.downloadTask(with: URL(string: "http://api.example.com/night")!).resume()
      completion(Timeline(entries: [NightEntry(date: now, hours: hours)], policy: .never))
    case .empty: completion(Timeline(entries: [], policy: .never))
    }
  }
}

struct NightWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "Night", provider: NightProvider()) { entry in
      NightView(entry: entry).containerBackground(for: .widget) { Color.black }
    }
    .configurationDisplayName("Night")
    .description("The hours of this night.")
    .supportedFamilies([.systemSmall, .accessoryInline])
    .onBackgroundURLSessionEvents(matching: "example.widget") { identifier, completion in
      print("events of \(identifier)")
      completion()
    }
  }
}

struct NightView: View {
  @Environment(\.widgetFamily) private var family
  let entry: NightEntry

  var body: some View {
    VStack {
      Text("\(entry.hours) h")
      if family == .accessoryInline { Text("inline") }
    }
  }
}

/// A widget whose user chooses a strap.
struct StrapWidget: Widget {
  var body: some WidgetConfiguration {
    AppIntentConfiguration(kind: "Strap", intent: ChooseStrap.self, provider: StrapProvider()) {
      Text($0.name)
    }
  }
}

struct ChooseStrap: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Strap"
  @Parameter(title: "Name", default: "any") var name: String

  init() {}
  init(_ name: String) { self.name = name }
}

struct StrapEntry: TimelineEntry {
  var date: Date
  var name: String
}

struct StrapProvider: AppIntentTimelineProvider {
  func placeholder(in context: Context) -> StrapEntry { StrapEntry(date: .now, name: "-") }
  func snapshot(for configuration: ChooseStrap, in context: Context) async -> StrapEntry {
    StrapEntry(date: .now, name: configuration.name)
  }
  func timeline(for configuration: ChooseStrap, in context: Context) async -> Timeline<StrapEntry> {
    try? await Task.sleep(for: .seconds(1))
    return Timeline(
      entries: [StrapEntry(date: .now, name: "strap \(configuration.name)")], policy: .never)
  }
}

struct NightWidgets: WidgetBundle {
  var body: some Widget {
    NightWidget()
    StrapWidget()
    RecordingControl()
    StepControl()
    OpenControl()
  }
}

/// A button of the widget.
struct AddHour: AppIntent {
  static let title: LocalizedStringResource = "Add an hour"

  func perform() async throws -> some IntentResult {
    let stored = NightApp.stored
    stored?.set((stored?.integer(forKey: "hours") ?? 0) + 1, forKey: "hours")
    print("added")
    return .result()
  }
}

/// The tests of an app with widgets.
protocol WidgetSuite: Sendable {}

/// Worlds with a widget.
extension WidgetSuite {
  /// Stores what the app shows, in the app's process.
  func store(_ hours: Int, _ plan: Plan, on phone: Phone, _ app: InstalledApp) async {
    await phone.touch(app, "store") {
      NightApp.stored?.set(hours, forKey: "hours")
      NightApp.stored?.set(plan.rawValue, forKey: "plan")
    }
  }

  /// An app in background whose widget is on the Home Screen.
  func withWidget(
    iOS version: SystemVersion = 17, _ plan: Plan, family: String = "systemSmall",
    extensionEntitlements: Entitlements = NightApp.groups,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, PlacedWidget) async throws -> Void
  ) async throws -> World {
    try await withPhone(iOS: version) { phone in
      let app = try NightApp.install(on: phone, extensionEntitlements: extensionEntitlements)
      await phone.open(app)
      await store(5, plan, on: phone, app)
      await phone.goHome()
      let widget = phone.addWidget("Night", family, of: app)
      try await sleep(5)
      try await scenario(phone, app, widget)
    }
  }
}
