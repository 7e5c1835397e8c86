import CollectorContract
import Foundation

/// The resident memory of the collector.
struct Memory {
  let folder: String

  func run() throws {
    print("\n| | resident MB | peak MB |\n| --- | ---: | ---: |")
    try uploads()
    try connections()
    try largeBodies()
  }

  private func row(_ name: String, _ collector: CollectorProcess) {
    print("| \(name) | \(collector.memory(.now)) | \(collector.memory(.peak)) |")
  }

  private func uploads() throws {
    let setup = try Setup(folder: folder, devices: 64)
    row("after the start", setup.collector)
    for count in 1...5 {
      // In parts, so that this program needs little memory itself.
      for _ in 0..<4 { _ = setup.upload(clients: 8, total: 2_500) }
      row("after \(count * 10),000 uploads", setup.collector)
    }
  }

  private func connections() throws {
    let setup = try Setup(
      folder: folder, devices: 1,
      options: ["--request-timeout", "600", "--max-connections", "10100"])
    let head = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    // Every connection makes one request, and stays open when it has no more.
    var load = Load(
      port: setup.collector.port, sources: (0..<10_000).map { _ in ListSource([head]) })
    let result = load.run(whenDone: { row("10,000 idle connections", setup.collector) })
    require(result.statuses == [200: 10_000], "\(result.statuses)")
  }

  private func largeBodies() throws {
    // A device may have 64 MiB of bodies in progress, and all devices together 256 MiB.
    let setup = try Setup(
      folder: folder, devices: 8, named: "large", sampleCount: SampleChunks.large)
    var load = Load(port: setup.collector.port, sources: setup.requests(clients: 80, total: 80))
    let result = load.run()
    let statuses = result.statuses.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }
    row("80 bodies of 4 MB at once (\(statuses.joined(separator: ", ")))", setup.collector)
  }
}
