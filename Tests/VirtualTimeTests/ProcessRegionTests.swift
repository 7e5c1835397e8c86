import Foundation
import Testing
import YobanVirtualTime

/// The time zone and locale of a process. 2024-01-15 22:00 in UTC is 07:00 of the next day in Tokyo, 23:00
/// in Berlin and 14:00 in Los Angeles.
@Suite struct ProcessRegionTests {
  private static let date = Date(timeIntervalSince1970: 1_705_356_000)
  private static let tokyo = TimeZone(identifier: "Asia/Tokyo")!
  private static let berlin = TimeZone(identifier: "Europe/Berlin")!
  private static let losAngeles = TimeZone(identifier: "America/Los_Angeles")!

  /// Each way to ask for the time zone, and the hour that follows from it.
  private static let hours: [(name: String, hour: @Sendable () -> Int)] = [
    ("TimeZone.current", { hour(in: .current) }),
    ("TimeZone.autoupdatingCurrent", { hour(in: .autoupdatingCurrent) }),
    ("NSTimeZone.system", { hour(in: NSTimeZone.system) }),
    ("NSTimeZone.local", { hour(in: NSTimeZone.local) }),
    ("NSTimeZone.default", { hour(in: NSTimeZone.default) }),
    ("Calendar.current", { Calendar.current.component(.hour, from: date) }),
    ("Calendar.autoupdatingCurrent", { Calendar.autoupdatingCurrent.component(.hour, from: date) }),
    ("Calendar(identifier:)", { Calendar(identifier: .gregorian).component(.hour, from: date) }),
    ("another calendar", { Calendar(identifier: .buddhist).component(.hour, from: date) }),
    ("NSCalendar.current", { NSCalendar.current.component(.hour, from: date) }),
    (
      "DateFormatter",
      {
        let formatter = DateFormatter()
        formatter.dateFormat = "HH"
        return Int(formatter.string(from: date)) ?? -1
      }
    ),
    (
      "formatted",
      {
        let style = Date.FormatStyle(locale: Locale(identifier: "de_DE")).hour()
        return Int(date.formatted(style).prefix(2)) ?? -1
      }
    ),
    (
      "localtime_r",
      {
        var seconds = time_t(date.timeIntervalSince1970)
        var result = tm()
        localtime_r(&seconds, &result)
        return Int(result.tm_hour)
      }
    ),
    (
      "localtime",
      {
        var seconds = time_t(date.timeIntervalSince1970)
        return Int(localtime(&seconds).pointee.tm_hour)
      }
    ),
  ]

