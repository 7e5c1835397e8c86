import SimulatedOS

/// A constant of the simulated phone that a log can confirm or contradict.
struct FieldFact: Sendable {
  /// Such as `bluetooth.wake`.
  let option: String
  let rule: String
  let grade: Grade
  let value: PlatformValue
  /// The range of the value; nil for a single time, which the expected rows give a tolerance.
  let range: ClosedRange<Duration>?

  /// - Parameter version: the version of iOS whose value it is.
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

  /// How long an app runs until the suspension that a rule explains.
  static func runTime(of rule: String, _ version: SystemVersion) -> FieldFact? {
    switch rule {
    case "L7": FieldFact("lifecycle.graceAfterBackground", version)
    case "BT9": FieldFact("bluetooth.wake", version)
    case "BC8": FieldFact("location.eventWake", version)
    default: nil
    }
  }

  /// How long after a row or a note another row comes.
  static func delay(of row: FieldRow, after before: String, _ version: SystemVersion) -> FieldFact? {
    switch (row.text.key.prefix { $0 != " " }, before) {
    case ("didExitRegion", "(door switched off)"): FieldFact("location.exitDelay", version)
    case ("didEnterRegion", "(door switched on)"), ("didFinishLaunching", "(door switched on)"):
      FieldFact("location.entryLatency", version)
    case ("didFinishLaunching", "(phone booted)"): FieldFact("location.rearming", version)
    default: nil
    }
  }

  /// How many lines of a counter, which prints one a second, the range admits after an event.
  ///
  /// The first line comes up to a second after the event. The app then ran for at least one second less
  /// than it has lines, and for less than one second more.
  var linesAfterEvent: ClosedRange<Int>? {
    guard let range else { return nil }
    let (shortest, longest) = (range.lowerBound.wholeSeconds, range.upperBound.wholeSeconds)
    return shortest...(longest + 1)
  }
}

/// How long something lasted, as far as a log tells.
struct FieldSpan: Sendable, Hashable {
  /// It lasted at least so long.
  var least: Duration
  /// It lasted for less than that; nil if the log does not tell.
  var below: Duration?

  /// The bound of a range that it breaks.
  func breach(of range: ClosedRange<Duration>, tolerance: Duration) -> FieldBreach? {
    if least > range.upperBound + tolerance { return .longer(least) }
    if let below, below + tolerance <= range.lowerBound { return .shorter(below) }
    return nil
  }
}

/// The least change of a range that would admit what was measured.
enum FieldBreach: Sendable, Hashable {
  /// The range would have to reach this.
  case longer(Duration)
  /// The range would have to begin below this.
  case shorter(Duration)

  /// The bound in tenths of a second, rounded so that the changed range admits the measured time.
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
  /// Such as `8 to 11 s`, in tenths of a second.
  var inWords: String {
    PlatformValue.times(lowerBound.tenths(.down)...upperBound.tenths(.up)).description
  }
}

extension Duration {
  /// Such as `12 s` or `350 ms`.
  var inWords: String { PlatformValue.time(self).description }

  var wholeSeconds: Int { Int(components.seconds) }

  func tenths(_ rule: FloatingPointRoundingRule) -> Duration {
    // Milliseconds first: 12 s must not become 12.1 s by the rounding of a division.
    let milliseconds = (self / .milliseconds(1)).rounded(rule)
    return .milliseconds(Int((milliseconds / 100).rounded(rule)) * 100)
  }
}
