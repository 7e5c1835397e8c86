import Foundation
import YobanVirtualTime

/// The clock, the time zone and the locale of a device, as its apps read them, and the alarm for changes
/// of the day.
///
/// The clock begins at the time of the world and then differs from it by what the user has set, which changes neither
/// the time since the boot nor the time that passes, and by its drift, which changes both.
final class DeviceClock {
  private unowned let device: Device
  private struct Setting {
    var since = VirtualInstant.start
    /// The time by which the clock is ahead of the world's; negative if it is behind.
    var offset = Duration.zero
    var rate = ClockRate()
    /// Nil as long as it is the one of the test's process.
    var ownTimeZone: TimeZone?

    var timeZone: TimeZone { ownTimeZone ?? Simulation.onHost { .current } }
  }
  /// The settings so far, the latest last; at least one.
  private var settings = [Setting()]
  private var setting: Setting { settings[settings.count - 1] }
  private var ownLocale: Locale?
  private var alarm: EventToken?

  init(_ device: Device) {
    self.device = device
    setAlarm()
  }

  var timeZone: TimeZone { setting.timeZone }
  var locale: Locale { ownLocale ?? Simulation.onHost { .current } }

  /// The device's time when its clocks had counted nothing, in nanoseconds since 1970.
  var wallClockAtStart: Int64 {
    device.world.simulation.wallClockAtStart + setting.offset.nanoseconds
  }

  var now: Date { date(at: device.world.now, setting) }

  /// The time and the time zone that the device showed at a moment.
  func reading(at instant: VirtualInstant) -> (date: Date, timeZone: TimeZone) {
    let setting = settings.last { $0.since <= instant } ?? settings[0]
    return (date(at: instant, setting), setting.timeZone)
  }

  private func date(at instant: VirtualInstant, _ setting: Setting) -> Date {
    let start = device.world.simulation.wallClockAtStart + setting.offset.nanoseconds
    let counted = setting.rate.counted(at: instant.nanoseconds)
    return Date(timeIntervalSince1970: Double(start + counted) / 1_000_000_000)
  }

  /// Changes the settings from now on.
  private func set(_ change: (inout Setting) -> Void) {
    var new = setting
    new.since = device.world.now
    change(&new)
    settings.append(new)
  }

  private var day: Int { DayBoundary.day(of: now, in: timeZone) }

  /// Sets the clock and notifies the apps (TM1).
  func change(by difference: Duration) {
    let day = day
    set { $0.offset += difference }
    prepareProcesses()
    announce(SystemChange(clockWasSet: true, dayChanged: self.day != day))
    setAlarm()
  }

  /// The clocks run faster or slower from now on (TM5).
  func rateChanged() {
    set { $0.rate = device.clockRate }
    prepareProcesses()
    setAlarm()
  }

  /// Sets the time zone and notifies the apps (TM2).
  func set(_ timeZone: TimeZone) {
    let (day, before) = (day, self.timeZone)
    set { $0.ownTimeZone = timeZone }
    prepareProcesses()
    announce(SystemChange(dayChanged: self.day != day, timeZoneBefore: before))
    setAlarm()
  }

  /// Sets the locale; `announceLocale` notifies the apps.
  func prepare(_ locale: Locale) {
    ownLocale = locale
    prepareProcesses()
  }

  func announceLocale() { announce(SystemChange(localeChanged: true)) }

  /// Gives a process the time, the time zone and the locale of this device.
  func prepare(_ process: SimulatedProcess) {
    process.setClockRate(setting.rate)
    process.setWallClock(aheadOfWorldBy: setting.offset)
    process.setRegion(timeZone: setting.ownTimeZone, locale: ownLocale)
  }

  private func prepareProcesses() {
    for app in device.appsAndExtensions { app.process.map { prepare($0.process) } }
  }

  private func announce(_ change: SystemChange) {
    for app in device.appsAndExtensions { app.process?.announce(change) }
  }

  /// Waits for the next midnight, or for the next change to or from daylight saving time.
  private func setAlarm() {
    if let alarm { device.world.simulation.cancel(alarm) }
    guard let next = DayBoundary.next(after: now, in: timeZone) else { return }
    // A boundary is at a whole second.
    let boundary = Int64(next.date.timeIntervalSince1970.rounded()) * 1_000_000_000
    let instant = VirtualInstant(
      nanoseconds: setting.rate.time(ofCount: boundary - wallClockAtStart))
    alarm = device.world.simulation.schedule(at: instant) { [weak self] in
      guard let self else { return }
      announce(SystemChange(dayChanged: next.isMidnight, offsetChanged: !next.isMidnight))
      setAlarm()
    }
  }
}
