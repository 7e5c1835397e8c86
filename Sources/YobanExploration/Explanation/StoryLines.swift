import YobanSimulatedOS
import YobanVirtualTime

/// Chooses the events of a run that a reader needs to understand its failure. It has no side effects.
///
/// What differs from the nearest run that passes comes first, then what lies between the first fault and the
/// failure, then what is near to one of them in time.
struct StoryLines {
  /// The largest number of lines about events, with repeats as one line.
  private static let linesMax = 30
  /// Events of the app this close to a fault or to the failure are part of the story.
  private static let near = Duration.seconds(5)

  let run: RunResult
  let failure: RunFailure
  /// The decisions of the systems that the schedule has changed.
  let choices: [TakenChoice]
  /// The events of the run up to the failure.
  private let events: ArraySlice<RunEvent>
  /// For each event, whether it happens only in this run and not in the nearest one that passes.
  private let isOnlyHere: [Bool]
  /// The events that are told in any case: the moments of the faults, and the first difference.
  private let needed: Set<Int>
  /// The faults, the first difference and the failure.
  private let moments: [VirtualInstant]
  /// The events from the first fault, other decision or difference on; all events if there is none.
  private let relevant: Range<Int>
  /// The names of the findings without which the failure occurs, too.
  private let dispensable: Set<String>
  /// The devices that the failure does not need, which are off.
  private let absent: Set<String>

  /// - Parameters:
  ///   - run: a run that fails, with its events.
  ///   - nearest: the events of the nearest run that passes; empty if there is none.
  ///   - dispensable: the names of the findings without which the failure occurs, too.
  init(
    _ run: RunResult, _ choices: [TakenChoice], nearest: [RunEvent] = [],
    dispensable: Set<String> = []
  ) {
    self.run = run
    self.dispensable = dispensable
    absent = Set(
      run.schedule.reductions.map(\.place)
        .filter { $0.name == ScenarioSteps.presence.name }.map(\.subject))
    self.choices = choices
    let all = run.events ?? []
    failure = run.failure!
    events = all.prefix(failure.moment.after)
    isOnlyHere = Self.onlyHere(events, nearest)
    let departure = nearest.isEmpty ? nil : isOnlyHere.firstIndex(of: true)
    let anchors = run.happened.compactMap { $0.fault.anchor.index(in: all) }
    needed = Set(anchors + [departure].compactMap(\.self))
    let causes =
      run.happened.map { RunMoment($0.instant, after: $0.after) }
      + choices.map { choice in
        let instant = choice.choice.instant
        return RunMoment(instant, after: all.prefix { $0.instant <= instant }.count)
      }
    moments =
      causes.map(\.instant) + [failure.since.instant, failure.instant]
      + [departure].compactMap { $0.map { all[$0].instant } }
    let first = (causes.map(\.after) + [departure].compactMap(\.self)).min() ?? events.startIndex
    relevant = min(first, events.endIndex)..<events.endIndex
  }

  /// The lines of the story, in the order of their times.
  var lines: [Story.Line] {
    var told: [(instant: VirtualInstant, order: Int, line: Story.Line)] = chosen.map {
      (events[$0.first].instant, 2 * $0.first, line($0))
    }
    for one in run.happened {
      let moment = one.isInCall ? ", \(one.fault.momentWords)" : ""
      let line = Story.Line(
        instant: one.instant, text: "\(one.fault.words)\(moment).", role: .fault)
      told.append((one.instant, 2 * one.after - 1, line))
    }
    told += choices.map {
      let line = Story.Line(instant: $0.choice.instant, text: "\($0.words).", role: .choice)
      return (line.instant, -1, line)
    }
    for (moment, text) in [(run.usersTurn, Self.endWords), (run.usersReturn, Self.returnWords)] {
      guard let moment, moment.after <= failure.moment.after else { continue }
      let line = Story.Line(instant: moment.instant, text: text, role: .user)
      told.append((moment.instant, 2 * moment.after - 1, line))
    }
    told += failureLines
    return told.sorted { ($0.instant, $0.order) < ($1.instant, $1.order) }.map(\.line)
  }

