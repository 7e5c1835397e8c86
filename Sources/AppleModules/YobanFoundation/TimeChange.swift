import Foundation

extension NSNotification.Name {
  /// Posted after the clock of the device was set. The notification has no object and no user info.
  public static let NSSystemClockDidChange = NSNotification.Name(
    "NSSystemClockDidChangeNotification")
}

extension NotificationCenter {
  /// Posts Foundation's notifications of a change of the time.
  package func postTimeChange(clockWasSet: Bool, dayChanged: Bool) {
    if clockWasSet { post(name: .NSSystemClockDidChange, object: nil) }
    if dayChanged { post(name: .NSCalendarDayChanged, object: nil) }
  }
}
