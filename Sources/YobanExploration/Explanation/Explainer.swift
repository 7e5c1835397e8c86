import YobanSimulatedOS
import YobanVirtualTime

/// Explains a failure by comparing it with runs that differ from it in one thing.
struct Explainer {
  let runner: any ScheduleRunner
  /// The largest number of runs for the harmful windows.
  var windowRunsMax = 100

  /// Explains the smallest run of a failure.
  ///
  /// - Throws: an error of the runner.
  func explain(_ found: FoundFailure) async throws -> Story {
    let schedule = found.smallest.schedule
    let run = try await runner.run(RunRequest(schedule, .events))
    guard let failure = run.failure, let events = run.events else {
      return Self.withoutEvents(found)
    }
    var candidates: [Story.Nearest] = []
    func note(_ result: RunResult, _ words: String) {
      guard result.failure == nil, let events = result.events else { return }
      candidates.append(.init(words: words, schedule: result.schedule, events: events))
    }
    var withoutFaults: [String] = []
    for (i, fault) in schedule.faults.enumerated() {
      var fewer = schedule
      fewer.faults.remove(at: i)
      let result = try await runner.run(RunRequest(fewer, .events))
      note(
        result,
        schedule.size == 1
          ? "the run without faults" : "the run without this: \(fault.words)")
      withoutFaults.append("Without this: \(fault.words): \(Self.outcome(result)).")
    }
    let places = Set(schedule.choices.map(\.place))
    let choices = run.choices.filter { places.contains($0.choice.place) }
    for taken in choices {
      var usual = schedule
      usual.choices.removeAll { $0.place == taken.choice.place }
      let result = try await runner.run(RunRequest(usual, .events))
      note(result, "the run in which the system decides as usual")
      let basis = taken.isAssumed ? " This decision rests on an assumed rule." : ""
      withoutFaults.append("Without this: \(taken.words): \(Self.outcome(result)).\(basis)")
    }
    var windows: [(fault: Fault, window: HarmfulWindow)] = []
    // The findings without which the failure occurs, too, with a fault at another time.
    var dispensable: Set<String> = []
    var runsLeft = windowRunsMax
    for (i, fault) in schedule.faults.enumerated() {
      guard let happened = run.happened.first(where: { $0.fault == fault }),
        let start = events.first
      else { continue }
      let moved = { (instant: VirtualInstant) in
        Self.moved(schedule, i, to: instant, from: start, events)
      }
      func fails(_ instant: VirtualInstant) async throws -> Bool? {
        guard runsLeft > 0 else { return nil }
        runsLeft -= 1
        let result = try await runner.run(RunRequest(moved(instant)))
        guard result.failure?.kind == failure.kind else { return false }
        dispensable.formUnion(Set(run.findings).subtracting(result.findings))
        return true
      }
      let window = try await HarmfulWindow.find(
        around: happened.instant, in: start.instant...max(failure.instant, happened.instant),
        fails: fails)
      windows.append((fault, window))
      for (edge, word) in [(window.passesBefore, "earlier"), (window.passesAfter, "later")] {
        guard let edge else { continue }
        let distance = edge < happened.instant ? happened.instant - edge : edge - happened.instant
        let result = try await runner.run(RunRequest(moved(edge), .events))
        note(result, "the run in which this happens \(distance.inWords) \(word): \(fault.words)")
      }
    }
    let nearest = candidates.max {
      zip($0.events, events).prefix { $0 == $1 }.count
        < zip($1.events, events).prefix { $0 == $1 }.count
    }
    // Without the calls: what happens tells more about where a run goes another way.
    let happenings = events.filter { $0.role != .call }
    let others = nearest?.events.filter { $0.role != .call } ?? happenings
    let departure = nearest.flatMap { _ in Departure(happenings, others, until: failure.instant) }
    return Story(
      headline: failure.kind.headline,
      lines: StoryLines(run, choices, nearest: nearest?.events ?? [], dispensable: dispensable)
        .lines,
      leftOut: Choice.leftOutWords(run.steps, schedule.reductions),
      withoutFaults: withoutFaults,
      windows: windows.compactMap {
        WindowWords.sentence(
          $0, $1, happenings, around: others,
          isShortened: schedule.reductions.contains { $0.place.name == ScenarioSteps.wait.name })
      },
      departure: nearest.flatMap { near in
        departure.map { Self.words($0, near.words, happenings, others) }
      },
      instead: departure?.instead.map(Story.Line.init) ?? [],
      rules: Self.rules(run, events, failure),
      faultRules: Self.rules(run.happened.flatMap(\.rules)), minimality: Self.minimality(found),
      test: TestSource.test(schedule, failure), schedule: schedule, events: events,
      nearest: nearest)
  }