  private static let endWords =
    "The scenario and its faults are over, and the user opens every app."
  private static let returnWords =
    "The user has left the apps for a while, and opens them again."

  // MARK: The choice

  /// Events that a story tells in one line: one event, or several of the same name in a row.
  struct Group: Hashable {
    var first: Int
    var last: Int
    var count = 1
  }

  private var chosen: [Group] {
    let candidates = events.indices.filter { rank(of: $0) < Self.notTold }
    return folded(groups(candidates)).sorted {
      (rank(of: $0.first), distance(of: $0)) < (rank(of: $1.first), distance(of: $1))
    }.prefix(Self.linesMax).sorted { $0.first < $1.first }
  }

  /// Joins events of one name that follow each other. The moments of faults stand alone.
  private func groups(_ indices: [Int]) -> [Group] {
    var groups: [Group] = []
    for index in indices {
      guard let group = groups.last, !needed.contains(index), !needed.contains(group.last),
        events[group.last].subject == events[index].subject,
        events[group.last].name == events[index].name,
        events[group.last].role == events[index].role, rank(of: group.first) == rank(of: index)
      else {
        groups.append(Group(first: index, last: index))
        continue
      }
      groups[groups.count - 1].last = index
      groups[groups.count - 1].count += 1
    }
    // Two lines say more than one that says how often.
    return groups.flatMap { group in
      group.count > 2
        ? [group]
        : Set([group.first, group.last]).sorted().map { Group(first: $0, last: $0) }
    }
  }

  /// The number of groups that are alike and have a line each; all further ones share one line.
  private static let alikeMax = 3

  /// Folds groups that differ only in their numbers, though other events lie between them.
  private func folded(_ groups: [Group]) -> [Group] {
    struct Alike: Hashable {
      let subject: Subject
      let words: String
      let rank: Int
    }
    var told: [Group] = []
    var alike: [Alike: [Int]] = [:]
    for group in groups {
      let event = events[group.first]
      let key = Alike(
        subject: event.subject, words: event.words.filter { !$0.isNumber },
        rank: rank(of: group.first))
      if !needed.contains(group.first), !needed.contains(group.last),
        let last = alike[key]?.last, alike[key]!.count > Self.alikeMax
      {
        told[last].last = group.last
        told[last].count += group.count
      } else {
        alike[key, default: []].append(told.count)
        told.append(group)
      }
    }
    return told
  }

  private static let notTold = 9
  private static let farOutput = 6

  /// The order in which events are chosen; 0 comes first.
  private func rank(of index: Int) -> Int {
    let event = events[index]
    if event.subject.app == nil, absent.contains(event.subject.device) { return Self.notTold }
    // The line of the fault says already what the user does in it.
    if event.role == .user, run.happened.contains(where: { $0.after == index }) {
      return Self.notTold
    }
    if needed.contains(index) { return 0 }
    if event.role == .output, Self.isStackFrame(event.words) { return Self.notTold }
    let isNear = moments.contains { abs($0 - event.instant) <= Self.near }
    switch event.role {
    // What is left out of the app and only draws says nothing about a failure.
    case .finding where event.words.hasPrefix("\(Finding.Kind.portSkipped.name):"):
      return Self.notTold
    case .finding: return 1
    case .process where !event.isState: return 1
    case .user: return isAfterScenario(index) ? Self.notTold : 2
    case .process, .output, .call, .other: break
    }
    if isAfterScenario(index), event.isPassage || event.isLeftWithSystem { return Self.notTold }
    if event.isLeftWithSystem, !event.leavesNothing { return isNear ? 6 : Self.notTold }
    if relevant.contains(index), isOnlyHere[index] { return event.isState ? 7 : 3 }
    switch event.role {
    // Before the first fault, the calls are those of any run.
    case .call: return relevant.contains(index) ? 6 : Self.notTold
    case .output: return relevant.contains(index) || isNear ? 4 : Self.farOutput
    case .process: return isNear && event.words.contains("suspended") ? 5 : Self.notTold
    default: return relevant.contains(index) || isNear ? 5 : Self.notTold
    }
  }

