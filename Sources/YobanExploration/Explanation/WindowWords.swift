import YobanVirtualTime

/// Says when a fault does harm.
enum WindowWords {
  /// Returns nil if there is nothing to say.
  ///
  /// - Parameters:
  ///   - events: the events of the run that fails.
  ///   - others: those of the nearest run that passes, or of the same run. They say what happens around the edges.
  ///   - isShortened: whether the scenario waits less than its author wrote, so that a short time means nothing.
  static func sentence(
    _ fault: Fault, _ window: HarmfulWindow, _ events: [RunEvent], around others: [RunEvent],
    isShortened: Bool = false
  ) -> String? {
    let length = window.last - window.first
    // The first event of a run can have no fault before it.
    if window.passesAfter != nil, length < .milliseconds(2) {
      return isShortened
        ? nil
        : "It does harm only at this moment, less than 2 ms long: \(fault.words), \(fault.momentWords(in: events))."
    }
    let from = window.passesBefore.map { _ in
      "from \(window.first)\(after(window.first, others))"
    }
    let to = window.passesAfter.map { _ in "\(window.last)\(before(window.last, others))" }
    switch (from, to) {
    case (nil, nil):
      // No other time was tried if everything happens at one.
      return length == .zero ? nil : "It does harm at every time that was tried: \(fault.words)."
    case (let from?, nil): return "It does harm \(from) on, and not earlier: \(fault.words)."
    case (nil, let to?):
      return "It does harm until \(to), and not later: \(fault.words)."
    case (let from?, let to?):
      return
        "It does harm \(from) to \(to), for \(length.inWords), and neither earlier nor later: \(fault.words)."
    }
  }

  /// The last event before the harmful time begins.
  private static func after(_ instant: VirtualInstant, _ events: [RunEvent]) -> String {
    guard let event = events.last(where: { $0.instant <= instant }) else { return "" }
    return " (after \(event.subject.words): \(event.words))"
  }

  /// The first event after the harmful time.
  private static func before(_ instant: VirtualInstant, _ events: [RunEvent]) -> String {
    guard let event = events.first(where: { $0.instant > instant }) else { return "" }
    return " (before \(event.subject.words): \(event.words))"
  }
}

extension Fault {
  /// Such as "before Pulse on phone writes Documents/log", or the words of the anchor.
  var momentWords: String {
    anchor.isCall && anchor.delay == .zero && kind.happensInCalls
      ? "before \(anchor.callWords)" : anchor.words
  }

  /// The same with the words of the event, such as "just after Pulse on phone: connected to strap".
  func momentWords(in events: [RunEvent]) -> String {
    guard !anchor.isCall, let index = anchor.index(in: events) else { return momentWords }
    let time = anchor.delay == .zero ? "just" : anchor.delay.inWords
    return "\(time) after \(events[index].subject.words): \(events[index].words)"
  }
}

extension Anchor {
  /// The index of the event that the anchor names; nil if the events do not have it.
  func index(in events: [RunEvent]) -> Int? {
    var count = 0
    return events.firstIndex { event in
      guard event.subject == subject, event.name == self.event else { return false }
      count += 1
      return count == occurrence
    }
  }

  /// Such as "Pulse on phone writes Documents/log for the 2nd time".
  var callWords: String {
    let time = occurrence > 1 ? " for the \(occurrence.ordinal) time" : ""
    let launch = subject.launch > 1 ? " in its launch \(subject.launch)" : ""
    return "\(subject.words) \(CallName.words(event))\(time)\(launch)"
  }

  /// Such as "250 ms after the 2nd bluetooth.connected(strap) of Pulse on phone in its launch 2".
  var words: String {
    if isCall { return "\(delay == .zero ? "" : "\(delay.inWords) ")after \(callWords)" }
    let time = delay == .zero ? "at" : "\(delay.inWords) after"
    let launch = subject.launch > 1 ? " in its launch \(subject.launch)" : ""
    return "\(time) the \(occurrence.ordinal) \(event) of \(subject.words)\(launch)"
  }
}

extension Int {
  /// Such as "1st" or "12th".
  var ordinal: String {
    let suffix =
      switch (self % 10, self % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(self)\(suffix)"
  }
}
