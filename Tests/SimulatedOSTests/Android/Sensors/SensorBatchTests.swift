import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// The samples that a listener gets, without the simulator. One sample every 10 ms, the first at 0.
@Suite struct SensorBatchTests {
  private struct Series: MotionSeries {
    var nominalInterval: Int64 { 10_000_000 }
    func time(of index: Int) -> Int64 { Int64(index) * nominalInterval }
    func value(at index: Int) -> SIMD3<Double> { SIMD3(repeating: Double(index)) }
    func firstIndex(notBefore time: Int64) -> Int {
      Int((max(0, time) + nominalInterval - 1) / nominalInterval)
    }
  }

  private static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }

  /// FIFO size, latency in ms, first sample wanted, and the sample that makes a delivery due.
  static let due: [(capacity: Int, latency: Int64, next: Int, sample: Int)] = [
    // Each event is delivered at once.
    (3_000, 0, 7, 7),
    // Ten more samples are taken while the oldest becomes 100 ms old.
    (3_000, 100, 7, 17), (3_000, 95, 7, 16), (3_000, 5, 7, 7),
    // The FIFO is full earlier.
    (4, 100, 7, 10), (1, 100, 7, 7),
    // Without a FIFO there is no batching.
    (0, 100, 7, 7),
  ]

  @Test(arguments: due)
  func
    `a batch is due when its oldest event is as old as maxReportLatency, or the FIFO is full (AN16)`(
      _ row: (capacity: Int, latency: Int64, next: Int, sample: Int)
    )
  {
    let batch = SensorBatch(
      capacity: row.capacity, latency: Self.milliseconds(row.latency), next: row.next)
    #expect(batch.dueSample(in: Series()) == row.sample)
  }

  /// FIFO size, first sample wanted, the moment in ms, and what the listener gets then.
  static let taken: [(capacity: Int, next: Int, now: Int64, samples: Range<Int>, lost: Int)] = [
    (3_000, 0, 0, 0..<1, 0), (3_000, 5, 100, 5..<11, 0), (3_000, 5, 109, 5..<11, 0),
    // Asleep for a second: of 101 events the FIFO kept the last 50.
    (50, 0, 1_000, 51..<101, 51),
    // Without a FIFO everything is lost except a sample taken at this very moment.
    (0, 0, 1_000, 100..<101, 100), (0, 0, 1_005, 101..<101, 101), (0, 100, 1_000, 100..<101, 0),
    // No new sample yet.
    (3_000, 20, 100, 20..<20, 0), (0, 20, 100, 20..<20, 0),
  ]

  @Test(arguments: taken)
  func `a FIFO overwrites its oldest samples while the CPU sleeps (AN16)`(
    _ row: (capacity: Int, next: Int, now: Int64, samples: Range<Int>, lost: Int)
  ) {
    var batch = SensorBatch(capacity: row.capacity, latency: 0, next: row.next)
    let delivery = batch.take(at: Self.milliseconds(row.now), in: Series())
    #expect(delivery == SensorBatch.Delivery(samples: row.samples, lost: row.lost))
    #expect(batch.next == max(row.next, row.samples.upperBound))
    // Nothing is delivered twice.
    let again = batch.take(at: Self.milliseconds(row.now), in: Series())
    #expect(again == SensorBatch.Delivery(samples: batch.next..<batch.next, lost: 0))
  }

  @Test func `discarded samples are never delivered`() {
    var batch = SensorBatch(capacity: 3_000, latency: Self.milliseconds(100), next: 0)
    #expect(batch.discard(until: Self.milliseconds(55), in: Series()) == 6)
    #expect(batch.discard(until: Self.milliseconds(55), in: Series()) == 0)
    #expect(batch.take(at: Self.milliseconds(70), in: Series()).samples == 6..<8)
  }

  @Test(arguments: manySeeds.prefix(60))
  func `random steps deliver or lose each sample exactly once, in order (AN16)`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "sensor-batch")
    let capacity = random.pick([0, 1, 2, 10, 300])
    let latency = random.pick([0, 5, 20, 1_000] as [Int64])
    var batch = SensorBatch(
      capacity: capacity, latency: Self.milliseconds(latency), next: 0)
    var (now, accounted): (Int64, Int) = (0, 0)
    for _ in 0..<50 {
      now += Self.milliseconds(Int64(random.next(below: 2_000)))
      if random.chance(20, in: 100) {
        accounted += batch.discard(until: now, in: Series())
      } else {
        let delivery = batch.take(at: now, in: Series())
        #expect(delivery.samples.lowerBound == accounted + delivery.lost)
        #expect(delivery.samples.count <= max(1, capacity))
        accounted = delivery.samples.upperBound
      }
      #expect(accounted == batch.next)
      #expect(batch.dueSample(in: Series()) >= batch.next)
    }
    #expect(accounted == Int(now / 10_000_000) + 1)
  }
}
