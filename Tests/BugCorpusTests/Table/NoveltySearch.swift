import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// Proposes the faults of a run that showed moments that no earlier run had shown, and one more fault at one of
/// the moments of that run. It is a way to search that is only compared with others.
struct NoveltySearch {
  /// A moment, without what differs from run to run.
  private struct Moment: Hashable {
    var app: String
    var event: String
    var launch: Int
    var occurrence: Int
    var states: [String]

    init(_ place: YobanExploration.Place) {
      let anchor = place.anchor
      (app, event) = (anchor.subject.path, anchor.event)
      (launch, occurrence) = (min(anchor.subject.launch, 2), min(anchor.occurrence, 3))
      states = (place.states ?? [:]).map { "\($0.key) \($0.value)" }.sorted()
    }
  }

  private struct Parent {
    var schedule: Schedule
    /// The places of its run that no earlier run had.
    var new: [YobanExploration.Place]
    var targets: RunResult.Targets
  }

  private static let faultsMax = 3

  private let kinds: [FaultKind]
  private var random: RandomStream
  private var parents: [Parent] = []
  private var seen: Set<Moment> = []

  init(baseline: RunResult, _ kinds: [FaultKind], seed: UInt64) {
    self.kinds = kinds
    random = RandomStream(seed: seed, name: "novelty")
    passed(baseline)
  }

  mutating func next() -> Schedule {
    let parent = parents.randomElement(using: &random)!
    var schedule = parent.schedule
    let place = parent.new.randomElement(using: &random)!
    let faults = Search.faults(at: place, kinds, parent.targets)
    if let fault = faults.randomElement(using: &random) { schedule.faults.append(fault) }
    return schedule
  }

  /// Notes a run that passed.
  mutating func passed(_ result: RunResult) {
    let new = result.places.filter { seen.insert(Moment($0)).inserted }
    guard !new.isEmpty, result.schedule.faults.count < Self.faultsMax else { return }
    parents.append(Parent(schedule: result.schedule, new: new, targets: result.targets))
  }
}
