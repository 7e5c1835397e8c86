internal import YobanSimulatedApple

extension UIApplication {
  /// The keys of `open(_:options:completionHandler:)`. None has an effect.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let universalLinksOnly = Self(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// The URL that opens the app's own settings.
  public nonisolated static let openSettingsURLString = "app-settings:"

  /// Opens a URL in the app of the simulated device that declares its scheme. A web page and the settings
  /// open in an app of the system, which is not simulated: the calling app leaves the foreground.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    let isOpened = process.app.appleDevice.open(url, from: process)
    DispatchQueue.main.async { MainActor.assumeIsolated { completion?(isOpened) } }
  }

  /// Whether the device can open the URL. Unlike on a device, `LSApplicationQueriesSchemes` is not needed.
  public nonisolated func canOpenURL(_ url: URL) -> Bool { process.app.appleDevice.canOpen(url) }
}
