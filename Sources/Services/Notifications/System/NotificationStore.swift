import Foundation
import YobanPlatformProfiles
import YobanVirtualTime

/// A notification that was delivered.
package struct DeliveredNotification: Sendable, Hashable {
  package var request: NotificationRequest
  /// The time of the delivery.
  package var instant: VirtualInstant
  /// Where the notification was shown first.
  package var place: NotificationPlace
  /// Whether the notification stays in Notification Center.
  package var isListed: Bool
  /// The time at which its banner disappears; nil without a banner.
  package var bannerEnds: VirtualInstant?

  package func isVisible(at now: VirtualInstant) -> Bool {
    isListed || bannerEnds.map { $0 > now } ?? false
  }
}

/// The pending and the delivered notifications of an app, which survive its processes and reboots
/// (NT3). It has no side effects.
package struct NotificationStore: Sendable, Hashable {
  package struct Pending: Sendable, Hashable {
    package var request: NotificationRequest
    /// The time of the next delivery; nil for a region.
    package var next: VirtualInstant?
  }

  /// The pending requests in the order in which they were added.
  package private(set) var pending: [Pending] = []
  /// The delivered notifications, the oldest first.
  package private(set) var delivered: [DeliveredNotification] = []

  package init() {}

  // MARK: Pending requests

  /// Adds a request. It replaces a pending one with its identifier.
  ///
  /// - Parameter next: the time of its first delivery; nil for a region.
  /// - Returns: the requests that were discarded because there are too many (NT3).
  package mutating func add(
    _ request: NotificationRequest, next: VirtualInstant?, _ policy: NotificationPolicy
  ) -> [NotificationRequest] {
    pending.removeAll { $0.request.identifier == request.identifier }
    pending.append(Pending(request: request, next: next))
    var discarded: [NotificationRequest] = []
    while pending.count > policy.pendingLimit {
      discarded.append(pending.remove(at: indexToDiscard(policy)).request)
    }
    return discarded
  }

  private func indexToDiscard(_ policy: NotificationPolicy) -> Int {
    if policy.keepsNewestRequests { return 0 }
    // A region has no time, and counts as the last one.
    let end = VirtualInstant(nanoseconds: .max)
    return pending.indices.max { (pending[$0].next ?? end, $0) < (pending[$1].next ?? end, $1) }!
  }

  /// Removes pending requests.
  ///
  /// - Returns: those that were there.
  package mutating func removePending(_ isRemoved: (NotificationRequest) -> Bool)
    -> [NotificationRequest]
  {
    let removed = pending.map(\.request).filter(isRemoved)
    pending.removeAll { isRemoved($0.request) }
    return removed
  }

  /// The time of the next delivery; nil if only regions are pending.
  package var nextDeadline: VirtualInstant? { pending.compactMap(\.next).min() }

  /// Takes the requests that are due, in the order of their times. Those that repeat stay pending.
  ///
  /// - Returns: the requests to deliver, each once; and those that were due too long ago, because the
  ///   device was off (NT3).
  package mutating func takeDue(
    at now: VirtualInstant, _ clock: NotificationClock, _ policy: NotificationPolicy
  ) -> (due: [NotificationRequest], missed: [NotificationRequest]) {
    var taken: [(time: VirtualInstant, request: NotificationRequest)] = []
    for i in pending.indices {
      var last: VirtualInstant?
      while let next = pending[i].next, next <= now {
        last = next
        let trigger = pending[i].request.trigger
        pending[i].next = trigger.repeats ? clock.next(of: trigger, after: next) : nil
      }
      if let last { taken.append((last, pending[i].request)) }
    }
    let over = Set(taken.filter { !$0.request.trigger.repeats }.map(\.request.identifier))
    pending.removeAll { over.contains($0.request.identifier) }
    let inOrder = taken.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    return (
      inOrder.filter { $0.time + policy.lateDelivery >= now }.map(\.request),
      inOrder.filter { $0.time + policy.lateDelivery < now }.map(\.request)
    )
  }

  /// Moves the times of calendar triggers, because the clock was set (TM1). One whose date has passed is due
  /// now; one that repeats waits for its next date. Intervals are not affected.
  package mutating func clockWasSet(
    by difference: Duration, at now: VirtualInstant, _ clock: NotificationClock
  ) {
    for i in pending.indices {
      let trigger = pending[i].request.trigger
      // One that is due stays so, although the clock may now be before its date again.
      guard case .calendar = trigger, let next = pending[i].next, next > now else { continue }
      pending[i].next =
        trigger.repeats ? clock.next(of: trigger, after: now) : max(next - difference, now)
    }
  }

  /// Moves the times of calendar triggers without a time zone of their own, because the device's changed
  /// (TM2): they keep the date and time of day. One whose date has passed is due now; one that repeats waits
  /// for its next date.
  package mutating func timeZoneChanged(
    from before: TimeZone, at now: VirtualInstant, _ clock: NotificationClock
  ) {
    for i in pending.indices {
      let trigger = pending[i].request.trigger
      guard case .calendar(let components, _) = trigger, components.timeZone == nil,
        let next = pending[i].next
      else { continue }
      pending[i].next =
        trigger.repeats
        ? clock.next(of: trigger, after: now) : max(clock.keepingTimeOfDay(next, from: before), now)
    }
  }

  // MARK: Delivered notifications

  /// Adds a delivered notification. It replaces one with its identifier.
  package mutating func deliver(_ notification: DeliveredNotification) {
    delivered.removeAll { $0.request.identifier == notification.request.identifier }
    delivered.append(notification)
  }

  package mutating func removeDelivered(_ isRemoved: (DeliveredNotification) -> Bool) {
    delivered.removeAll(where: isRemoved)
  }
}

