import Foundation

/// A change of the time, the time zone or the locale that the system announces to apps (TM1 to TM3).
package struct SystemChange: Hashable, Sendable {
  /// The user has set the clock.
  package var clockWasSet = false
  /// Another day has begun.
  package var dayChanged = false
  /// Daylight saving time has begun or ended.
  package var offsetChanged = false
  /// The time zone before its change; nil if it did not change.
  package var timeZoneBefore: TimeZone?
  package var localeChanged = false

  /// Whether UIKit calls it a significant change of the time.
  package var isOfTime: Bool {
    clockWasSet || dayChanged || offsetChanged || timeZoneBefore != nil
  }

  /// The change that is announced to a suspended app when it continues: one for several.
  func adding(_ later: SystemChange) -> SystemChange {
    SystemChange(
      clockWasSet: clockWasSet || later.clockWasSet, dayChanged: dayChanged || later.dayChanged,
      offsetChanged: offsetChanged || later.offsetChanged,
      timeZoneBefore: timeZoneBefore ?? later.timeZoneBefore,
      localeChanged: localeChanged || later.localeChanged)
  }
}
