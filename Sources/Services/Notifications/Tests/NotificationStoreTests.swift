import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanNotifications

/// Pending and delivered notifications, and the times of triggers (NT3).
@Suite struct NotificationStoreTests {
  /// The simulation starts at midnight of 1 January 2024, a Monday, in UTC.
  static let clock = NotificationClock(
    start: 1_704_067_200_000_000_000, timeZone: TimeZone(secondsFromGMT: 0)!)
  static let policy = NotificationPolicy(iOS: 17)

  static func second(_ second: Int64) -> VirtualInstant {
    VirtualInstant(nanoseconds: second * 1_000_000_000)
  }

  static func request(
    _ name: String, _ trigger: NotificationTrigger = .interval(60, repeats: false)
  )
    -> NotificationRequest
  {
    NotificationRequest(name, NotificationContent(), trigger)
  }

  @Test(arguments: [64, 65, 100])
  func `at most 64 requests are pending, those that were added last (NT3)`(_ count: Int) {
    var store = NotificationStore()
    var discarded: [String] = []
    for i in 1...count {
      discarded += store.add(
        Self.request("\(i)"), next: Self.second(Int64(1_000 - i)), Self.policy
      ).map(\.identifier)
    }
    #expect(store.pending.count == 64)
    #expect(discarded == (1...count).prefix(count - 64).map { "\($0)" })
  }

  @Test func `a scenario can keep those that are due first (NT3)`() {
    var policy = Self.policy
    (policy.keepsNewestRequests, policy.pendingLimit) = (false, 2)
    var store = NotificationStore()
    #expect(store.add(Self.request("late"), next: Self.second(30), policy) == [])
    #expect(store.add(Self.request("soon"), next: Self.second(10), policy) == [])
    let lost = store.add(Self.request("middle"), next: Self.second(20), policy)
    #expect(lost.map(\.identifier) == ["late"])
    let region = store.add(Self.request("region"), next: nil, policy)
    #expect(region.map(\.identifier) == ["region"], "a region has no time")
  }