  /// What the user does after the scenario is told in one sentence, and so is that the apps come and go.
  private func isAfterScenario(_ index: Int) -> Bool {
    run.usersTurn.map { index >= $0.after } ?? false
  }

  /// Whether a line belongs to the stack trace that Swift prints after a trap. The lines before it say what is wrong.
  private static func isStackFrame(_ text: String) -> Bool {
    text.hasPrefix("Current stack trace") || text.prefixMatch(of: /\d+ +\S+ +0x[0-9a-f]+/) != nil
  }

  /// The time from a group to the nearest fault, first difference or failure.
  private func distance(of group: Group) -> Duration {
    moments.map {
      min(abs($0 - events[group.first].instant), abs($0 - events[group.last].instant))
    }.min() ?? .zero
  }

  /// Returns for each event of a run whether it has no partner in another run, in the same order.
  static func onlyHere(_ events: ArraySlice<RunEvent>, _ others: [RunEvent]) -> [Bool] {
    func key(_ event: RunEvent) -> EventKey { EventKey(event, event.words) }
    var isOnlyHere = Array(repeating: false, count: events.count)
    let common = zip(events, others).prefix { key($0) == key($1) }.count
    let difference = events.dropFirst(common).prefix(differenceMax).map(key)
      .difference(from: others.dropFirst(common).prefix(differenceMax).map(key))
    for case .insert(let offset, _, _) in difference.insertions {
      isOnlyHere[common + offset] = true
    }
    return isOnlyHere
  }

  /// The number of events that are compared: the time of a comparison grows with the square of the differences.
  private static let differenceMax = 2_000

  // MARK: Words

  private func line(_ group: Group) -> Story.Line {
    let event = events[group.first]
    var line = Story.Line(event)
    if event.role == .finding, let name = event.words.split(separator: ":").first,
      dispensable.contains(String(name))
    {
      line.text +=
        " (The failure also occurs without this finding, with the fault at another time.)"
    }
    if group.count > 1 {
      let last = events[group.last]
      let words = last.words == event.words ? "" : ": \(last.words)"
      let times = group.count == 2 ? "once more" : "\(group.count - 1) more times"
      line.text += " Then \(times) like this, the last at \(last.instant)\(words)."
    }
    return line
  }

  /// Says since when no app has done anything, if that is longer than half of the time before the failure.
  private var inactivity: String {
    let last = events.last { event in
      switch event.role {
      case .user, .process: false
      case .call: !event.isLeftWithSystem
      case .finding, .output, .other: event.subject.app != nil && !event.isPassage
      }
    }
    guard let last, failure.instant - last.instant > (failure.instant - failure.since.instant) / 2
    else { return "" }
    return "; no app has done anything since \(last.instant)"
  }

  private var failureLines: [(instant: VirtualInstant, order: Int, line: Story.Line)] {
    func line(_ moment: RunMoment, _ text: String) -> (VirtualInstant, Int, Story.Line) {
      (
        moment.instant, 2 * moment.after - 1,
        Story.Line(instant: moment.instant, text: text, role: .failure)
      )
    }
    switch failure.kind {
    case .termination(let reason): return [line(failure.moment, "The app ends: \(reason).")]
    case .property(let sentence):
      guard failure.moment != failure.since else {
        return [line(failure.moment, "Now this does not hold: \(sentence).")]
      }
      let time = (failure.instant - failure.undisturbedSince).inWords
      return [
        line(failure.since, "From now on, this does not hold: \(sentence)."),
        line(
          failure.moment,
          (failure.undisturbedSince == failure.since.instant
            ? "After \(time) it still does not hold"
            : "It still does not hold, although nothing has disturbed the app for \(time)")
            + inactivity + "."),
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
      case .process, .call, .other: "\(event.subject.words):"
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
