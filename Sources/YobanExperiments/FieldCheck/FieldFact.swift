import YobanSimulatedOS

/// A constant of the simulated phone that a log can confirm or contradict.
struct FieldFact: Sendable {
  /// The name of the constant, such as `bluetooth.wake`.
  let option: String
  let rule: String
  let grade: Grade
  let value: PlatformValue
  /// The range of the value; nil for a single time, whose tolerance comes from the expected rows.
  let range: ClosedRange<Duration>?

  /// - Parameter version: The version of iOS that has this value.
  init?(_ option: String, _ version: SystemVersion) {
    let table = PlatformFacts.table(of: .iOS)
    guard let row = table.first(where: { $0.option == option }) else { return nil }
    let entry = row.entry(for: version)
    self.option = option
    rule = row.rule
    grade = entry.grade
    value = entry.value
    if case .times(let range) = entry.value { self.range = range } else { range = nil }
  }

  /// Returns the run time of an app until the suspension that a rule explains.
  static func runTime(of rule: String, _ version: SystemVersion) -> FieldFact? {
    switch rule {
    case "L7": FieldFact("lifecycle.graceAfterBackground", version)
    case "BT9": FieldFact("bluetooth.wake", version)
    case "BC8": FieldFact("location.eventWake", version)
    default: nil
    }
  }

  /// Returns the delay of a row after another row or a note.
  static func delay(of row: FieldRow, after before: String, _ version: SystemVersion) -> FieldFact?
  {
    switch (row.text.key.prefix { $0 != " " }, before) {
    case ("didExitRegion", "(door switched off)"): FieldFact("location.exitDelay", version)
    case ("didEnterRegion", "(door switched on)"), ("didFinishLaunching", "(door switched on)"):
      FieldFact("location.entryLatency", version)
    case ("didFinishLaunching", "(phone booted)"): FieldFact("location.rearming", version)
    default: nil
    }
  }

  /// The number of lines that the range allows after an event, if the counter prints one line per
  /// second.
  ///
  /// The first line comes up to a second after the event. So the run time was at least one second
  /// less than the number of lines, and less than one second more.
  var linesAfterEvent: ClosedRange<Int>? {
    guard let range else { return nil }
    let (shortest, longest) = (range.lowerBound.wholeSeconds, range.upperBound.wholeSeconds)
    return shortest...(longest + 1)
  }
}

/// A duration, as far as a log shows it.
struct FieldSpan: Sendable, Hashable {
  /// The duration is at least this.
  var least: Duration
  /// The duration is less than this; nil if the log does not show an upper bound.
  var below: Duration?

  /// Returns how the duration violates a range; nil if it may be inside the range.
  func breach(of range: ClosedRange<Duration>, tolerance: Duration) -> FieldBreach? {
    if least > range.upperBound + tolerance { return .longer(least) }
    if let below, below + tolerance <= range.lowerBound { return .shorter(below) }
    return nil
  }
}

/// The least change of a range that would allow the measured duration.
enum FieldBreach: Sendable, Hashable {
  /// The upper bound would have to be at least this.
  case longer(Duration)
  /// The lower bound would have to be below this.
  case shorter(Duration)

  /// The bound in tenths of a second, rounded so that the changed range allows the measured
  /// duration.
  var bound: Duration {
    switch self {
    case .longer(let time): time.tenths(.up)
    case .shorter(let time): time.tenths(.down)
    }
  }

  var inWords: String {
    switch self {
    case .longer: "would have to reach \(bound.inWords)"
    case .shorter: "would have to begin below \(bound.inWords)"
    }
  }
}

extension ClosedRange<Duration> {
  /// A text such as `8 to 11 s`, in tenths of a second.
  var inWords: String {
    PlatformValue.times(lowerBound.tenths(.down)...upperBound.tenths(.up)).description
  }
}

extension Duration {
  /// A text such as `12 s` or `350 ms`.
  var inWords: String { PlatformValue.time(self).description }

  var wholeSeconds: Int { Int(components.seconds) }

  func tenths(_ rule: FloatingPointRoundingRule) -> Duration {
    // Rounded to milliseconds first, so that the rounding error of a division does not turn 12 s
    // into 12.1 s.
    let milliseconds = (self / .milliseconds(1)).rounded(rule)
    return .milliseconds(Int((milliseconds / 100).rounded(rule)) * 100)
  }
}
