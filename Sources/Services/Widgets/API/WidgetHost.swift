internal import YobanSimulatedApple
internal import YobanVirtualTime

/// WidgetKit in the process of an extension: the widgets that it offers to the system.
final class WidgetHost: WidgetEventReceiver {
  let offers: [WidgetOffer]
  private let process: AppProcess
  private let receiver = ExtensionReceiver()

  /// Starts the extension with its widgets.
  @MainActor static func start(_ widgets: [any Widget]) {
    let process = AppProcess.callingOnPhone("Widget.main() was called")
    let host = WidgetHost(process, widgets)
    _ = process.process.resident(WidgetHost.self) { host }
  }

  @MainActor private init(_ process: AppProcess, _ widgets: [any Widget]) {
    self.process = process
    offers = widgets.compactMap { Self.offer(of: $0) }
    receiver.host = self
    process.attach(receiver)
    process.app.appleDevice.widgets.open(process, self)
  }

  @MainActor private static func offer(of widget: some Widget) -> WidgetOffer? {
    widget.body.foundOffer
  }

  /// The offer with the kind of the widget; nil if another extension has it, or none.
  func offer(for widget: PlacedWidget) -> WidgetOffer? {
    offers.first { $0.kind == widget.kind && $0.isControl == widget.isControl }
  }

  func makeTimeline(
    for widget: PlacedWidget, completion: @escaping @Sendable (WidgetTimeline) -> Void
  ) -> Bool {
    guard let offer = offer(for: widget) else { return false }
    let found = WidgetFamily.allCases.first { $0.description == widget.family }
    let supported = offer.families ?? WidgetFamily.allCases
    if !widget.isControl, found.map({ !supported.contains($0) }) ?? true {
      let names = supported.map(\.description).joined(separator: ", ")
      Misuse.report(
        "The widget \(widget.kind) has no family \(widget.family). It supports: \(names).")
    }
    let family = found ?? .systemSmall
    let context = TimelineProviderContext(
      family: family, isPreview: false, displaySize: family.displaySize)
    offer.timeline(context, widget.configuration, completion)
    return true
  }

  func backgroundSessionEvents(_ identifier: String, completion: @escaping () -> Void) -> Bool {
    for offer in offers {
      guard let handler = offer.sessionEvents.first(where: { $0.matches(identifier) }) else {
        continue
      }
      handler.handle(identifier, completion)
      return true
    }
    return false
  }
}

/// The events of the system for the process of an extension, which has no life cycle.
private final class ExtensionReceiver: ApplicationEventReceiver {
  weak var host: WidgetHost?

  func deliver(_ step: LifecycleStep, cause: LaunchCause) {}

  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    if host?.backgroundSessionEvents(identifier, completion: completionHandler) != true {
      completionHandler()
    }
  }
}
