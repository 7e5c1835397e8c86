import Foundation
import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The widgets on the screens of a phone: which entry each one shows, and when the extension of its app is asked
/// for the next timeline.
///
/// The extension runs only for that (WI5). Widgets stay when its process or that of the app ends.
public final class WidgetService: @unchecked SimulationConfined {
  unowned let device: AppleDevice
  /// The widgets and controls that the user has added, in the order in which they were added.
  public private(set) var placed: [PlacedWidget] = []
  /// The number of widgets and controls that the user has added since the device was made.
  private var count = 0
  private(set) var receivers: [(process: AppProcess, receiver: any WidgetEventReceiver)] = []
  private var alarm: EventToken?
  /// The tokens for pushes (WI12, WI13).
  var registrations: [WidgetPushRegistration] = []
  var pushTokens: RandomStream

  package init(_ device: AppleDevice) {
    self.device = device
    pushTokens = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/widgets/pushes")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: WidgetPolicy { device.policy(WidgetPolicy.self) }

  private func post(_ event: TraceEvent.WidgetEvent, _ widget: PlacedWidget) {
    post(event, widget.provider ?? widget.app)
  }
  func post(_ event: TraceEvent.WidgetEvent, _ app: InstalledApp) {
    device.post(.widget(event), process: app.nameInTraces)
  }

  // MARK: The user

  func place(_ widget: PlacedWidget) {
    count += 1
    widget.number = count
    placed.append(widget)
    reload(widget, .placed)
  }

  func remove(_ widget: PlacedWidget) {
    stopWaiting(widget)
    placed.removeAll { $0 === widget }
    setAlarm()
    endPushes(to: widget)
  }

  /// An intent of a button or a toggle of the widget, or of the control, has ended (WI8, WI10).
  package func intentEnded(in widget: PlacedWidget) {
    guard placed.contains(where: { $0 === widget }) else { return }
    reload(widget, .intent)
  }

  // MARK: Calls of the app and of its extensions

  /// `WidgetCenter.reloadTimelines(ofKind:)`, or `reloadAllTimelines()` for nil (WI3); for controls, the same of
  /// `ControlCenter` (WI10).
  package func reload(_ kind: String?, controls: Bool = false, by process: AppProcess) {
    let app = process.app.host ?? process.app
    let cause: WidgetMachine.Cause = app.isInFront ? .appInFront : .appInBackground
    for widget in placed(of: app)
    where widget.isControl == controls && (kind == nil || widget.kind == kind) {
      reload(widget, cause)
    }
  }

  /// The widgets and controls of an app.
  public func placed(of app: InstalledApp) -> [PlacedWidget] { placed.filter { $0.app === app } }

  /// Opens WidgetKit in the process of an extension.
  package func open(_ process: AppProcess, _ receiver: any WidgetEventReceiver) {
    if process.process.state != .dead { receivers.append((process, receiver)) }
  }

  // MARK: Timelines

  func reload(_ widget: PlacedWidget, _ cause: WidgetMachine.Cause) {
    change(widget) { $0.reload(cause, at: now) }
  }

  /// Dates, times and texts look different now (WI2).
  private func reloadAll() {
    for widget in placed { reload(widget, .system) }
  }

  private func change(
    _ widget: PlacedWidget, _ body: (inout WidgetMachine) -> [WidgetMachine.Action]
  ) {
    let actions = body(&widget.machine)
    for action in actions {
      switch action {
      case .load(let cause): load(widget, cause)
      case .show: post(.shows(widget.name, widget.text), widget)
      case .postponed(let cause, let until):
        let wait = until - now
        let limit = widget.machine.limit ?? 0
        post(
          .postponed(
            widget.name, why: "after \(limit) reloads in a day, for \(wait) (\(cause.rawValue))"),
          widget)
        widget.app.process?.reportOnce(
          .widgetBudgetUsed(widget.name, limit), for: "widget budget \(widget.name)")
      }
    }
    setAlarm()
  }

  /// Why a timeline cannot be made now; nil if it can (WI7).
  private func obstacle(to widget: PlacedWidget) -> String? {
    if !device.isUp { return "the device is off" }
    if !device.isUnlocked { return "the device was not unlocked since its boot" }
    if device.isLocked, widget.isWithheldWhileLocked {
      return "the device is locked, and the extension has complete protection"
    }
    return nil
  }

  private func load(_ widget: PlacedWidget, _ cause: WidgetMachine.Cause) {
    if let why = obstacle(to: widget) {
      widget.withheld = cause
      post(.missing(widget.name, why: why), widget)
      return
    }
    post(.asked(widget.name, why: cause.rawValue), widget)
    widget.request += 1
    ask(widget.app.widgetExtensions[...], widget)
  }

  /// The extension point of widgets.
  package static let extensionPoint = "com.apple.widgetkit-extension"

  /// Asks one extension after the other: which kinds an extension has is known in its process only.
  private func ask(_ candidates: ArraySlice<InstalledApp>, _ widget: PlacedWidget) {
    guard let provider = candidates.first else {
      widget.provider = nil
      let extensions = widget.app.widgetExtensions
      if !extensions.isEmpty {
        let names = extensions.map(\.definition.name).joined(separator: ", ")
        Misuse.report(
          "\(names) of \(widget.app.definition.name) has no \(widget.isControl ? "control" : "widget") of the kind \(widget.kind): give \(widget.isControl ? "addControl" : "addWidget") the kind of a configuration in its widgets."
        )
      }
      return failed(
        widget,
        extensions.isEmpty
          ? "the test has installed no extension with widgets" : "no extension has this kind",
        isAskedAgain: false)
    }
    widget.provider = provider
    if provider.needsLaunch { device.launch(provider, .widget(widget.kind)) }
    guard let process = provider.process else {
      preconditionFailure("a launched app has a process")
    }
    let request = widget.request
    let end = now + policy.timelineTime
    let alarm = simulation.schedule(at: end) { [weak self, weak widget] in
      guard let self, let widget, widget.request == request else { return }
      process.report(
        widget.isControl
          ? .controlValueLate(widget.kind, policy.timelineTime)
          : .widgetTimelineLate(widget.name, policy.timelineTime))
      failed(widget, "none within \(policy.timelineTime)")
    }
    widget.deadline = (alarm, end)
    grant(process)
    process.process.onMain { [weak self, weak widget] in
      guard let self, let widget, widget.request == request else { return }
      let receiver = receivers.first { $0.process === process }?.receiver
      let isAsked =
        receiver?.makeTimeline(for: widget) { timeline in
          if widget.request == request { self.received(timeline, widget) }
        } ?? false
      guard isAsked, let receiver else {
        stopWaiting(widget)
        return ask(candidates.dropFirst(), widget)
      }
      noteHandler(receiver.hasPushHandler(widget), of: widget, in: process)
    }
  }

  private func received(_ timeline: WidgetTimeline, _ widget: PlacedWidget) {
    if let failure = timeline.failure { return failed(widget, failure) }
    stopWaiting(widget)
    widget.timelines += 1
    let entries = timeline.entries.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    widget.setEntries(entries)
    post(.timeline(widget.name, entries: entries.count), widget)
    if entries.isEmpty { widget.provider?.process?.report(.widgetWithoutEntries(widget.name)) }
    let policy: WidgetMachine.Policy =
      switch timeline.policy {
      case .atEnd: .atEnd
      case .never: .never
      case .after(let date): .after(device.instant(of: date))
      }
    change(widget) {
      $0.received(entries.map { device.instant(of: $0.date) }, policy, at: now)
    }
  }

  private func failed(_ widget: PlacedWidget, _ why: String, isAskedAgain: Bool = true) {
    stopWaiting(widget)
    post(.missing(widget.name, why: why), widget)
    change(widget) { $0.failed(isAskedAgain: isAskedAgain, at: now) }
  }

  /// Ends the present request of a timeline: later answers have no effect.
  private func stopWaiting(_ widget: PlacedWidget) {
    widget.request += 1
    if let deadline = widget.deadline { simulation.cancel(deadline.alarm) }
    widget.deadline = nil
    if let process = widget.provider?.process { grant(process) }
  }

  /// Gives an extension run time as long as it makes timelines.
  private func grant(_ process: AppProcess) {
    let end = placed.filter { $0.provider === process.app }.compactMap(\.deadline?.instant).max()
    process.grant(.widget, until: end)
  }

  // MARK: Time

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    guard device.isUp, let next = placed.compactMap({ $0.machine.nextDeadline(at: now) }).min()
    else { return }
    alarm = simulation.schedule(at: max(next, now)) { [weak self] in self?.timePassed() }
  }

