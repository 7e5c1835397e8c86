import Foundation

/// Uploads of chunks of 7 kB by 1, 8 and 64 clients, compared with the yardstick.
struct Throughput {
  let folder: String
  private let rounds = 5

  func single() throws {
    let e = ProcessInfo.processInfo.environment
    let (clients, total) = (Int(e["YOBAN_LOAD_CLIENTS"]!)!, Int(e["YOBAN_LOAD_TOTAL"]!)!)
    let setup = try Setup(
      folder: folder, devices: clients, sampleCount: Int(e["YOBAN_LOAD_SAMPLES"] ?? "430")!)
    for _ in 0..<8 {
      let c = setup.collector.processorSeconds
      let r = setup.upload(clients: clients, total: total)
      let d = (setup.collector.processorSeconds - c) / Double(total) * 1e6
      print(
        "\(clients) clients: \(Int(r.perSecond))/s p50 \(Int(r.milliseconds(0.5) * 1000)) p99 \(Int(r.milliseconds(0.99) * 1000)) cpu \(Int(d)) us rss \(setup.collector.memory(.now))"
      )
    }
  }

  func run() throws {
    let setup = try Setup(folder: folder, devices: 64)
    var chunks = SampleChunks(device: "phone", sampleCount: SampleChunks.small)
    let blobs = (0..<3_000).map { _ in chunks.next().bytes }
    var raw: [Double] = []
    var perSecond: [Int: [Double]] = [:]
    var ratios: [Int: [Double]] = [:]
    let levels: [(clients: Int, total: Int)] = [(1, 2_000), (8, 4_000), (64, 12_800)]
    for level in levels { _ = setup.upload(clients: level.clients, total: level.total / 4) }
    for _ in 0..<rounds {
      for level in levels {
        // The machine's speed changes, so the yardstick is measured directly before and after.
        let before = Yardstick.run(blobs, in: folder)
        let result = setup.upload(clients: level.clients, total: level.total)
        let after = Yardstick.run(blobs, in: folder)
        raw += [before, after]
        perSecond[level.clients, default: []].append(result.perSecond)
        ratios[level.clients, default: []].append(result.perSecond / ((before + after) / 2))
      }
    }
    print(
      """

      | | chunks/s: median (range) | of raw SQLite: median (range) |
      | --- | ---: | ---: |
      | raw SQLite, one connection | \(Measured(raw)) | 1 |
      """)
    for (clients, _) in levels {
      print(
        "| \(clients) client\(clients == 1 ? "" : "s") | \(Measured(perSecond[clients]!)) | \(Measured(ratios[clients]!)) |"
      )
    }
  }
}
