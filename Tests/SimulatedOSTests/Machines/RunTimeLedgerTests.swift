import Testing
import YobanVirtualTime

@testable import YobanSimulatedDevices
import YobanSimulatedOS

@Suite struct RunTimeLedgerTests {
  @Test func `an app without grants cannot run`() {
    let ledger = RunTimeLedger()
    #expect(ledger.until == nil)
    #expect(!ledger.isKeptRunning(at: at(0)))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var grants: [(RunTimeLedger.Grant, Double?)]
    var until: Double?
    /// Whether a background mode keeps the app running at second 10.
    var isKept = false
    var testDescription: String { "\(grants)" }
  }

  static let rows: [Row] = [
    .init(grants: [(.grace, 11)], until: 11),
    .init(grants: [(.grace, 10)], until: 10),  // Up to this moment, which is excluded.
    .init(
      grants: [(.grace, 11), (.backgroundTask, 40)], until: 40),
    .init(
      grants: [(.backgroundTask, 40), (.grace, 11)], until: 40),
    // The last grant for each reason counts, even if it is shorter than the one before.
    .init(
      grants: [(.backgroundTask, 40), (.backgroundTask, 20)], until: 20),
    .init(grants: [(.backgroundTask, 40), (.backgroundTask, nil)], until: nil),
    .init(
      grants: [(.location, 1800), (.transfer, 30), (.location, nil)], until: 30),
    .init(grants: [(.grace, nil)], until: nil),
    .init(grants: [(.location, 1800), (.grace, 5)], until: 1800, isKept: true),
    .init(grants: [(.audio, 10), (.transfer, 30)], until: 30),
  ]

  @Test(arguments: rows)
  func `the app may run until the last of its grants ends (L7, BG5, LOC1, L12)`(_ row: Row) {
    var ledger = RunTimeLedger()
    for (grant, second) in row.grants { ledger.set(grant, until: second.map { at($0) }) }
    #expect(ledger.until == row.until.map { at($0) })
    #expect(ledger.isKeptRunning(at: at(10)) == row.isKept)
    ledger.removeAll()
    #expect(ledger == RunTimeLedger())
  }

  @Test(arguments: manySeeds)
  func `the end of the run time is the latest of the current grants, for random grants`(
    _ seed: UInt64
  ) {
    var random = RandomStream(seed: seed, name: "ledger")
    let grants: [RunTimeLedger.Grant] = [.grace, .backgroundTask, .location, .audio, .transfer]
    var ledger = RunTimeLedger()
    var last: [RunTimeLedger.Grant: VirtualInstant] = [:]
    for _ in 0..<100 {
      let grant = random.pick(grants)
      let instant = random.chance(1, in: 3) ? nil : at(Double(random.next(below: 100)))
      ledger.set(grant, until: instant)
      last[grant] = instant
      let now = at(Double(random.next(below: 100)))
      #expect(ledger.until == last.values.max())
      let modes = [last[.location], last[.audio]].compactMap { $0 }
      #expect(ledger.isKeptRunning(at: now) == ((modes.max() ?? at(-1)) > now))
    }
  }
}
