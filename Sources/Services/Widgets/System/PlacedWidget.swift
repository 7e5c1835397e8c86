import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// A widget that the user has added to a screen of the device.
public class PlacedWidget: @unchecked SimulationConfined {
  /// The app to which the widget belongs.
  public let app: InstalledApp
  /// The kind, as in the app's `StaticConfiguration(kind:…)`, or `StaticControlConfiguration(kind:…)` of a control.
  public let kind: String
  /// The family by its name, such as `systemSmall`; `control` for a control.
  public let family: String
  /// The value of the user's configuration, a `WidgetConfigurationIntent`; nil for its default.
  public let configuration: (any Sendable)?
  /// Tells the widgets and controls of a device apart, in the order in which they were added.
  package internal(set) var number = 0
  var machine: WidgetMachine
  private var timeline: [WidgetTimeline.Entry] = []
  /// When a request of a timeline has lasted too long, and the event then; nil if there is no request.
  var deadline: (alarm: EventToken, instant: VirtualInstant)?
  /// The extension that was asked for a timeline.
  public internal(set) weak var provider: InstalledApp?
  /// The reason for a timeline that could not be made; nil if there is none (WI7).
  var withheld: WidgetMachine.Cause?
  /// The number of the request whose answer counts.
  var request = 0
  /// Whether its configuration has a push handler and the extension may have a token (WI12, WI13).
  var supportsPushes = false

  init(
    _ app: InstalledApp, _ kind: String, _ family: String, _ configuration: (any Sendable)?,
    _ machine: WidgetMachine
  ) {
    (self.app, self.kind, self.family) = (app, kind, family)
    self.configuration = configuration
    self.machine = machine
  }

  /// Whether it is a control, which is no member of `WidgetCenter`.
  package var isControl: Bool { false }

  /// The kind and the family, as traces name the widget.
  var name: String { "\(kind) (\(family))" }
  /// The texts of the present entry, also while a placeholder hides them.
  var text: String {
    let texts = current?.texts ?? []
    return texts.isEmpty ? "an entry without texts" : texts.joined(separator: ", ")
  }

  /// The default protection of the extension, which is that of its timelines (WI7).
  private var protection: ProtectionClass {
    (provider ?? app.widgetExtensions.first)?.defaultProtection ?? .none
  }

  /// Whether timelines are withheld while the device is locked (WI7).
  var isWithheldWhileLocked: Bool { protection == .complete }

  func setEntries(_ entries: [WidgetTimeline.Entry]) { timeline = entries }

  /// Whether a placeholder hides the content now (WI7).
  public var isHidden: Bool {
    let device = app.device
    let isLocked = device.isLocked && [.complete, .unlessOpen].contains(protection)
    return isLocked || !device.isUnlocked
  }

  private var current: WidgetTimeline.Entry? {
    machine.shown.flatMap { timeline.indices.contains($0) ? timeline[$0] : nil }
  }
  private var shown: WidgetTimeline.Entry? { isHidden ? nil : current }

  /// The `TimelineEntry` that is shown; nil before the first timeline, and while a placeholder hides it (WI7).
  public var entry: Any? { shown?.value }
  /// The date of the entry that is shown.
  public var entryDate: Date? { shown?.date }
  /// The texts that the user sees; empty before the first timeline, and while a placeholder hides them.
  public var texts: [String] { shown?.texts ?? [] }
  /// The timelines that the extension has given since the widget was added.
  public internal(set) var timelines = 0
}
