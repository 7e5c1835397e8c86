import YobanVirtualTime

/// Chooses the events of a run that a reader needs to understand its failure. It has no side effects.
enum StoryLines {
  /// The largest number of lines, beside the faults and the failure.
  private static let linesMax = 16
  /// Events of the app this close to a fault or to the failure are part of the story.
  private static let near = Duration.seconds(5)

  /// - Parameters:
  ///   - events: the events of the run that fails.
  ///   - happened: its faults.
  ///   - choices: the decisions of the systems that the schedule has changed.
  ///   - failure: its failure.
  ///   - departure: the index of the first event that differs from a run that passes.
  static func lines(
    _ events: [RunEvent], _ happened: [RunResult.Happened], _ choices: [TakenChoice],
    _ failure: RunFailure, departure: Int?
  ) -> [Story.Line] {
    let anchors = happened.compactMap { one in
      index(of: one.fault.anchor, in: events).map { (fault: one.fault, event: $0) }
    }
    let until = events.filter { $0.instant <= failure.instant }.count
    let chosen = (0..<until).map { index in
      let isNeeded = anchors.contains { $0.event == index } || index == departure
      return (index: index, rank: isNeeded ? 0 : rank(events[index], happened, failure))
    }
    .filter { $0.rank < notTold }
    // Of the lines that the app prints, the last ones say most about the failure.
    .sorted {
      ($0.rank, $0.rank == farOutput ? -$0.index : $0.index)
        < ($1.rank, $1.rank == farOutput ? -$1.index : $1.index)
    }.prefix(linesMax).map(\.index).sorted()
    var told: [(instant: VirtualInstant, order: Int, line: Story.Line)] = chosen.map {
      (events[$0].instant, 2 * $0, Story.Line(events[$0]))
    }
    for one in happened {
      let moment = one.isInCall ? ", \(one.fault.momentWords)" : ""
      let line = Story.Line(
        instant: one.instant, text: "\(one.fault.words)\(moment).", role: .fault)
      told.append((one.instant, 2 * one.after - 1, line))
    }
    told += choices.map {
      (
        $0.choice.instant, -1,
        Story.Line(instant: $0.choice.instant, text: "\($0.words).", role: .choice)
      )
    }
    told += failureLines(failure).map { ($0.instant, .max, $0) }
    return told.sorted { ($0.instant, $0.order) < ($1.instant, $1.order) }.map(\.line)
  }

  private static let notTold = 9
  private static let farOutput = 5

  /// The order in which events are chosen; 0 comes first.
  private static func rank(
    _ event: RunEvent, _ happened: [RunResult.Happened], _ failure: RunFailure
  ) -> Int {
    let moments = happened.map(\.instant) + [failure.since]
    let isNear = moments.contains { abs($0 - event.instant) <= near }
    switch event.role {
    case .finding: return 1
    case .process:
      if !event.name.hasPrefix("app.state") { return 1 }
      return event.words.contains("suspended") ? (isNear ? 4 : 8) : (isNear ? 7 : notTold)
    case .user: return 2
    case .output: return isNear ? 3 : farOutput
    case .other: return isNear ? 6 : notTold
    }
  }

  private static func index(of anchor: Anchor, in events: [RunEvent]) -> Int? {
    var count = 0
    for (i, event) in events.enumerated()
    where event.subject == anchor.subject && event.name == anchor.event {
      count += 1
      if count == anchor.occurrence { return i }
    }
    return nil
  }

  private static func failureLines(_ failure: RunFailure) -> [Story.Line] {
    switch failure.kind {
    case .termination(let reason):
      return [
        Story.Line(instant: failure.instant, text: "The app ends: \(reason).", role: .failure)
      ]
    case .property(let sentence):
      let first = Story.Line(
        instant: failure.since, text: "From now on, this does not hold: \(sentence).",
        role: .failure)
      guard failure.instant > failure.since else { return [first] }
      let time = (failure.instant - failure.since).inWords
      return [
        first,
        Story.Line(
          instant: failure.instant, text: "After \(time) it still does not hold.", role: .failure),
      ]
    }
  }
}

extension Story.Line {
  init(_ event: RunEvent) {
    let isUser = event.role == .user
    let subject =
      switch event.role {
      case .user: "The user of \(event.subject.device)"
      case .output: "\(event.subject.words) prints:"
      case .finding: "\(event.subject.words), a finding:"
      case .process, .other: "\(event.subject.words):"
      }
    let period = event.words.hasSuffix(".") ? "" : "."
    self.init(
      instant: event.instant, text: "\(subject) \(event.words)\(period)",
      role: isUser ? .user : .event)
  }
}

extension Duration {
  /// Such as "340 ms", "5 s", "10 min" or "2 h 5 min".
  var inWords: String {
    let ms = milliseconds
    if ms < 1_000 { return "\(ms) ms" }
    if ms < 60_000 {
      return ms % 1_000 == 0 ? "\(ms / 1_000) s" : "\(ms / 1_000).\(ms % 1_000 / 100) s"
    }
    let minutes = ms / 60_000
    if minutes < 60 {
      return "\(minutes) min" + (ms % 60_000 < 1_000 ? "" : " \(ms % 60_000 / 1_000) s")
    }
    return "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
  }
}

private func abs(_ duration: Duration) -> Duration {
  duration < .zero ? .zero - duration : duration
}