/// Computes the times of triggers, with the device's clock and time zone.
package struct NotificationClock: Sendable, Hashable {
  /// The date, in nanoseconds since 1970, when the clocks of the device had counted nothing.
  private let start: Int64
  private let rate: ClockRate
  private let timeZone: TimeZone

  package init(start: Int64, rate: ClockRate = ClockRate(), timeZone: TimeZone) {
    self.start = start
    self.rate = rate
    self.timeZone = timeZone
  }

  package func date(_ instant: VirtualInstant) -> Date {
    Date(timeIntervalSince1970: Double(start + rate.counted(at: instant.nanoseconds)) / 1e9)
  }

  private func instant(_ date: Date) -> VirtualInstant {
    // Dates of calendars have whole seconds, or nanoseconds that the app gave.
    let whole = date.timeIntervalSince1970.rounded(.down)
    let part = ((date.timeIntervalSince1970 - whole) * 1e6).rounded() * 1_000
    let count = Int64(whole) * 1_000_000_000 + Int64(part) - start
    return VirtualInstant(nanoseconds: rate.time(ofCount: count))
  }

  /// Returns the time that has the same date and time of day in this time zone as `time` in another.
  package func keepingTimeOfDay(_ time: VirtualInstant, from before: TimeZone) -> VirtualInstant {
    var (old, new) = (Calendar(identifier: .gregorian), Calendar(identifier: .gregorian))
    (old.timeZone, new.timeZone) = (before, timeZone)
    let units: Set<Calendar.Component> = [
      .year, .month, .day, .hour, .minute, .second, .nanosecond,
    ]
    return new.date(from: old.dateComponents(units, from: date(time))).map(instant) ?? time
  }

  /// Returns the next date of a calendar trigger after a date; nil if there is none.
  package func next(of components: DateComponents, after date: Date) -> Date? {
    var calendar = components.calendar ?? Calendar(identifier: .gregorian)
    calendar.timeZone = components.timeZone ?? timeZone
    var matching = components
    (matching.calendar, matching.timeZone) = (nil, nil)
    return calendar.nextDate(
      after: date, matching: matching, matchingPolicy: .nextTimePreservingSmallerComponents)
  }

  /// Returns the next time of a trigger after a time; nil if there is none, and for a region.
  package func next(of trigger: NotificationTrigger, after instant: VirtualInstant)
    -> VirtualInstant?
  {
    switch trigger {
    case .now: instant
    case .interval(let seconds, _):
      instant + .nanoseconds(Int64((min(seconds, 1e9) * 1e9).rounded()))
    case .calendar(let components, _):
      next(of: components, after: date(instant)).map { self.instant($0) }
    case .region: nil
    }
  }
}
