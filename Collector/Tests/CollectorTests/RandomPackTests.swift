import Chunks
import CollectorImports
import Foundation
import TestPrograms
import Testing

@testable import Collector
@testable import CollectorSQL
@testable import CollectorSQLite

/// Random operations on a storage that packs and on one that does not: both give the same answers.
@Suite(.patience) struct RandomPackTests {
  private static let second: Int64 = 1_000_000_000
  private static let day: Int64 = 86_400 * second
  private static let start: Int64 = 1_772_323_200 * second

  /// The sequence decides most of a chunk, so that an operation can be repeated.
  private static func chunk(_ number: Int, _ generator: inout SeededGenerator) -> TestChunk {
    // Ten chunks of a minute are a night.
    var first = start + Int64(number / 10) * day + Int64(number % 10) * 60 * second
    // Some have times of others, or come from a clock that was set.
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: first -= 30 * second
    case 1: first += Int64.random(in: -3...3, using: &generator) * day + 7
    default: break
    }
    var count = 5
    if Int.random(in: 0..<9, using: &generator) == 0 { count = 0 }
    var times = (0..<Int64(count)).map { first + $0 * 10 * second }
    if Int.random(in: 0..<15, using: &generator) == 0, count > 1 { times.swapAt(1, 2) }
    var marks: [Mark] = []
    if number % 10 == 0 { marks.append(.started(at: first)) }
    if number % 10 == 9 { marks.append(.stopped(at: first + 50 * second)) }
    if Int.random(in: 0..<25, using: &generator) == 0 { marks.append(.started(at: first + 5)) }
    let hasGap = Int.random(in: 0..<5, using: &generator) == 0
    let channels = Int.random(in: 0..<10, using: &generator) == 0 ? ["x"] : ["x", "y"]
    return TestChunk(
      stream: Bool.random(using: &generator) ? "accelerometer" : "gyroscope",
      sequence: UInt64(number), channels: channels,
      units: channels.map { _ in Int.random(in: 0..<6, using: &generator) == 0 ? "m" : "g" },
      times: times, values: (0..<count * channels.count).map { Double($0 * number) },
      gaps: hasGap
        ? [Gap(start: first + 1, end: first + second, cause: .suspended)] : [],
      marks: marks)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a storage that packs gives the same answers`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var packing = try SQLiteStorage()
    packing.packPolicy = .immediate
    packing.packPolicy.chunksMin = Int.random(in: 1...4, using: &generator)
    packing.packPolicy.bytesMax = Bool.random(using: &generator) ? 2_000 : 16 << 20
    let plain = try SQLiteStorage()
    if seed % 2 == 0 { packing.objects = MemoryObjects() }
    var sent: [TestChunk] = []
    var packCount = 0
    for step in 0..<60 {
      var done = ""
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<12:
        let base = Int.random(in: 0..<40, using: &generator)
        let chunks = (base..<base + Int.random(in: 1...8, using: &generator))
          .map { Self.chunk($0, &generator) }
        let checked = try chunks.map { try $0.checked() }
        let (one, two) = (try await packing.store(checked), try await plain.store(checked))
        #expect(one == two)
        sent += chunks
        done = "store \(chunks.map { "\($0.stream)/\($0.sequence)" })"
      case 12..<15:
        guard let chunk = sent.randomElement(using: &generator) else { continue }
        let checked = try chunk.checked()
        #expect(try await packing.store([checked]) == plain.store([checked]))
        done = "send \(chunk.stream)/\(chunk.sequence) again"
      case 15:
        let from = Self.start + Int64.random(in: 0..<4 * Self.day, using: &generator)
        let length = Int64.random(in: 0..<Self.day / 40, using: &generator)
        let deletion = Deletion(
          device: "phone", stream: Bool.random(using: &generator) ? "accelerometer" : nil,
          times: from...from + length, author: "test", time: 0)
        #expect(try await packing.delete(deletion) == plain.delete(deletion))
        done = "delete"
      default:
        packCount += try await packing.packClosedNights(at: .max).packCount
        done = "pack"
      }
      guard step % 3 == 0 else { continue }
      let times = (0..<3).map { _ in
        Self.start + Int64.random(in: -Self.day..<5 * Self.day, using: &generator)
      }
      try await StorageAnswers(of: packing, "phone", times: [.min] + times + [.max])
        .expectSame(
          as: StorageAnswers(of: plain, "phone", times: [.min] + times + [.max]),
          "seed \(seed), step \(step): \(done)")
    }
    #expect(packCount > 0)
    #expect(try await packing.verify(at: 0).isIntact)
    _ = try await plain.verify(at: 0)
    let times = [Int64.min, Self.start + Self.day, .max]
    try await StorageAnswers(of: packing, "phone", times: times)
      .expectSame(
        as: StorageAnswers(of: plain, "phone", times: times), "seed \(seed), all nights again")
  }
}
