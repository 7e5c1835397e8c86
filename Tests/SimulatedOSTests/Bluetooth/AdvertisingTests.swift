import Foundation
import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct AdvertisingTests {
  // MARK: Times of advertisements

  @Test(arguments: manySeeds)
  func `advertisements are on a grid of the interval, and none is left out`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "advertising")
    let interval = random.duration(in: .milliseconds(20)...(.milliseconds(10_240)))
    let advertising = Advertising(interval: interval)
    let start = at(0) + random.duration(in: .zero...(.seconds(100)))
    for _ in 0..<20 {
      let now = start + random.duration(in: .zero...(.seconds(3600)))
      let next = advertising.next(after: now, since: start)
      #expect(next > now)
      #expect(next - now <= interval)
      #expect((next - start).nanoseconds % interval.nanoseconds == 0)
    }
  }

  @Test func `the first advertisement is sent when advertising begins`() {
    let advertising = Advertising(interval: .milliseconds(100))
    #expect(advertising.next(after: at(1), since: at(5)) == at(5))
    #expect(advertising.next(after: at(5), since: at(5)) == at(5.1))
  }

  @Test func `a fast start advertises every 20 ms for 30 s, then at the normal interval (BT18)`() {
    var advertising = Advertising(interval: .milliseconds(1_000))
    advertising.initially = (.milliseconds(20), .seconds(30))
    for (now, next) in [(10.0, 10.02), (10.019, 10.02), (39.98, 40), (40, 41), (41.5, 42)] {
      #expect(advertising.next(after: at(now), since: at(10)) == at(next), "\(now)")
    }
    #expect(advertising.interval(at: at(39.999), since: at(10)) == .milliseconds(20))
    #expect(advertising.interval(at: at(40), since: at(10)) == .seconds(1))
  }

  @Test(arguments: manySeeds)
  func `advertisements follow each other without end, even with a fast start`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "fast start")
    var advertising = Advertising(
      interval: random.duration(in: .milliseconds(100)...(.seconds(5))))
    let fast = random.duration(in: .milliseconds(20)...(.milliseconds(99)))
    advertising.initially = (fast, random.duration(in: .seconds(1)...(.seconds(40))))
    var now = at(3)
    for _ in 0..<3000 {
      let next = advertising.next(after: now, since: at(3))
      #expect(next > now && next - now <= advertising.interval(at: now, since: at(3)))
      now = next
    }
  }
}
