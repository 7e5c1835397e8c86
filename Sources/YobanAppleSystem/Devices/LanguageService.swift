import YobanSimulatedDevices

/// Ends all apps when the user changes the language of the device (TM3).
package final class LanguageService: SystemService {
  private unowned let device: AppleDevice

  package init(_ device: AppleDevice) { self.device = device }

  package func localeChanged(isOtherLanguage: Bool) {
    guard isOtherLanguage else { return }
    for app in device.appsAndExtensions { app.process?.kill(.system(.languageChange)) }
  }
}