  private static func hour(in zone: TimeZone) -> Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.component(.hour, from: date)
  }

  @Test(arguments: hours.map(\.name))
  func `two processes have time zones of their own, and the host keeps its own`(way: String)
    async throws
  {
    let hour = try #require(Self.hours.first { $0.name == way }).hour
    let host = hour()
    let lines = try await simulate { log in
      let simulation = Simulation.current!
      let tokyo = simulation.makeProcess(named: "tokyo")
      tokyo.setRegion(timeZone: Self.tokyo, locale: nil)
      let west = simulation.makeProcess(named: "los angeles")
      west.setRegion(timeZone: Self.losAngeles, locale: nil)
      for _ in 1...2 {
        tokyo.onMain { log("\(hour())") }
        west.onMain { log("\(hour())") }
        try await Task.sleep(for: .seconds(1))
        log("\(hour())")
      }
    }
    #expect(lines.map { String($0.dropFirst(4)) } == ["7", "14", "\(host)", "7", "14", "\(host)"])
    #expect(hour() == host)
  }

  @Test func `only values that update themselves follow a change of the time zone`() async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setRegion(timeZone: Self.berlin, locale: nil)
      process.onMain {
        let kept = (TimeZone.current, Calendar.current)
        let updating = (TimeZone.autoupdatingCurrent, Calendar.autoupdatingCurrent)
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
          log("\(kept.0.identifier) \(kept.1.component(.hour, from: Self.date))")
          log("\(updating.0.identifier) \(updating.1.component(.hour, from: Self.date))")
          log("\(updating.0 == .autoupdatingCurrent) \(updating.1 == .autoupdatingCurrent)")
        }
      }
      try await Task.sleep(for: .seconds(1))
      process.setRegion(timeZone: Self.tokyo, locale: nil)
      try await Task.sleep(for: .seconds(2))
    }
    #expect(
      lines.map { String($0.dropFirst(4)) } == ["Europe/Berlin 23", "Asia/Tokyo 7", "true true"])
  }

  @Test
  func `a locale sets the language of dates, the separators of numbers and the first weekday`()
    async throws
  {
    let host = (Locale.current, Calendar.current.firstWeekday)
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      for identifier in ["de_DE", "en_US", "th_TH"] {
        process.setRegion(timeZone: Self.berlin, locale: Locale(identifier: identifier))
        process.onMain {
          let formatter = DateFormatter()
          formatter.dateFormat = "EEEE"
          let numbers = NumberFormatter()
          numbers.numberStyle = .decimal
          log(
            [
              Locale.current.identifier, Locale.autoupdatingCurrent.identifier,
              NSLocale.current.identifier, formatter.string(from: Self.date),
              Self.date.formatted(.dateTime.weekday(.wide)), 1234.5.formatted(),
              numbers.string(from: 1234.5) ?? "", "\(Calendar.current.firstWeekday)",
              "\(Calendar.current.identifier)", Locale.preferredLanguages[0],
            ].joined(separator: " "))
        }
        try await Task.sleep(for: .seconds(1))
      }
    }
    #expect(
      lines.map { String($0.dropFirst(4)) } == [
        "de_DE de_DE de_DE Montag Montag 1.234,5 1.234,5 2 gregorian de-DE",
        "en_US en_US en_US Monday Monday 1,234.5 1,234.5 1 gregorian en-US",
        "th_TH th_TH th_TH วันจันทร์ วันจันทร์ 1,234.5 1,234.5 1 buddhist th-TH",
      ])
    #expect(Locale.current == host.0)
    #expect(Calendar.current.firstWeekday == host.1)
  }

  /// In Berlin, 2024-03-31 02:00 to 03:00 does not exist, and 2024-10-27 02:00 to 03:00 occurs twice.
  @Test(arguments: [
    (1_711_846_799, "01:59:59 0 3600"), (1_711_846_800, "03:00:00 1 7200"),
    (1_729_990_799, "02:59:59 1 7200"), (1_729_990_800, "02:00:00 0 3600"),
  ])
  func `the C library follows daylight saving time`(seconds: Int, expected: String) async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setRegion(timeZone: Self.berlin, locale: nil)
      process.onMain {
        var date = time_t(seconds)
        var local = tm()
        localtime_r(&date, &local)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%H:%M:%S", &local)
        let time = String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
        log("\(time) \(local.tm_isdst) \(local.tm_gmtoff)")
        let abbreviation = Self.berlin.abbreviation(
          for: Date(timeIntervalSince1970: Double(seconds)))
        log("\(String(cString: local.tm_zone) == abbreviation)")
        // `tm_isdst` tells the two dates apart in the hour that occurs twice.
        log("\(mktime(&local) == seconds)")
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines.map { String($0.dropFirst(4)) } == [expected, "true", "true"])
  }

  /// Without `tm_isdst`, the first of two dates counts, and for a time that does not exist, the offset
  /// from before the change.
  @Test(arguments: [
    (3, 31, 2, 30, 1_711_848_600), (10, 27, 2, 30, 1_729_989_000), (7, 1, 12, 0, 1_719_828_000),
    (1, 1, 12, 0, 1_704_106_800),
  ])
  func `a time of the day without tm_isdst has one date`(
    _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32, _ seconds: Int
  ) async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setRegion(timeZone: Self.berlin, locale: nil)
      process.onMain {
        var local = tm()
        (local.tm_year, local.tm_mon, local.tm_mday) = (124, month - 1, day)
        (local.tm_hour, local.tm_min, local.tm_isdst) = (hour, minute, -1)
        log("\(mktime(&local))")
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines.map { String($0.dropFirst(4)) } == ["\(seconds)"])
  }

  @Test func `the abbreviation of an earlier call stays`() async throws {
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setRegion(timeZone: Self.berlin, locale: nil)
      process.onMain {
        var (winter, summer) = (time_t(1_704_106_800), time_t(1_719_828_000))
        var (first, second) = (tm(), tm())
        localtime_r(&winter, &first)
        localtime_r(&summer, &second)
        log("\(String(cString: first.tm_zone)) \(String(cString: second.tm_zone))")
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(lines.map { String($0.dropFirst(4)) } == ["GMT+1 GMT+2"])
  }

  @Test func `a time zone that updates itself is that of the host, and an offset needs no name`()
    async throws
  {
    let host = TimeZone.current.identifier
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      for zone in [TimeZone.autoupdatingCurrent, TimeZone(secondsFromGMT: 19_800)!] {
        process.setRegion(timeZone: zone, locale: .autoupdatingCurrent)
        process.onMain {
          let formatter = DateFormatter()
          formatter.dateFormat = "mm"
          log("\(TimeZone.current.identifier) \(formatter.string(from: Self.date))")
        }
        try await Task.sleep(for: .seconds(1))
      }
    }
    #expect(lines.map { String($0.dropFirst(4)) } == ["\(host) 00", "GMT+0530 30"])
  }

  @Test
  func `simulations that run at once with other time zones do not disturb each other or the host`()
    async throws
  {
    let zones = ["Asia/Tokyo", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"]
    let host = TimeZone.current
    let wrong = await withTaskGroup(of: Int.self) { group in
      for (i, identifier) in (zones + zones).enumerated() {
        group.addTask {
          let lines = try? await simulate(seed: UInt64(i)) { log in
            let process = Simulation.current!.makeProcess(named: "app")
            process.setRegion(timeZone: TimeZone(identifier: identifier), locale: nil)
            for _ in 1...200 {
              process.onMain {
                if TimeZone.current.identifier != identifier { log("wrong") }
                if Calendar.current.timeZone.identifier != identifier { log("wrong") }
              }
              try await Task.sleep(for: .seconds(1))
            }
            log("end")
          }
          return (lines?.count ?? 0) - 1
        }
      }
      group.addTask {
        (1...20_000).count { _ in TimeZone.current != host || Calendar.current.timeZone != host }
      }
      return await group.reduce(0) { $0 + abs($1) }
    }
    #expect(wrong == 0)
  }
}