  /// The story of a run whose process crashed, so that nothing is known but its end.
  private static func withoutEvents(_ found: FoundFailure) -> Story {
    let schedule = found.smallest.schedule
    let failure = found.smallest.failure!
    return Story(
      headline: "The process of the app crashed: \(failure.kind.words)",
      lines: schedule.faults.map {
        .init(instant: .start, text: "\($0.words), \($0.momentWords).", role: .fault)
      }, leftOut: [], withoutFaults: [], windows: [], departure: nil, instead: [], rules: [],
      faultRules: [],
      minimality: minimality(found), test: TestSource.test(schedule, failure), schedule: schedule,
      events: [], nearest: nil)
  }

  /// Returns the schedule with one fault at another time. From its own event on, the time counts from that event, so
  /// that at its own time it comes after the same events. Before, it counts from the first event of the run.
  private static func moved(
    _ schedule: Schedule, _ index: Int, to instant: VirtualInstant, from first: RunEvent,
    _ events: [RunEvent]
  ) -> Schedule {
    var moved = schedule
    let anchor = moved.faults[index].anchor
    if let own = anchor.index(in: events), events[own].instant <= instant {
      moved.faults[index].anchor.delay = .milliseconds(
        (instant - events[own].instant).milliseconds)
    } else {
      moved.faults[index].anchor = Anchor(
        subject: first.subject, event: first.name,
        delay: .milliseconds((instant - first.instant).milliseconds))
    }
    return moved
  }

  private static func outcome(_ result: RunResult) -> String {
    if let failure = result.failure { return "another failure, \(failure)" }
    return "everything holds"
  }

  private static func words(
    _ departure: Departure, _ nearest: String, _ events: [RunEvent], _ others: [RunEvent]
  ) -> String {
    func words(_ events: [RunEvent]) -> String {
      guard departure.index < events.count else { return "nothing happens any more" }
      let event = events[departure.index]
      return "at \(event.instant) \(event.subject.words): \(event.words)"
    }
    return
      "The nearest run that passes is \(nearest). The first difference: here \(words(events)); "
      + "there \(words(others))." + (departure.instead.isEmpty ? "" : " Only there:")
  }

  private static func minimality(_ found: FoundFailure) -> String {
    guard found.smallest.schedule.size > 0 else {
      return "No fault is needed: the scenario fails in an ordinary test, too."
    }
    return found.isMinimal
      ? "The schedule is 1-minimal: the failure does not occur with any fault less, any weaker fault or any simpler moment, and no further step of the scenario can be left out (\(found.shrinkRuns) runs)."
      : "The schedule may not be minimal, because the \(found.shrinkRuns) runs to make it smaller were used up."
  }

  private static func rules(
    _ run: RunResult, _ events: [RunEvent], _ failure: RunFailure
  ) -> [String] {
    let places = Set(run.schedule.choices.map(\.place))
    var codes = events.prefix(failure.moment.after).compactMap(\.rule)
    codes += run.choices.filter { places.contains($0.choice.place) }.compactMap(\.rule)
    if run.happened.contains(where: \.endsProcessInCall) { codes.append("DK1") }
    return rules(codes)
  }

  /// The rules with these codes, each once.
  private static func rules(_ codes: [String]) -> [String] {
    var seen: Set<String> = []
    return codes.filter { seen.insert($0).inserted }.compactMap { code in
      RuleBook.rule(code).map { "\(code) (\($0.grade)): \($0.statement)" }
    }
  }
}
