import YobanVirtualTime

/// The explanation of a failure: what happens, which faults it needs, and when they do harm.
public struct Story: Sendable, Codable {
  /// The property that does not hold, or the end of the app.
  public var headline: String
  /// The events that matter, in the order of their times.
  public var lines: [Line]
  /// The steps of the scenario that the failure does not need and that are left out of this run.
  public var leftOut: [String]
  /// For each fault, what happens without it.
  public var withoutFaults: [String]
  /// For each fault, the times at which it does harm.
  public var windows: [String]
  /// Where the run departs from the nearest one that passes.
  public var departure: String?
  /// What happens only in the run that passes, at first.
  public var instead: [Line]
  /// The rules behind the findings and the decisions of the system, each with its code and its sentence.
  public var rules: [String]
  /// The rules that say that the system may do what the faults do.
  public var faultRules: [String]
  /// The result of the search for a smaller schedule.
  public var minimality: String
  /// A Swift test that plays the run again.
  public var test: String
  public var schedule: Schedule
  /// The events of the run.
  public var events: [RunEvent]
  /// The nearest run that passes; nil if there is none.
  public var nearest: Nearest?

  /// A run that passes and differs as little as possible from the one that fails.
  public struct Nearest: Sendable, Codable {
    /// Such as "the same without the second fault".
    public var words: String
    public var schedule: Schedule
    public var events: [RunEvent]
  }

  public struct Line: Sendable, Hashable, Codable {
    public enum Role: String, Sendable, Codable { case event, user, fault, choice, failure }
    public var instant: VirtualInstant
    public var text: String
    public var role: Role
  }
}

extension Story {
  /// The story as one HTML page, without the timelines of the runs.
  public var page: String { StoryPage(story: self, failingPage: nil, passingPage: nil).write() }
}

extension Story {
  /// The lists of rules with their titles.
  var ruleLists: [(title: String, rules: [String])] {
    [
      ("Rules behind the findings and decisions", rules),
      ("Rules by which the system may do this", faultRules),
    ]
  }

  /// A sentence about the steps that are left out; nil if all take place.
  var leftOutSentence: String? {
    leftOut.isEmpty
      ? nil : "Not needed, and therefore left out: \(leftOut.joined(separator: "; "))."
  }
}

extension Story.Line.Role {
  /// The word before a line.
  var label: String {
    switch self {
    case .fault: "FAULT: "
    case .choice: "THE SYSTEM DECIDES: "
    case .event, .user, .failure: ""
    }
  }
}

extension Story: CustomStringConvertible {
  /// The story as text for a terminal or a log.
  public var description: String {
    func told(_ lines: [Line]) -> [String] {
      lines.map { "  \($0.instant)  \($0.role.label)\($0.text)" }
    }
    var parts = [headline, ""] + told(lines) + [""]
    parts += withoutFaults + windows
    if let departure { parts.append(departure) }
    parts += told(instead)
    for (title, rules) in ruleLists where !rules.isEmpty {
      parts += ["", "\(title):"] + rules.map { "  \($0)" }
    }
    parts.append("")
    if let sentence = leftOutSentence { parts.append(sentence) }
    parts += [minimality, "The run again: \(schedule)"]
    return parts.joined(separator: "\n")
  }
}
