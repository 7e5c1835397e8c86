import Chunks
import Testing

@testable import Yoban

/// Tests random histories of a watch, a link, a phone and a collector, with seeds: with any losses,
/// duplicates, delays and kills, no chunk is deleted before the collector has it, and all chunks
/// arrive.
@Suite struct RelayHistoryTests {
  @Test(arguments: 1...100)
  func `no chunk of a random history is deleted before the collector has it`(seed: Int) {
    var history = RelayHistory(seed: UInt64(seed))
    history.run()
    let comment: Comment = "seed \(seed)"
    #expect(history.lost == [], comment)
    #expect(history.watchDisk == [], "some chunks did not arrive, seed \(seed)")
    #expect(history.collector == Set(RelayHistory.chunks), comment)
    #expect(!history.isEndless, comment)
    #expect(history.machine.states.isEmpty, comment)
  }

  @Test func `the random histories contain every kind of fault`() {
    var reached: Set<RelayHistory.Fault> = []
    for seed in 1...100 {
      var history = RelayHistory(seed: UInt64(seed))
      history.run()
      reached.formUnion(history.reached)
    }
    #expect(reached == Set(RelayHistory.Fault.allCases))
  }

  /// A relay with a missing step loses chunks, which shows that the test above can fail.
  @Test(arguments: RelayHistory.DeliberateError.allCases)
  func `a relay with a deliberate error loses chunks in some history`(
    error: RelayHistory.DeliberateError
  ) {
    var losing = 0
    for seed in 1...100 {
      var history = RelayHistory(seed: UInt64(seed), error: error)
      history.run()
      if !history.lost.isEmpty { losing += 1 }
    }
    #expect(losing > 0)
  }

  @Test func `without waking the phone the chunks still arrive when the system launches its app`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var history = RelayHistory(seed: seed, wakesPhone: false)
      history.run()
      #expect(history.lost == [] && history.watchDisk == [], "seed \(seed)")
    }
  }
}
