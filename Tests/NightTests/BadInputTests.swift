import Foundation
import YobanNight
import Testing
import YobanSimulatedOS

@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct BadInputTests {
  @Test func `a wrong token is refused before the night begins and changes nothing`() async throws {
    let collector = try TemporaryCollector()
    defer { collector.stop() }
    let run = try NightRun(
      NightPlan(hours: 0.1),
      collector: ServerCollector(url: collector.process.url, tokens: ["iphone": "yb_wrong"]))
    await #expect { _ = try await run.run() } throws: { error in
      guard case .refused(let status, _, "iphone")? = error as? CollectorError else { return false }
      return status == 401 && "\(error)".contains("token create --device iphone")
    }
  }

  @Test func `the error for a device without a token names the device`() async throws {
    let run = try NightRun(
      NightPlan(hours: 0.1, devices: [.iphone, .watch]),
      collector: ServerCollector(url: "http://127.0.0.1:1", tokens: [:]))
    await #expect(throws: CollectorError.noTokenFor("iphone")) { _ = try await run.run() }
  }

  @Test func `two devices with the same name are refused`() async throws {
    let run = try NightRun(
      NightPlan(hours: 0.1, devices: [.watch]), collector: MemoryCollector(),
      names: [.watch: "iphone"])
    await #expect(throws: NightError.sameName("iphone")) { _ = try await run.run() }
  }

  @Test func `a night without a device is refused`() async throws {
    let run = try NightRun(NightPlan(hours: 0.1, devices: []), collector: MemoryCollector())
    await #expect(throws: NightError.noDeviceRecords) { _ = try await run.run() }
  }

  @Test func `the error for a collector that cannot be reached names it`() async throws {
    let run = try NightRun(
      NightPlan(hours: 0.1),
      collector: ServerCollector(url: "http://127.0.0.1:1", tokens: ["iphone": "yb_x"]))
    await #expect(throws: CollectorError.unreachable("http://127.0.0.1:1")) {
      _ = try await run.run()
    }
  }

  @Test func `a device with stored recordings is not counted twice`() async throws {
    let collector = try TemporaryCollector()
    defer { collector.stop() }
    let first = try await NightRun(NightPlan(hours: 0.05), collector: collector.collector).run()
    #expect(first.isComplete)
    let second = try NightRun(NightPlan(hours: 0.05), collector: collector.collector)
    await #expect(throws: NightError.deviceHasRecordings("iphone")) { _ = try await second.run() }
  }

  @Test func `a malformed recording is refused with its file and line`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "yoban-bad-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = "time,seconds_elapsed,z,y,x\n1,0,0,0,0\n2,0,0,zero,0\n"
    try Data(rows.utf8).write(to: folder.appending(path: "ip12_acc.csv"))
    let collector = try TemporaryCollector()
    defer { collector.stop() }
    let run = try NightRun(
      NightPlan(hours: 0.1, motion: .recorded(folder)), collector: collector.collector)
    await #expect { _ = try await run.run() } throws: { error in
      (error as? RecordingError).map { $0.file == "ip12_acc.csv" && $0.line == 3 } ?? false
    }
  }
}
