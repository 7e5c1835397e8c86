import Chunks
import Testing

@testable import Collector
@testable import CollectorSQL

/// Which chunks are packed, and the form of the index.
@Suite struct PackPolicyTests {
  private static let second: Int64 = 1_000_000_000
  /// The first of January 2026.
  private static let start: Int64 = 1_767_225_600 * second

  /// A chunk of ten seconds; chunk 0 begins with the night.
  private static func chunk(
    _ sequence: UInt64, at second: Int64? = nil,
    _ change: (inout PackPolicy.Chunk) -> Void = { _ in }
  ) -> PackPolicy.Chunk {
    let first = start + (second ?? Int64(sequence) * 10) * Self.second
    var chunk = PackPolicy.Chunk(
      sequence: sequence, byteCount: 10, times: first...first + 9 * Self.second)
    change(&chunk)
    return chunk
  }

  private static func chunks(
    _ sequences: some Sequence<UInt64>, _ change: (inout PackPolicy.Chunk) -> Void = { _ in }
  ) -> [PackPolicy.Chunk] {
    sequences.map { chunk($0, change) }
  }

  private static let cases: [(why: String, [PackPolicy.Chunk], [ClosedRange<UInt64>])] = [
    ("a night without a fault is one pack", chunks(0..<20), [0...19]),
    ("no chunk", [], []),
    ("too few chunks", chunks(0..<3), []),
    ("a missing sequence divides a pack", chunks(0..<5) + chunks(6..<12), [0...4, 6...11]),
    ("too few chunks before a missing one", chunks(0..<2) + chunks(3..<9), [3...8]),
    (
      "a chunk with times of others stays, and so do these",
      (chunks(0..<10) + [chunk(40, at: 35)]).sorted { $0.times.lowerBound < $1.times.lowerBound },
      [5...9]
    ),
    (
      "a long chunk keeps all those apart whose times it has",
      (chunks(0..<20)
        + [chunk(50) { $0.times = start + 55 * second...start + 95 * second }])
        .sorted { $0.times.lowerBound < $1.times.lowerBound }, [0...4, 10...19]
    ),
    ("a damaged chunk stays", chunks(0..<12) { $0.isSound = $0.sequence != 5 }, [0...4, 6...11]),
    (
      "other channels begin another pack",
      chunks(0..<12) { $0.channels = $0.sequence < 6 ? "x" : "y" },
      [0...5, 6...11]
    ),
    ("the bytes are limited", chunks(0..<12) { $0.byteCount = 250 }, [0...3, 4...7, 8...11]),
    (
      "a chunk that is too large stays",
      chunks(0..<9) { $0.byteCount = $0.sequence == 4 ? 1_001 : 10 },
      [0...3, 5...8]
    ),
    ("the gaps are limited", chunks(0..<8) { $0.gapCount = 2 }, [0...4]),
    (
      "a chunk that has just arrived stays",
      chunks(0..<9) { $0.receivedAt = $0.sequence == 8 ? 1_767_311_000 : 1 },
      [0...7]
    ),
    (
      "chunks outside of the night stay", [chunk(0, at: -10)] + chunks(1..<6) + [chunk(6, at: 500)],
      [1...5]
    ),
    (
      "sequences that do not follow the times stay",
      [chunk(5, at: 0), chunk(4, at: 10), chunk(3, at: 20)], []
    ),
    (
      "times of a wrong clock stay",
      chunks(0..<6) { $0.times = Int64($0.sequence)...Int64($0.sequence) }, []
    ),
  ]

  @Test(arguments: cases.indices) func `the chunks of a pack`(index: Int) {
    let (why, chunks, expected) = Self.cases[index]
    var policy = PackPolicy()
    policy.bytesMax = 1_000
    policy.gapsMax = 10
    let night = Self.start...Self.start + 400 * Self.second
    let isOutside = chunks.contains { $0.times.lowerBound < 1_000 }
    let packs = policy.packs(
      of: chunks, in: isOutside ? 0...night.upperBound : night, at: 1_767_312_000)
    #expect(packs == expected, "\(why)")
  }

  @Test(
    arguments: [
      (false, 3_599, false), (false, 3_600, true), (true, 3_600, false), (true, 86_399, false),
      (true, 86_400, true), (false, -5, false),
    ] as [(Bool, Int64, Bool)])
  func `a night is closed when it was stopped or is silent`(
    isOpen: Bool, seconds: Int64, isClosed: Bool
  ) {
    let night = NightSpan(start: Self.start, end: Self.start + Self.second, isOpen: isOpen)
    #expect(PackPolicy().isClosed(night, at: night.end / Self.second + seconds) == isClosed)
  }

  private static func entries(_ count: Int, from sequence: UInt64) -> [PackEntry] {
    var place: Int64 = 0
    func take(_ length: Int) -> Range<Int64> {
      defer { place += Int64(length) }
      return place..<place + Int64(length)
    }
    var entries = (0..<count).map { index in
      PackEntry(
        sequence: sequence + UInt64(index), digest: ChunkDigest(of: [UInt8(index % 256)]),
        sampleCount: index * 7, gapCount: index % 3,
        times: start + Int64(index) * 10 * second...start + Int64(index) * 10 * second + second,
        receivedAt: index % 4 == 1 ? nil : 1_767_225_600 + Int64(index % 5),
        body: take(100 + index), coarse: 0..<0, fine: 0..<0)
    }
    for index in entries.indices { entries[index].coarse = take(index % 2 * 20) }
    for index in entries.indices { entries[index].fine = take(index % 2 * 300) }
    return entries
  }

  @Test(arguments: [1, 2, 500, Pack.chunksMax]) func `an index is read as it was written`(
    count: Int
  ) throws {
    let first = UInt64(Int64.max) - UInt64(count) + 1
    let entries = Self.entries(count, from: first)
    let bytes = try PackIndex.encoded(entries)
    #expect(PackIndex.entries(encoded: bytes, first...UInt64(Int64.max)) == entries)
    // The index of another number of chunks is none.
    if count > 1 { #expect(PackIndex.entries(encoded: bytes, first...first) == nil) }
  }

  @Test func `a damaged index is never read as another one`() throws {
    let entries = Self.entries(20, from: 5)
    let bytes = try PackIndex.encoded(entries)
    for index in bytes.indices {
      #expect(PackIndex.entries(encoded: Array(bytes[..<index]), 5...24) == nil)
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        // Some bits of gzip data mean nothing.
        let read = PackIndex.entries(encoded: damaged, 5...24)
        #expect(read == nil || read == entries)
      }
    }
  }

  @Test func `the key of a pack is read as it was written, and nothing else is one`() {
    let key = PackKey(
      name: StreamName(device: "phone", stream: "heart-rate"), sequences: 3...12, number: 77)
    #expect(key.text == "packs/phone/heart-rate/3-12-77")
    #expect(PackKey(text: key.text) == key)
    for text in [
      "packs/phone/heart-rate/12-3-77", "packs/phone/heart-rate/3-12", "chunks/phone/x/3-12-77",
      "packs/phone/heart-rate/3-12--7", "packs/phone/heart-rate/03-12-7", "packs/a b/x/3-12-7",
    ] {
      #expect(PackKey(text: text) == nil, "\(text)")
    }
  }
}
