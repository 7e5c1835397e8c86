internal import YobanSimulatedApple

// Pushes that reload widgets (iOS 26, watchOS 26, WI12) and controls (iOS 18, watchOS 26, WI13).

/// Receives the token for pushes to the app's widgets, in the process of the extension.
public protocol WidgetPushHandler {
  init()
  /// The token has changed, or the widgets that support pushes.
  ///
  /// - Parameters:
  ///   - pushInfo: the token, for the app's server.
  ///   - widgets: those that support pushes.
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

/// The token for pushes to the widgets of an app.
public struct WidgetPushInfo: Sendable {
  public let token: Data
}

/// Receives the tokens for pushes to the app's controls, in the process of the extension.
public protocol ControlPushHandler {
  init()
  /// The token of a control has changed, or the controls that support pushes.
  ///
  /// - Parameter controls: all controls with this type of handler, each with its token.
  func pushTokensDidChange(controls: [ControlInfo])
}

/// The token for pushes to one control.
public struct ControlPushInfo: Sendable {
  public let token: Data
}

extension WidgetConfiguration {
  /// Lets pushes reload the widget, and names the type that receives the token (iOS 26, watchOS 26).
  @MainActor @preconcurrency public func pushHandler(
    _ pushHandlerType: any WidgetPushHandler.Type
  ) -> some WidgetConfiguration {
    SystemAPI.widgetPushHandler.reportIfTooNew()
    return ChangedConfiguration(base: self) { $0.pushHandler = pushHandlerType }
  }
}

extension ControlWidgetConfiguration {
  /// Lets pushes reload the control, and names the type that receives its token (iOS 18, watchOS 26).
  @MainActor @preconcurrency public func pushHandler(
    _ pushHandlerType: any ControlPushHandler.Type
  ) -> some ControlWidgetConfiguration {
    SystemAPI.controlPushHandler.reportIfTooNew()
    return ControlWithPushHandler(base: self, handler: pushHandlerType)
  }
}

/// A configuration of a control with a push handler.
private struct ControlWithPushHandler<Base: ControlWidgetConfiguration>: PrimitiveControl {
  typealias Body = Never
  let base: Base
  let handler: any ControlPushHandler.Type

  var offer: WidgetOffer? {
    var offer = base.foundOffer
    offer?.controlPushHandler = handler
    return offer
  }
}

extension WidgetHost {
  func hasPushHandler(_ widget: PlacedWidget) -> Bool {
    guard let found = offer(for: widget) else { return false }
    return found.pushHandler != nil || found.controlPushHandler != nil
  }

  func pushTokenChanged(_ token: Data, _ widgets: [PlacedWidget]) {
    let info = WidgetPushInfo(token: token)
    let infos = widgets.map { WidgetInfo(of: $0) }
    var called: Set<ObjectIdentifier> = []
    for offer in offers {
      guard let handler = offer.pushHandler, called.insert(ObjectIdentifier(handler)).inserted
      else { continue }
      handler.init().pushTokenDidChange(info, widgets: infos)
    }
  }

  func pushTokensChanged(_ controls: [PlacedControl]) {
    var called: Set<ObjectIdentifier> = []
    for offer in offers {
      guard let handler = offer.controlPushHandler,
        called.insert(ObjectIdentifier(handler)).inserted
      else { continue }
      let own = controls.filter { control in
        guard let other = self.offer(for: control)?.controlPushHandler else { return false }
        return ObjectIdentifier(other) == ObjectIdentifier(handler)
      }
      handler.init().pushTokensDidChange(controls: own.map { ControlInfo(of: $0) })
    }
  }
}
