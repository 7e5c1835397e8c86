import Testing
import YobanTesting

/// The result of one run of a story.
struct Verdict: Sendable {
  /// The name of the app in the trace.
  let app: String
  /// The moment from which on the property was false for longer than its patience; nil if it held.
  let brokenSince: VirtualInstant?
  /// The findings of the simulator, each once, in order of their first occurrence.
  let findings: [Finding.Kind]
  /// The advice, in the same way.
  let advice: [Finding.Kind]
  let log: AppLog
  let terminations: [TerminationReason]
  /// The digest of the trace.
  let digest: String
}

/// Plays a story with one variant of an app, in a world of its own.
///
/// - Parameters:
///   - seed: the seed of the world.
///   - story: what the user does and what goes wrong. Default: the bug's scenario, without faults.
/// - Throws: an error of the story, such as a wait that timed out.
func play(
  _ bug: KnownBug, _ variant: Variant, seed: UInt64 = 1,
  story: (@Sendable (Stage) async throws -> Void)? = nil
) async throws -> Verdict {
  try await withWorld(seed: seed) { world in
    let stage = try bug.build(world, variant)
    let judge = Judge(bug.property, stage)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await judge.watch() }
      try await (story ?? bug.scenario)(stage)
      try await world.pass(bug.property.patience + .minutes(2))
      group.cancelAll()
    }
    for event in world.trace.events {
      #expect(!isDump(event.kind.words), "a description by Swift itself: \(event.kind.words)")
    }
    var kinds: [Bool: [Finding.Kind]] = [:]
    for finding in world.findings + world.trace.advice {
      let kind = finding.kind.by(finding.rule)
      if kinds[finding.isAdvice]?.contains(kind) != true {
        kinds[finding.isAdvice, default: []].append(kind)
      }
    }
    return Verdict(
      app: stage.app.definition.name, brokenSince: await judge.brokenSince,
      findings: kinds[false] ?? [],
      advice: kinds[true] ?? [], log: stage.app.log, terminations: stage.app.terminations,
      digest: "\(world.trace.digest)")
  }
}

/// Whether a text has the description that Swift makes of a value if its type has none for people, such as
/// `Optional(0)` or `cancelled(reason: 0)`.
func isDump(_ text: String) -> Bool {
  text.contains(/Optional\(|\w\(\w+: |\bYoban\w+\./)
}

/// Looks at a property again and again.
private actor Judge {
  private let property: Property
  private let stage: Stage
  private var falseSince: VirtualInstant?
  private(set) var brokenSince: VirtualInstant?

  init(_ property: Property, _ stage: Stage) {
    self.property = property
    self.stage = stage
  }

  /// Runs until its task is canceled.
  func watch() async throws {
    // The states that a property of the kind `always` forbids last, so that rare looks find them.
    let interval =
      property.patience == .zero
      ? Duration.seconds(10) : min(.seconds(60), property.patience / 60)
    while !Task.isCancelled {
      look()
      try? await Task.sleep(for: interval)
    }
  }

  private func look() {
    guard !property.holds(stage) else { return falseSince = nil }
    let since = falseSince ?? stage.world.now
    falseSince = since
    if brokenSince == nil, stage.world.now - since >= property.patience { brokenSince = since }
  }
}

/// Checks that a story breaks the property of the faulty app and not that of the mended one.
///
/// - Parameters:
///   - findings: the findings that the faulty app causes in the story.
///   - advice: the advice to the faulty app.
///   - adviceToBoth: the advice that the mended app gets, too, because the simulator cannot see
///     what an app makes of it.
func expectShown(
  _ bug: KnownBug, findings: [Finding.Kind] = [], advice: [Finding.Kind] = [],
  adviceToBoth: [Finding.Kind] = [],
  at place: SourceLocation = #_sourceLocation,
  by story: @escaping @Sendable (Stage) async throws -> Void
) async throws {
  let faulty = try await play(bug, .faulty, story: story)
  #expect(
    faulty.brokenSince != nil, "the faulty app does not show the bug:\n\(faulty.log)",
    sourceLocation: place)
  #expect(faulty.findings == findings, sourceLocation: place)
  #expect(faulty.advice == advice + adviceToBoth, sourceLocation: place)
  let mended = try await play(bug, .mended, story: story)
  #expect(
    mended.brokenSince == nil, "not so: \(bug.property.sentence)\n\(mended.log)",
    sourceLocation: place)
  #expect(mended.findings == [], sourceLocation: place)
  #expect(mended.advice == adviceToBoth, sourceLocation: place)
}

/// Checks that the property holds for both variants when nothing goes wrong.
///
/// - Parameter text: a part of a line that shows that the app has done its work.
func expectQuiet(
  _ bug: KnownBug, prints text: String, at place: SourceLocation = #_sourceLocation
) async throws {
  for variant in Variant.allCases {
    let verdict = try await play(bug, variant)
    #expect(
      verdict.brokenSince == nil, "\(variant), not so: \(bug.property.sentence)\n\(verdict.log)",
      sourceLocation: place)
    #expect(verdict.findings == [], sourceLocation: place)
    #expect(verdict.log.contains(text), "\(variant)", sourceLocation: place)
  }
}
