import Foundation
import YobanNight
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Kills at every event of a short night, and every message lost, duplicated or delayed. The
/// command `yoban night --every-crash-point` runs all faults; the tests run every n-th one.
struct CrashPointTests {
  @Test func `a sample of all faults loses no data`() async throws {
    var sweep = CrashPointSweep(CrashPointSweep.plan(minutes: 2, seed: 3))
    sweep.stride = 37
    let result = try await sweep.run()
    #expect(result.points.events.count > 100)
    #expect(result.points.messages.count > 8)
    #expect(result.points.exchanges > 10)
    #expect(result.runs > 30)
    #expect(result.failures.map { "\($0.fault): \($0.problem)" } == [])
  }

  /// `yoban night --every-crash-point --storage` runs all of them.
  @Test func `a sample of the faults at calls that concern the storage loses no data (DK1)`()
    async throws
  {
    var sweep = CrashPointSweep(CrashPointSweep.plan(minutes: 1, seed: 3))
    sweep.subject = .storage
    sweep.stride = 97
    let result = try await sweep.run()
    #expect(result.points.storageCalls.keys.sorted() == NightDevice.allCases)
    #expect(result.points.storageCalls.values.allSatisfy { $0 > 100 })
    #expect(result.runs > 20)
    #expect(result.failures.map { "\($0.fault): \($0.problem)" } == [])
  }

  /// With `fsync` alone, this lost the receipts that the drive had in its cache, and kept the removal of their
  /// chunks.
  @Test func `a phone that loses its power keeps the receipts of the chunks that it deleted (DK5)`()
    async throws
  {
    var sweep = CrashPointSweep(CrashPointSweep.plan(minutes: 1))
    sweep.plan.devices = [.iphone]
    sweep.subject = .storage
    let count = try #require(try await sweep.points().storageCalls[.iphone])
    let faults = stride(from: count / 2, through: count, by: 9).map {
      NightFault.storage(.iphone, .powerAll, call: $0)
    }
    let result = try await sweep.run(faults)
    #expect(result.failures.map { "\($0.fault): \($0.problem)" } == [])
  }

  @Test(arguments: RelayFault.allCases)
  func `a relay with a missing step is detected`(_ relayFault: RelayFault) async throws {
    var plan = CrashPointSweep.plan(minutes: 2, seed: 3)
    plan.relayFaults = [relayFault]
    var sweep = CrashPointSweep(plan)
    sweep.failuresMax = 3
    // Without a fault the night is complete, which is why such relays are shipped.
    let points = try await sweep.points()
    var random = RandomStream(seed: 1, name: "order of the faults")
    let result = try await sweep.run(sweep.faults(at: points).shuffled(using: &random))
    #expect(!result.failures.isEmpty, "none of \(result.runs) nights detected the error")
    // The same faults cause no loss with the complete relay, as far as its night has these events.
    plan.relayFaults = []
    let whole = CrashPointSweep(plan)
    let known = Set(whole.faults(at: try await whole.points()))
    let faults = result.failures.map(\.fault).filter(known.contains)
    #expect(!faults.isEmpty)
    let same = try await whole.run(faults)
    #expect(same.failures.map { "\($0.fault): \($0.problem)" } == [])
  }

  @Test func `a fault gives the same result when it is run again`() async throws {
    let sweep = CrashPointSweep(CrashPointSweep.plan(minutes: 1, seed: 5))
    let points = try await sweep.points()
    #expect(try await sweep.points() == points)
    let fault = NightFault.kill(.watch, .jetsam, event: points.events.upperBound / 2)
    let digests = try await [digest(with: fault, sweep.plan), digest(with: fault, sweep.plan)]
    #expect(digests[0] == digests[1])
    #expect(try await digests[0] != digest(with: nil, sweep.plan))
  }

  @Test func `a fault that never happens does not count as passed`() async throws {
    let sweep = CrashPointSweep(CrashPointSweep.plan(minutes: 1, seed: 5))
    for fault: NightFault in [
      .kill(.watch, .jetsam, event: 1_000_000), .message(1_000_000, .lost),
      .exchange(1_000_000, .doubled),
    ] {
      #expect(try await sweep.problem(with: fault) == "the fault was not injected")
    }
  }

  @Test(arguments: [1, 2, 3, 9, 29])
  func `a thinned-out selection of faults still contains all kinds`(_ stride: Int) {
    var sweep = CrashPointSweep(CrashPointSweep.plan())
    sweep.stride = stride
    let points = CrashPointSweep.Points(
      events: 5..<200, messages: Array(1...60), exchanges: 60)
    let faults = sweep.faults(at: points)
    let all = 195 * 9 + 60 * 3 + 60 * 3
    #expect(abs(faults.count - all / stride) <= 20)
    var kinds: Set<String> = []
    for fault in faults {
      switch fault {
      case .kill(let device, let kill, _): kinds.insert("\(device) \(kill)")
      case .storage: Issue.record("a fault of the storage is not selected here")
      case .message(_, let message): kinds.insert("message \(message)")
      case .exchange(_, let exchange): kinds.insert("exchange \(exchange)")
      }
    }
    #expect(kinds.count == 15)
    #expect(Set(faults).count == faults.count)
  }

  @Test(arguments: [
    "kill:watch:jetsam:45", "kill:iphone:force-quit:0", "message:12:lost",
    "exchange:3:answer-lost", "storage:android:power-all:17", "storage:iphone:eio:1",
  ])
  func `a fault can be written as text and read back`(_ text: String) {
    #expect(NightFault(text)?.description == text)
  }

  @Test(arguments: [
    "", "kill", "kill:watch:jetsam", "kill:tv:jetsam:1", "kill:watch:nap:1", "kill:watch:jetsam:-1",
    "message:x:lost", "exchange:1:late", "storage:watch:kill", "storage:watch:kill:0",
  ])
  func `text that is not a fault is not read`(_ text: String) { #expect(NightFault(text) == nil) }

  private func digest(with fault: NightFault?, _ plan: NightPlan) async throws -> String {
    var run = try NightRun(plan, collector: MemoryCollector())
    run.fault = fault
    return try await run.run().digest
  }
}