  private func timePassed() {
    alarm = nil
    for widget in placed { change(widget) { $0.timePassed(at: now) } }
    setAlarm()
  }

  /// Asks for the timelines that could not be made, if they can be made now.
  private func loadWithheld() {
    for widget in placed {
      guard let cause = widget.withheld, obstacle(to: widget) == nil else { continue }
      widget.withheld = nil
      // This timeline also answers the requests that came while it was withheld.
      widget.machine.beginWithheld()
      load(widget, cause)
    }
  }
}

extension WidgetService: SystemService {
  package func appDeleted(_ app: InstalledApp) {
    forgetPushes(to: app)
    for widget in placed(of: app) { remove(widget) }
  }
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    receivers.removeAll { $0.process === process }
    for widget in placed where widget.provider === process.app && widget.deadline != nil {
      stopWaiting(widget)
      // Not at once: the app may be about to be deleted or updated.
      let request = widget.request
      simulation.schedule(at: now) { [self] in
        guard widget.request == request, placed.contains(where: { $0 === widget }) else { return }
        failed(widget, "the extension has ended")
      }
    }
  }
  package func obligations(to app: InstalledApp) -> [String] {
    placed.contains { $0.provider === app } ? ["timelines of widgets"] : []
  }
  package func deviceWentDown() { setAlarm() }
  package func deviceCameUp() {
    timePassed()
    continuePushes()
  }
  package func deviceWasUnlocked() {
    loadWithheld()
    continuePushes()
  }
  package func conditionsChanged() { continuePushes() }
  package func lockChanged() { loadWithheld() }
  package func localeChanged(isOtherLanguage: Bool) { reloadAll() }
  package func timeZoneChanged(from before: TimeZone) { reloadAll() }
  package func clockWasSet(by difference: Duration) { reloadAll() }
}

extension InstalledApp {
  /// The extensions of the app that have widgets.
  var widgetExtensions: [InstalledApp] {
    extensions.filter { $0.definition.infoPlist.extensionPoint == WidgetService.extensionPoint }
  }
}

extension AppleDevice {
  /// The widgets on the device's screens.
  public final var widgets: WidgetService { self[WidgetService.self] }
}
