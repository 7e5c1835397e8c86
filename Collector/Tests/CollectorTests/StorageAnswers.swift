import Chunks
import Testing

@testable import Collector

/// The answers of all methods of a storage that read recordings, to compare two storages.
struct StorageAnswers: Equatable {
  private var lines: [String] = []

  /// - Parameter times: the ends of the ranges that are asked for, in nanoseconds since 1970.
  init(of storage: any CollectorStorage, _ device: String, times: [Int64]) async throws {
    func add(_ what: String, _ value: Any?) { lines.append("\(what): \(value ?? "nothing")") }
    add("nights", try await storage.nights(of: device, before: nil, atMost: 1_000))
    add("progress", try await storage.progress(of: device).sorted { $0.key < $1.key })
    for summary in try await storage.summaries(of: device) {
      // It stays when a chunk that shares times is deleted, until the totals are computed again.
      var summary = summary
      summary.units = StreamUnits()
      add("totals", summary)
    }
    for stream in try await storage.streams(of: device) {
      let name = StreamName(device: device, stream: stream)
      let contents = try await storage.stream(name)
      add("stream", contents)
      add("units", try await storage.units(of: name).encoded)
      add("repeated", try await storage.chunksThatMayRepeatTimes(of: name))
      for step in [1, 7, 1_000] {
        add("chunks", try await Self.pages(of: storage, name, step))
      }
      add("gaps", try await storage.gaps(of: name, after: nil, atMost: 1_000)?.map { "\($0)" })
      add(
        "missing",
        try await storage.missingRuns(of: name, in: 0...UInt64(Int64.max), atMost: 1_000))
      add("missing in a part", try await storage.missingRuns(of: name, in: 7...31, atMost: 1_000))
      let sequences = contents?.chunks.map(\.sequence) ?? []
      for isFine in [false, true] {
        let curves = try await storage.curves(of: name, sequences, isFine: isFine)
        add("curves", curves.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
      }
      for sequence in sequences {
        let identity = try ChunkIdentity(device: device, stream: stream, sequence: sequence)
        let body = try await storage.body(of: identity)
        add("body", body?.digest)
        #expect(body?.isIntact(as: identity) == true, "\(identity)")
      }
      for from in times {
        for to in times where to >= from {
          add("range", try await storage.chunks(of: name, from: from, to: to))
          add("channels", try await storage.channels(of: name, in: from...to))
          add("neighbors", try await storage.neighbors(of: name, from: from, to: to))
          add("marks", try await storage.marks(of: name, in: from...to, atMost: 100))
          add("has mark", try await storage.hasMark("started", of: name, in: from...to))
        }
        add("range to the end", try await storage.chunks(of: name, from: from, to: nil))
        add("night", try await storage.night(of: device, containing: from))
      }
    }
  }

  private static func pages(
    of storage: any CollectorStorage, _ name: StreamName, _ step: Int
  ) async throws -> [ChunkRecord] {
    var found: [ChunkRecord] = []
    while let page = try await storage.chunks(
      of: name, after: found.last?.sequence, atMost: step), !page.isEmpty
    {
      #expect(page.count <= step)
      found += page
    }
    return found
  }

  /// Records a failure that names the first answers that differ.
  func expectSame(as other: StorageAnswers, _ when: String) {
    guard self != other else { return }
    let different = zip(lines, other.lines).filter { $0 != $1 }.prefix(3)
      .map { "\($0.prefix(3_000))\nother: \($1.prefix(3_000))" }.joined(separator: "\n")
    Issue.record("\(when): \(lines.count) and \(other.lines.count) answers; \(different)")
  }
}
