import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanMotion

/// Reading ahead gives the same samples as the series itself, in any order of requests.
@Suite struct ReadAheadSeriesTests {
  @Test(arguments: manySeeds.prefix(40))
  func `times, values and indices equal those of the series, in any order`(_ seed: UInt64) {
    let base = IrregularSeries(seed: seed, count: 3_000)
    let series = ReadAheadSeries(base)
    var random = RandomStream(seed: seed, name: "look")
    var index = 0
    for _ in 0..<2_000 {
      switch random.next(below: 10) {
      case 0: index = Int(random.next(below: 2_900))
      case 1, 2: index = max(0, index - 1 - Int(random.next(below: 3)))
      default: index = min(2_900, index + 1)
      }
      #expect(series.time(of: index) == base.time(of: index))
      #expect(series.value(at: index) == base.value(at: index))
      let time = base.time(of: index) + Int64(random.next(below: 3)) - 1
      #expect(series.firstIndex(notBefore: time) == base.firstIndex(notBefore: time))
    }
    #expect(series.firstIndex(notBefore: 0) == 0)
  }
}