  /// At 1:00, requests for 8:00 and for an interval that ends after 10 hours are pending.
  @Test(arguments: [
    // The hours that the clock is set ahead, and the hours at which the requests are due.
    (2, 6, 6), (-2, 10, 10), (9, 1, 23), (24, 1, 8),
  ])
  func `a clock that is set moves calendar triggers, not intervals (TM1)`(
    _ ahead: Int64, _ once: Int64, _ daily: Int64
  ) throws {
    func hour(_ hour: Int64) -> VirtualInstant { Self.second(hour * 3600) }
    let time = DateComponents(hour: 8)
    let requests: [(NotificationRequest, Int64)] = [
      (Self.request("once", .calendar(time, repeats: false)), 8),
      (Self.request("daily", .calendar(time, repeats: true)), 8), (Self.request("interval"), 10),
    ]
    var store = NotificationStore()
    for (request, due) in requests { _ = store.add(request, next: hour(due), Self.policy) }
    let clock = NotificationClock(
      start: 1_704_067_200_000_000_000 + ahead * 3_600_000_000_000,
      timeZone: try #require(TimeZone(secondsFromGMT: 0)))
    store.clockWasSet(by: .seconds(ahead * 3600), at: hour(1), clock)
    #expect(store.pending.map(\.next) == [hour(once), hour(daily), hour(10)])
  }

  @Test func `a notification that is due is not postponed when the clock is set back (TM1)`() throws
  {
    var store = NotificationStore()
    let trigger = NotificationTrigger.calendar(DateComponents(hour: 8), repeats: false)
    _ = store.add(Self.request("due", trigger), next: Self.second(60), Self.policy)
    let clock = NotificationClock(
      start: 1_704_067_200_000_000_000, timeZone: try #require(TimeZone(secondsFromGMT: 0)))
    store.clockWasSet(by: .seconds(-120), at: Self.second(60), clock)
    #expect(store.pending.map(\.next) == [Self.second(60)])
  }

  @Test func `a request with the same identifier replaces a pending one (NT3)`() {
    var store = NotificationStore()
    _ = store.add(Self.request("a"), next: Self.second(10), Self.policy)
    _ = store.add(Self.request("b"), next: Self.second(20), Self.policy)
    _ = store.add(Self.request("a"), next: Self.second(30), Self.policy)
    #expect(store.pending.map(\.request.identifier) == ["b", "a"])
    #expect(store.nextDeadline == Self.second(20))
  }

  @Test func `requests are due in the order of their times, and then of their addition (NT3)`() {
    var store = NotificationStore()
    for (name, time) in [("d", 9), ("a", 5), ("b", 5), ("later", 20)] as [(String, Int64)] {
      _ = store.add(Self.request(name), next: Self.second(time), Self.policy)
    }
    let (due, missed) = store.takeDue(at: Self.second(10), Self.clock, Self.policy)
    #expect(due.map(\.identifier) == ["a", "b", "d"] && missed == [])
    #expect(store.pending.map(\.request.identifier) == ["later"])
  }

  /// The policy delivers late for 15 minutes, which are 900 s.
  @Test(arguments: [(900, true), (901, false)])
  func `a request that was due while the device was off is delivered for 15 minutes (NT3)`(
    _ late: Int64, _ isDelivered: Bool
  ) {
    var store = NotificationStore()
    _ = store.add(Self.request("a"), next: Self.second(100), Self.policy)
    let (due, missed) = store.takeDue(at: Self.second(100 + late), Self.clock, Self.policy)
    #expect((due.count, missed.count) == (isDelivered ? (1, 0) : (0, 1)))
    #expect(store.pending.isEmpty)
  }

  @Test func `a request that repeats is delivered once for all missed times (NT3)`() {
    var store = NotificationStore()
    let request = Self.request("a", .interval(60, repeats: true))
    _ = store.add(request, next: Self.second(60), Self.policy)
    let (due, missed) = store.takeDue(at: Self.second(205), Self.clock, Self.policy)
    #expect(due == [request] && missed == [])
    #expect(store.nextDeadline == Self.second(240))
  }

  @Test func `a delivered notification replaces one with its identifier (NT3)`() {
    var store = NotificationStore()
    for (name, time) in [("a", 1), ("b", 2), ("a", 3)] as [(String, Int64)] {
      store.deliver(
        DeliveredNotification(
          request: Self.request(name), instant: Self.second(time), place: .banner, isListed: true))
    }
    #expect(store.delivered.map(\.request.identifier) == ["b", "a"])
    store.removeDelivered { $0.request.identifier == "b" }
    #expect(store.delivered.map(\.instant) == [Self.second(3)])
  }

  /// Components, and the seconds from midnight of Monday, 1 January 2024, to the next match after a time.
  static let dates: [(components: DateComponents, after: Int64, next: Int64?)] = [
    (DateComponents(hour: 7), 0, 7 * 3_600),
    (DateComponents(hour: 7), 7 * 3_600, 31 * 3_600),
    (DateComponents(hour: 8, minute: 30), 3_600, 30_600),
    (DateComponents(minute: 30), 1_800, 5_400),
    (DateComponents(second: 0), 1, 60),
    // Sunday is weekday 1: the next one is 7 January.
    (DateComponents(hour: 12, weekday: 1), 0, 6 * 86_400 + 43_200),
    (DateComponents(year: 2023, month: 1, day: 1), 0, nil),
    // 2 February, 9:00, is 32 days and 9 hours later.
    (DateComponents(month: 2, day: 2, hour: 9), 0, 32 * 86_400 + 32_400),
    // An hour in a time zone that is two hours ahead.
    (DateComponents(timeZone: TimeZone(secondsFromGMT: 7_200), hour: 7), 0, 5 * 3_600),
  ]

  @Test(arguments: dates.indices) func `a calendar trigger has the next matching date (NT3)`(
    _ index: Int
  ) {
    let row = Self.dates[index]
    let next = Self.clock.next(
      of: .calendar(row.components, repeats: false), after: Self.second(row.after))
    #expect(next == row.next.map(Self.second))
  }

  @Test func `an interval counts from the time of the addition (NT3)`() {
    let trigger = NotificationTrigger.interval(0.5, repeats: false)
    let next = Self.clock.next(of: trigger, after: Self.second(10))
    #expect(next == Self.second(10) + .milliseconds(500))
  }
}
