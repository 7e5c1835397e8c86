import Foundation
import YobanVirtualTime

extension Device {
  /// Sets the clock, as the user does in Settings: what apps read as the date changes by the difference,
  /// and they are notified (TM1). Time since the boot, timers and the simulation's own time are not
  /// affected.
  ///
  /// - Parameter difference: positive to set the clock ahead, negative to set it back.
  public func setClock(by difference: Duration) {
    let seconds = abs(difference.seconds)
    post(.user("sets the clock \(seconds) s \(difference < .zero ? "back" : "ahead")"))
    clock.change(by: difference)
    notifyServices { $0.clockWasSet(by: difference) }
  }

  /// Brings the next change to or from daylight saving time near: sets the clock to one minute before that
  /// of the device's time zone. A device in a zone without such changes gets the zone of Berlin first.
  public func approachDaylightSavingChange() {
    func wait(in zone: TimeZone) -> Duration? {
      zone.nextDaylightSavingTimeTransition(after: date).map {
        .seconds(($0.timeIntervalSince(date) - 60).rounded(.down))
      }
    }
    if wait(in: timeZone) == nil, let berlin = TimeZone(identifier: "Europe/Berlin") {
      setTimeZone(berlin)
    }
    if let wait = wait(in: timeZone), wait > .zero { setClock(by: wait) }
  }

  /// By how much the clocks of the device run fast, in parts per million from -100,000 to 100,000; below 0 if they run
  /// slow (TM5). Default: 0.
  ///
  /// All clocks of the device run with it: the date, the time since the boot, the times of sensors, and the times that
  /// its apps wait. What they show does not jump. 20 are 1.7 s a day.
  ///
  /// A value outside of this range is reported as a mistake of the test and changes nothing.
  public var clockDrift: Double {
    get { clockRate.drift }
    set {
      guard ClockRate.drifts.contains(newValue) else {
        return Misuse.report(
          "The clocks of \(name) cannot be wrong by \(newValue) ppm: set -100,000 to 100,000 ppm.")
      }
      guard newValue != clockDrift else { return }
      changeClockRate(to: newValue)
      let words = "\(abs(newValue)) ppm \(newValue > 0 ? "fast" : "slow")"
      post(.power("clocks run \(newValue == 0 ? "right" : words)"))
    }
  }

  /// The time of the device's clock when its clocks had counted nothing, in nanoseconds since 1970. It changes
  /// when the clock is set.
  package var wallClockAtStart: Int64 { clock.wallClockAtStart }

  /// Converts a time of the device's clock, in nanoseconds since 1970, to one since the simulation began. A time that
  /// is too far away, such as `Date.distantPast`, becomes the first or the last one.
  package func simulatedTime(ofWallTime time: Int64) -> Int64 {
    let (count, isTooFar) = time.subtractingReportingOverflow(wallClockAtStart)
    return isTooFar ? (time < 0 ? .min : .max) : clockRate.time(ofCount: count)
  }

  /// The inverse of `simulatedTime(ofWallTime:)`.
  package func wallTime(ofSimulatedTime time: Int64) -> Int64 {
    let (result, isTooFar) = clockRate.counted(at: time).addingReportingOverflow(wallClockAtStart)
    return isTooFar ? (time < 0 ? .min : .max) : result
  }

  /// The time of the simulation at which the device's clock shows a date; the first or the last one for a date
  /// that is too far away.
  package func instant(of date: Date) -> VirtualInstant {
    let seconds = date.timeIntervalSince1970
    guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else {
      return seconds < 0 ? .start : .distantFuture
    }
    return VirtualInstant(nanoseconds: simulatedTime(ofWallTime: nanoseconds))
  }

  /// The date of the device's clock, which its apps read as `Date()`.
  public var date: Date { clock.now }

  /// The time zone of the device, which its apps read as `TimeZone.current`. At first it is
  /// UTC, whatever the time zone of the machine is.
  public var timeZone: TimeZone { clock.timeZone }

  /// Sets the time zone, as the user or the network does after a journey. Apps read the new one, and are
  /// notified (TM2). Does nothing if the device has this time zone already.
  public func setTimeZone(_ timeZone: TimeZone) {
    let before = clock.timeZone
    guard timeZone.identifier != before.identifier else { return }
    post(.user("sets the time zone to \(timeZone.identifier)"))
    // One that updates itself is that of the test's process now.
    clock.set(
      timeZone == .autoupdatingCurrent
        ? TimeZone(identifier: timeZone.identifier) ?? timeZone : timeZone)
    notifyServices { $0.timeZoneChanged(from: before) }
  }

  /// The language and region of the device, which its apps read as `Locale.current`. At first it is
  /// Foundation's on Linux, en_001 (English, the world), whatever the language of the machine is.
  public var locale: Locale { clock.locale }

  /// Sets language and region, as the user does in Settings. Apps read the new ones. If the language is
  /// another, iOS and watchOS end all apps; otherwise they are notified (TM3). Does nothing if the device
  /// has this locale already.
  public func setLocale(_ locale: Locale) {
    let before = clock.locale
    guard locale.identifier != before.identifier else { return }
    post(.user("sets language and region to \(locale.identifier)"))
    let isOtherLanguage = locale.language.isOther(than: before.language)
    // Before the apps are notified, because an app that ends is not notified.
    clock.prepare(locale)
    notifyServices { $0.localeChanged(isOtherLanguage: isOtherLanguage) }
    clock.announceLocale()
  }
}

extension Locale.Language {
  /// Whether it is another language, or the same one in another script.
  fileprivate func isOther(than before: Locale.Language) -> Bool {
    let full = [self, before].map { Locale.Language(identifier: $0.maximalIdentifier) }
    return full[0].languageCode != full[1].languageCode || full[0].script != full[1].script
  }
}

extension Device {
  /// The time and the time zone that the device showed at a moment that has passed.
  package func clockReading(at instant: VirtualInstant) -> (date: Date, timeZone: TimeZone) {
    clock.reading(at: instant)
  }
}
