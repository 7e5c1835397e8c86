public import AppIntents
internal import YobanSimulatedApple

/// Asks for new timelines of an app's widgets, and knows those that the user has added. Use it in the app or in its
/// extensions, on any thread.
public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()

  /// Asks for new timelines of the widgets of a kind (WI3).
  ///
  /// In the foreground a reload follows at once. In background each one counts (WI2); after the last one of a day, it
  /// waits. Nothing says so to the app.
  public func reloadTimelines(ofKind kind: String) {
    Self.service("reloadTimelines(ofKind:)") { $0.reload(kind, by: $1) }
  }

  /// Asks for new timelines of all widgets (WI3).
  public func reloadAllTimelines() {
    Self.service("reloadAllTimelines()") { $0.reload(nil, by: $1) }
  }

  /// Gives the widgets that the user has added.
  @preconcurrency public func getCurrentConfigurations(
    _ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void
  ) {
    let infos = Self.infos("getCurrentConfigurations(_:)")
    DispatchQueue.global().async { completion(.success(infos)) }
  }

  /// The widgets that the user has added (iOS 18).
  public func currentConfigurations() async throws -> [WidgetInfo] {
    SystemAPI.currentConfigurations.reportIfTooNew()
    return Self.infos("currentConfigurations()")
  }

  /// The token for pushes to the app's widgets (iOS 26, watchOS 26); nil until it is there, and while the user has
  /// added no widget with a push handler (WI12).
  public var currentPushInfo: WidgetPushInfo? {
    get async {
      SystemAPI.currentPushInfo.reportIfTooNew()
      let token: Data? =
        Self.service("currentPushInfo") { service, process -> Data? in
          service.pushToken(of: process.app.host ?? process.app)
        } ?? nil
      return token.map { WidgetPushInfo(token: $0) }
    }
  }

  /// Has no effect on an iPhone, where the user configures widgets.
  public func invalidateConfigurationRecommendations() {}

  private static func infos(_ call: String) -> [WidgetInfo] {
    service(call) { service, process in
      service.placed(of: process.app.host ?? process.app).filter { !$0.isControl }.map {
        WidgetInfo(of: $0)
      }
    } ?? []
  }

  @discardableResult private static func service<Result>(
    _ call: String, _ body: (WidgetService, AppProcess) -> Result
  ) -> Result? {
    SystemAPI.widgetCenter.reportIfTooNew()
    let process = AppProcess.callingOnPhone("WidgetCenter was used")
    let handle = ServiceHandle(process.app.appleDevice.widgets, of: process, for: "WidgetCenter")
    return handle(call) { body($0, process) }
  }
}

/// A widget that the user has added.
public struct WidgetInfo: Hashable, Sendable, CustomStringConvertible {
  public let kind: String
  public let family: WidgetFamily
  /// The user's configuration.
  private let intent: (any Sendable)?

  init(of widget: PlacedWidget) {
    kind = widget.kind
    family = WidgetFamily.allCases.first { $0.description == widget.family } ?? .systemSmall
    intent = widget.configuration
  }

  /// The user's configuration, if it is of this type (iOS 17).
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(
    of intentType: Intent.Type = Intent.self
  ) -> Intent? { intent as? Intent }

  public static func == (a: Self, b: Self) -> Bool { (a.kind, a.family) == (b.kind, b.family) }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(family)
  }
  public var description: String { "WidgetInfo(kind: \(kind), family: \(family))" }
}
