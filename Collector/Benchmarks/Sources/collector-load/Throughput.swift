import Foundation

/// Uploads of chunks of 7 kB by 1, 8 and 64 clients, compared with the yardstick.
struct Throughput {
  let folder: String
  private let rounds = 5
  private let levels: [(clients: Int, total: Int)]

  init(folder: String) {
    self.folder = folder
    // A store of objects needs many milliseconds for each chunk.
    let share = ProcessInfo.processInfo.environment["YOBAN_LOAD_BODIES"] == nil ? 1 : 10
    levels = [(1, 1_500 / share), (8, 4_000 / share), (64, 9_600 / share)]
  }

  func run() throws {
    let setup = try Setup(folder: folder, devices: 64)
    var chunks = SampleChunks(device: "phone", sampleCount: SampleChunks.small)
    let blobs = (0..<1_000).map { _ in chunks.next().bytes }
    var raw: [Double] = []
    var results: [Int: [(load: LoadResult, ratio: Double, processorTime: Double)]] = [:]
    for level in levels { _ = setup.upload(clients: level.clients, total: level.total / 4) }
    for _ in 0..<rounds {
      for level in levels {
        // The machine's speed changes, so the yardstick is measured directly before and after.
        let before = Yardstick.run(blobs, in: folder)
        let start = setup.collector.processorSeconds
        let result = setup.upload(clients: level.clients, total: level.total)
        let used = setup.collector.processorSeconds - start
        let after = Yardstick.run(blobs, in: folder)
        raw += [before, after]
        results[level.clients, default: []].append(
          (
            result, result.perSecond / ((before + after) / 2),
            used / Double(level.total) * 1e6
          ))
      }
    }
    let refused = (0..<rounds).map { _ in setup.refused(total: 2_000).perSecond }
    print(
      """

      | | per second | of raw SQLite | p50 ms | p99 ms | processor time |
      | --- | ---: | ---: | ---: | ---: | ---: |
      | raw SQLite, one connection | \(Measured(raw)) | 1 | | | |
      """)
    for (clients, _) in levels {
      let results = results[clients]!
      print(
        "| \(clients) client\(clients == 1 ? "" : "s") | \(Measured(results.map(\.load.perSecond)))"
          + " | \(Measured(results.map(\.ratio)))"
          + " | \(Measured(results.map { $0.load.milliseconds(0.5) }))"
          + " | \(Measured(results.map { $0.load.milliseconds(0.99) }))"
          + " | \(Int(Measured(results.map(\.processorTime)).median)) µs |")
    }
    print("| 1 client, requests that store nothing | \(Measured(refused)) | | | | |")
  }
}
