import YobanSimulatedDevices

/// Ends all apps when the user changes the language of the device (TM3).
final class LanguageService: SystemService {
  private unowned let device: AppleDevice

  init(_ device: AppleDevice) { self.device = device }

  func localeChanged(isOtherLanguage: Bool) {
    guard isOtherLanguage else { return }
    for app in device.apps { app.process?.kill(.system(.languageChange)) }
  }
}
