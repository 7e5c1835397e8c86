internal import YobanSimulatedApple

/// The settings of an app for the screen and for all objects of a class. Each simulated process has its own.
@MainActor final class ScreenSettings {
  private static let outsideOfApps = ScreenSettings()

  static var current: ScreenSettings {
    guard let app = AppProcess.current else { return outsideOfApps }
    return app.process.resident(ScreenSettings.self) { ScreenSettings() }
  }

  var brightness: CGFloat = 0.5
  var shortcutItems: [UIApplicationShortcutItem]?
  private var proxies: [ObjectIdentifier: AnyObject] = [:]

  /// The object that stands for all objects of a class.
  func proxy<T: AnyObject>(_ make: () -> T) -> T {
    if let proxy = proxies[ObjectIdentifier(T.self)] as? T { return proxy }
    let proxy = make()
    proxies[ObjectIdentifier(T.self)] = proxy
    return proxy
  }
}
