import Foundation
package import YobanSimulatedDevices

extension NSNotification.Name {
  /// Posted after the clock of the device was set. The notification has no object and no user info.
  public static let NSSystemClockDidChange = NSNotification.Name(
    "NSSystemClockDidChangeNotification")
}

extension NotificationCenter {
  /// Posts Foundation's notifications of a change of the time, the time zone or the locale.
  package func post(_ change: SystemChange) {
    if let before = change.timeZoneBefore {
      // Core Foundation documents the object of its notification as the previous time zone.
      post(name: .NSSystemTimeZoneDidChange, object: NSTimeZone(name: before.identifier))
    }
    if change.clockWasSet { post(name: .NSSystemClockDidChange, object: nil) }
    if change.dayChanged { post(name: .NSCalendarDayChanged, object: nil) }
    if change.localeChanged {
      post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
    }
  }
}
