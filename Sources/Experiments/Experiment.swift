import Foundation
import SimulatedOS
import VirtualTime

/// One of the experiments E0 to E6: people measured what a real system does; it is done again on
/// simulated devices, and the rows are compared with what they measured.
public struct Experiment: Sendable {
  /// Such as `E0`.
  public let id: String
  public let title: String
  /// How many seeds its test plays.
  public let testedSeeds: UInt64
  /// Each part is a world of its own.
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

/// A world in which a part was run, and what is compared of it.
struct Recording: Sendable {
  let world: World
  let rows: [Row]

  /// - Parameter isWanted: which rows of the trace are compared; all if nothing is said.
  init(_ world: World, where isWanted: (Row) -> Bool = { _ in true }) {
    self.world = world
    rows = Row.from(world.trace).filter(isWanted)
  }

  init(_ world: World, rows: [Row]) {
    self.world = world
    self.rows = rows
  }
}

/// Something an app logged, or the system did to it, at a moment.
public struct Row: Sendable, Hashable {
  public var instant: VirtualInstant
  public var text: String
  /// The application state that the app read, if it logged one.
  public var state: String? = nil
}

/// What came of one part.
public struct PartOutcome: Sendable {
  public let part: Experiment.Part
  /// Where it was run, with its whole trace.
  public let world: World
  public let rows: [Row]
  /// The first difference from what was expected, in words; nil if there is none.
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

  /// Rows from a trace: what apps printed, what people, accessories and the device did, suspension,
  /// the end of a process, and findings.
  static func from(_ trace: Trace) -> [Row] {
    trace.events.compactMap { event in
      switch event.kind {
      case .output(let line): Row(line, at: event.instant)
      case .badge(let number): Row(instant: event.instant, text: "(badge \(number))")
      case .appState(.suspended): Row(instant: event.instant, text: "(suspended)", state: nil)
      case .terminated(let reason):
        Row(instant: event.instant, text: "(process ended: \(reason))", state: nil)
      case .user(let what): Row(instant: event.instant, text: "(user \(what))", state: nil)
      case .accessory(let what):
        Row(instant: event.instant, text: "(\(event.device) \(what))", state: nil)
      case .power(let what):
        Row(instant: event.instant, text: "(\(event.device) \(what))", state: nil)
      case .finding(let finding):
        Row(instant: event.instant, text: "(finding \(finding.name))", state: nil)
      default: nil
      }
    }
  }

  /// A line such as `viewDidLoad() - [background]`: the text, and the state in the last brackets.
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

  /// The description of a `CBPeripheral` without its address and its identifier, which differ from
  /// phone to phone.
  private static func withoutIdentity(_ line: String) -> String {
    guard line.hasPrefix("<CBPeripheral:"), let name = line.range(of: "name = ") else { return line }
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
