import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// One of the experiments E0 to E6. Each repeats a published measurement of a real system on
/// simulated devices, and compares the rows with the published ones.
public struct Experiment: Sendable {
  /// The identifier, such as `E0`.
  public let id: String
  public let title: String
  /// The number of seeds that its test runs.
  public let testedSeeds: UInt64
  /// The parts; each runs in its own world.
  public let parts: [Part]

  init(id: String, title: String, testedSeeds: UInt64 = 200, parts: [Part]) {
    self.id = id
    self.title = title
    self.testedSeeds = testedSeeds
    self.parts = parts
  }

  public struct Part: Sendable {
    public let name: String
    public let expected: [ExpectedRow]
    let record: @Sendable (_ seed: UInt64) async throws -> Recording
  }

  /// All experiments, in order.
  public static let all: [Experiment] = [
    .lifecycle, .suspendedBluetooth, .batteryAndScratch, .backgroundJob, .beacons,
    .night, .proximity,
  ]
}

/// A world in which a part was run, and the rows to compare.
struct Recording: Sendable {
  let world: World
  let rows: [Row]

  /// - Parameter isWanted: Selects the rows of the trace to compare; all rows by default.
  init(_ world: World, where isWanted: (Row) -> Bool = { _ in true }) {
    self.world = world
    rows = Row.from(world.trace).filter(isWanted)
  }

  init(_ world: World, rows: [Row]) {
    self.world = world
    self.rows = rows
  }
}

/// A line that an app logged, or an action of the system on the app, at a moment.
public struct Row: Sendable, Hashable {
  public var instant: VirtualInstant
  public var text: String
  /// The application state that the app read, if it logged one.
  public var state: String? = nil
}

/// The result of one part.
public struct PartOutcome: Sendable {
  public let part: Experiment.Part
  /// The part's world, with the complete trace.
  public let world: World
  public let rows: [Row]
  /// A description of the first difference from the expected rows; nil if there is none.
  public let difference: String?
}

extension Experiment.Part {
  /// Runs the part in a new world.
  public func run(seed: UInt64) async throws -> PartOutcome {
    let recording = try await record(seed)
    var comparison = RowComparison(recording.rows)
    return PartOutcome(
      part: self, world: recording.world, rows: recording.rows,
      difference: comparison.difference(from: expected))
  }
}

extension Row: CustomStringConvertible {
  public var description: String { text + (state.map { " [\($0)]" } ?? "") }

  /// Returns the rows of a trace: the output of apps, the actions of users, accessories and the
  /// device, suspensions, ends of processes, and findings.
  static func from(_ trace: Trace) -> [Row] {
    trace.events.compactMap { event in
      switch event.kind.payload {
      case let output as TraceEvent.Output: Row(output.text, at: event.instant)
      case TraceEvent.AppEvent.badge(let number):
        Row(instant: event.instant, text: "(badge \(number))")
      case TraceEvent.AppEvent.state(.suspended):
        Row(instant: event.instant, text: "(suspended)", state: nil)
      case TraceEvent.AppEvent.terminated(let reason):
        Row(instant: event.instant, text: "(process ended: \(reason))", state: nil)
      case let action as TraceEvent.UserAction:
        Row(instant: event.instant, text: "(user \(action.text))", state: nil)
      case let change as TraceEvent.AccessoryEvent:
        Row(instant: event.instant, text: "(\(event.device) \(change.text))", state: nil)
      case let change as TraceEvent.PowerEvent:
        Row(instant: event.instant, text: "(\(event.device) \(change.text))", state: nil)
      // The sample apps are of today; the authors ran apps of that time on older systems.
      case let finding as Finding where finding.name != "api.newer-than-system":
        Row(instant: event.instant, text: "(finding \(finding.name))", state: nil)
      default: nil
      }
    }
  }

  /// Parses a line such as `viewDidLoad() - [background]`: the text, and the state in the last
  /// brackets.
  init(_ line: String, at instant: VirtualInstant) {
    self.instant = instant
    guard line.hasSuffix("]"), let open = line.range(of: " [", options: .backwards) else {
      text = Self.withoutIdentity(line)
      return
    }
    let head = line[..<open.lowerBound]
    text = String(head.hasSuffix(" -") ? head.dropLast(2) : head)
    state = String(line[open.upperBound...].dropLast())
  }

  /// Returns the description of a `CBPeripheral` without its address and its identifier, which
  /// differ from phone to phone.
  private static func withoutIdentity(_ line: String) -> String {
    guard line.hasPrefix("<CBPeripheral:"), let name = line.range(of: "name = ") else {
      return line
    }
    return "<CBPeripheral: " + line[name.lowerBound...]
  }

  /// The number in a line of a sample app's counter, such as `Background process...[3]`.
  var tick: Int? {
    if text.hasPrefix("tick ") { return Int(text.dropFirst(5)) }
    let counter = "Background process...["
    guard text.hasPrefix(counter), text.hasSuffix("]") else { return nil }
    return Int(text.dropFirst(counter.count).dropLast())
  }
}
