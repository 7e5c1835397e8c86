import CYobanVirtualTime
import Foundation

// The time zone and the locale of a simulated process. region.c says how Foundation reads them.

extension SimulatedProcess {
  /// Sets what Foundation and the C library report to this process as the current time zone and locale,
  /// and the current calendar that follows from them; nil for the host's.
  ///
  /// Values that were read earlier keep the time zone and locale, except `autoupdatingCurrent`.
  public func setRegion(timeZone: TimeZone?, locale: Locale?) {
    guard timeZone != nil || locale != nil else {
      region = nil
      return
    }
    // Values that update themselves would read themselves.
    let timeZone = timeZone.map {
      $0 == .autoupdatingCurrent ? TimeZone(identifier: $0.identifier) ?? .gmt : $0
    }
    let locale = locale.map {
      $0 == .autoupdatingCurrent ? Locale(identifier: $0.identifier) : $0
    }
    if timeZone != nil, !FoundationVariables.timeZoneIsFound {
      simulation.escape(.hostRegion, FoundationVariables.advice("time zone"), of: self)
    }
    if locale != nil, !FoundationVariables.localeIsFound {
      simulation.escape(.hostRegion, FoundationVariables.advice("locale"), of: self)
    }
    region = ProcessRegion(
      timeZone: FoundationVariables.timeZoneIsFound ? timeZone : nil,
      locale: FoundationVariables.localeIsFound ? locale : nil)
    let read = simulation.perform(as: self) { (TimeZone.current, Locale.current) }
    if let timeZone, FoundationVariables.timeZoneIsFound, read.0.identifier != timeZone.identifier {
      simulation.escape(.hostRegion, FoundationVariables.advice("time zone"), of: self)
    }
    if let locale, FoundationVariables.localeIsFound, read.1.identifier != locale.identifier {
      simulation.escape(.hostRegion, FoundationVariables.advice("locale"), of: self)
    }
  }
}

/// The time zone, locale and calendar of one process. At least one of the first two is not the host's.
final class ProcessRegion {
  /// One `TimeZone`; null for the host's. C code exchanges it with Foundation's variable.
  let timeZone: UnsafeMutablePointer<TimeZone>?
  /// One `Locale`; null for the host's.
  let locale: UnsafeMutablePointer<Locale>?

  init(timeZone: TimeZone?, locale: Locale?) {
    self.timeZone = timeZone.map(Self.allocate)
    self.locale = locale.map(Self.allocate)
  }

  deinit {
    timeZone?.deinitialize(count: 1).deallocate()
    locale?.deinitialize(count: 1).deallocate()
  }

  private static func allocate<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    return pointer
  }

  /// Call in the process.
  lazy var calendar = makeCalendar(timeZone: .current, locale: .current)

  /// Follows later changes of the time zone and the locale; the kind of calendar stays. Call in the process.
  func autoupdatingCalendar() -> Calendar {
    makeCalendar(timeZone: .autoupdatingCurrent, locale: .autoupdatingCurrent)
  }

  private func makeCalendar(timeZone: TimeZone, locale: Locale) -> Calendar {
    var calendar = Simulation.onHost { Calendar(identifier: locale.calendar.identifier) }
    calendar.locale = locale
    calendar.timeZone = timeZone
    return calendar
  }

}

/// Foundation's variables for the current time zone and locale.
private enum FoundationVariables {
  static let timeZoneIsFound = Simulation.onHost {
    // Foundation makes each of these calendars at its first use, with the time zone of that moment, and
    // keeps it.
    for identifier in calendars { _ = Calendar(identifier: identifier) }
    _ = Calendar.current
    guard MemoryLayout<Calendar>.size == 2 * MemoryLayout<Int>.size else { return false }
    return find(TimeZone.current, vt_find_time_zone) { _ = TimeZone.current }
  }

  static let localeIsFound = Simulation.onHost {
    find(Locale.current, vt_find_locale) { _ = Locale.current }
  }

  private static func find<Value>(
    _ value: Value,
    _ find: (@convention(c) () -> Void, UnsafePointer<Int>) -> Int32,
    read: @convention(c) () -> Void
  ) -> Bool {
    guard MemoryLayout<Value>.size == 2 * MemoryLayout<Int>.size else { return false }
    return withUnsafeBytes(of: value) {
      find(read, $0.baseAddress!.assumingMemoryBound(to: Int.self)) != 0
    }
  }

  private static let calendars: [Calendar.Identifier] = [
    .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew,
    .iso8601,
    .indian, .islamic, .islamicCivil, .japanese, .persian, .republicOfChina, .islamicTabular,
    .islamicUmmAlQura,
  ]

  static func advice(_ name: String) -> String {
    "this version of Foundation keeps the current \(name) in another way: the app reads the host's"
  }
}

// MARK: Functions called by region.c, in a process that has a region

private var region: ProcessRegion { Simulation.current!.currentProcess.region! }

@_cdecl("vt_current_calendar")
func vtCurrentCalendar(_ result: UnsafeMutableRawPointer) {
  result.initializeMemory(as: Calendar.self, to: region.calendar)
}

@_cdecl("vt_autoupdating_calendar")
func vtAutoupdatingCalendar(_ result: UnsafeMutableRawPointer) {
  result.initializeMemory(as: Calendar.self, to: region.autoupdatingCalendar())
}

@_cdecl("vt_calendar")
func vtCalendar(_ identifier: Int32, _ result: UnsafeMutableRawPointer) {
  let identifier = unsafeBitCast(UInt8(identifier), to: Calendar.Identifier.self)
  var calendar = Simulation.onHost { Calendar(identifier: identifier) }
  calendar.timeZone = .current
  result.initializeMemory(as: Calendar.self, to: calendar)
}

@_cdecl("vt_preferred_languages")
func vtPreferredLanguages() -> UnsafeMutableRawPointer {
  let languages = [Locale.current.identifier(.bcp47)]
  let array = unsafeBitCast(languages, to: UnsafeMutableRawPointer.self)
  _ = Unmanaged<AnyObject>.fromOpaque(array).retain()
  return withExtendedLifetime(languages) { array }
}

@_cdecl("vt_cf_time_zone")
func vtCFTimeZone() -> UnsafeMutableRawPointer? {
  let zone = TimeZone.current
  return UnsafeMutableRawPointer(
    mutating: vt_make_cf_time_zone(zone.identifier, Double(zone.secondsFromGMT())))
}

@_cdecl("vt_cf_locale")
func vtCFLocale() -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer(mutating: vt_make_cf_locale(Locale.current.identifier)!)
}

@_cdecl("vt_offset_to_utc")
func vtOffsetToUTC(
  _ seconds: Int64, _ isDaylight: UnsafeMutablePointer<Int32>,
  _ abbreviation: UnsafeMutablePointer<CChar>, _ size: Int32
) -> Int64 {
  let date = Date(timeIntervalSince1970: Double(seconds))
  let zone = TimeZone.current
  isDaylight.pointee = zone.isDaylightSavingTime(for: date) ? 1 : 0
  let text = (zone.abbreviation(for: date) ?? "").utf8CString.prefix(Int(size) - 1)
  text.withUnsafeBufferPointer { abbreviation.update(from: $0.baseAddress!, count: $0.count) }
  abbreviation[text.count] = 0
  return Int64(zone.secondsFromGMT(for: date))
}
