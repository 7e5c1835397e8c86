import Foundation

/// The latency of uploads without and with clients that read without pause.
struct Readers {
  let folder: String
  private let rounds = 5

  func run() throws {
    let setup = try Setup(folder: folder, devices: 64)
    let admin = try setup.collector.token(["--admin"])
    _ = setup.upload(clients: 64, total: 12_800)
    print(
      """

      | 8 clients upload | readers | uploads/s | p50 ms | p99 ms | p99: ratio | reads/s | refused |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      """)
    try run("100 per second", perSecond: 100, total: 800, setup, admin)
    try run("without pause", perSecond: nil, total: 8_000, setup, admin)
  }

  private func run(
    _ name: String, perSecond: Double?, total: Int, _ setup: Setup, _ admin: String
  ) throws {
    var alone: [LoadResult] = []
    var read: [LoadResult] = []
    var readers: [LoadResult] = []
    for _ in 0..<rounds {
      alone.append(setup.upload(clients: 8, total: total, perSecond: perSecond))
      let background = setup.startReaders(8, admin: admin)
      read.append(setup.upload(clients: 8, total: total, perSecond: perSecond))
      readers.append(background.stop())
    }
    let all = readers.reduce(0) { $0 + $1.latencies.count }
    let refused = readers.reduce(0) { $0 + ($1.statuses[503] ?? 0) }
    let ratios = zip(read, alone).map { $0.milliseconds(0.99) / $1.milliseconds(0.99) }
    row(name, 0, alone, "1", "|")
    row(
      name, 8, read, "\(Measured(ratios))",
      "\(Int(Measured(readers.map(\.perSecond)).median)) | \(refused) of \(all)")
  }

  private func row(
    _ name: String, _ count: Int, _ results: [LoadResult], _ ratio: String, _ reads: String
  ) {
    let perSecond = Measured(results.map(\.perSecond)).median
    let p50 = Measured(results.map { $0.milliseconds(0.5) })
    let p99 = Measured(results.map { $0.milliseconds(0.99) })
    print("| \(name) | \(count) | \(Int(perSecond)) | \(p50) | \(p99) | \(ratio) | \(reads) |")
  }
}
