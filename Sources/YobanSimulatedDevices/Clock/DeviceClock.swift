import Foundation
import YobanVirtualTime

/// The clock of a device, as its apps read it, and the alarm for changes of the day.
///
/// It begins at the time of the world and then differs from it by what the user has set. Time since the
/// boot and time that passes are not affected.
final class DeviceClock {
  private unowned let device: Device
  /// The time by which the clock is ahead of the world's; negative if it is behind.
  private(set) var offset = Duration.zero
  private var alarm: EventToken?

  init(_ device: Device) {
    self.device = device
    setAlarm()
  }

  /// The device's time at the start of the simulation, in nanoseconds since 1970.
  var wallClockAtStart: Int64 {
    device.world.simulation.wallClockAtStart + offset.nanoseconds
  }

  private var now: Date {
    Date(
      timeIntervalSince1970:
        Double(wallClockAtStart + device.world.now.nanoseconds) / 1_000_000_000)
  }

  /// Sets the clock and notifies the apps (TM1).
  func change(by difference: Duration) {
    let day = DayBoundary.day(of: now, in: .current)
    offset += difference
    for app in device.apps { app.process.map { prepare($0.process) } }
    let isAnotherDay = DayBoundary.day(of: now, in: .current) != day
    notify(TimeChange(clockWasSet: true, dayChanged: isAnotherDay))
    setAlarm()
  }

  /// Gives a process the time of this clock.
  func prepare(_ process: SimulatedProcess) {
    process.setWallClock(aheadOfWorldBy: offset)
  }

  private func notify(_ change: TimeChange) {
    for app in device.apps { app.process?.timeChanged(change) }
  }

  /// Waits for the next midnight, or for the next change to or from daylight saving time.
  private func setAlarm() {
    if let alarm { device.world.simulation.cancel(alarm) }
    let now = now
    guard let next = DayBoundary.next(after: now, in: .current) else { return }
    // A boundary is at a whole second.
    let boundary = Int64(next.date.timeIntervalSince1970.rounded()) * 1_000_000_000
    let instant = VirtualInstant(nanoseconds: boundary - wallClockAtStart)
    alarm = device.world.simulation.schedule(at: instant) { [weak self] in
      guard let self else { return }
      notify(TimeChange(dayChanged: next.isMidnight))
      setAlarm()
    }
  }
}
