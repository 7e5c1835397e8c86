import Dispatch
import Foundation
import Testing
import YobanVirtualTime

/// Tests that the state of the host's process, disk and clock is not visible in a simulation.
@Suite struct HostStateTests {
  @Test func `folders are listed in alphabetical order`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "yoban-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (1...40).map { "file \($0 * 7 % 41)" }.sorted()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names.shuffled() { try Data().write(to: folder.appending(path: name)) }
    let lines = try await simulate { log in
      let files = FileManager.default
      for _ in 0..<2 {
        let entries = try files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        log(entries.map(\.lastPathComponent).joined(separator: ","))
      }
      log(try files.contentsOfDirectory(atPath: folder.path).joined(separator: ","))
      let found = files.enumerator(at: folder, includingPropertiesForKeys: nil)
      log((found?.map { ($0 as! URL).lastPathComponent } ?? []).joined(separator: ","))
    }
    #expect(lines == Array(repeating: "0.0 " + names.joined(separator: ","), count: 4))
  }

  @Test func `the random functions of C are separate for each simulation and use its seed`()
    async throws
  {
    func numbers(_ seed: UInt64) async throws -> [String] {
      try await simulate(seed: seed) { log in
        let process = Simulation.current!.makeProcess(named: "app")
        process.onMain {
          srand48(3)
          log("\(rand()) \(random()) \(lrand48()) \(mrand48())")
          for _ in 0..<100 {
            let number = drand48()
            log("\(number)")
            if number < 0 || number >= 1 { log("out of range") }
          }
        }
        try await Task.sleep(for: .seconds(1))
      }
    }
    let first = try await numbers(1)
    #expect(first.count == 101)
    #expect(try await numbers(1) == first)
    #expect(try await numbers(2) != first)
  }

  @Test func `a lock with a deadline waits in virtual time`() async throws {
    for (seconds, line) in [(5.0, "2.0 true"), (1.0, "1.0 false")] {
      let lines = try await simulate { log in
        nonisolated(unsafe) let lock = NSLock()
        DispatchQueue.global().async {
          lock.lock()
          Thread.sleep(forTimeInterval: 2)
          lock.unlock()
        }
        DispatchQueue.global().async {
          log("\(lock.lock(before: Date() + seconds))")
        }
        try await Task.sleep(for: .seconds(10))
      }
      #expect(lines == [line])
    }
  }

  @Test func `a dispatch source that is not a timer never fires, and an escape reports it`()
    async throws
  {
    let (simulation, log) = (Simulation(), Log())
    try await simulation.run {
      let source = DispatchSource.makeUserDataAddSource(queue: .main)
      source.setEventHandler { log("fired") }
      source.resume()
      source.add(data: 1)
      let reader = DispatchSource.makeReadSource(fileDescriptor: 0)
      reader.setEventHandler { log("read") }
      reader.resume()
      try await Task.sleep(for: .seconds(5))
      Simulation.onHost {
        // When a source of the host has fired, one of the process would have fired before.
        let fired = DispatchSemaphore(value: 0)
        let last = DispatchSource.makeUserDataAddSource(queue: .global())
        last.setEventHandler { fired.signal() }
        last.resume()
        last.add(data: 1)
        fired.wait()
      }
      reader.cancel()
    }
    #expect(log.lines == [])
    #expect(simulation.escapes.map(\.kind) == [.hostEventSource, .hostEventSource])
  }

  @Test func `half of a device's disk is free, independent of the host's disk`() async throws {
    let home = FileManager.default.temporaryDirectory.path
    let lines = try await simulate { log in
      let process = Simulation.current!.makeProcess(named: "app")
      process.setFolders(home: home, temporary: home)
      process.onMain {
        let numbers = try? FileManager.default.attributesOfFileSystem(forPath: home)
        for key in [FileAttributeKey.systemSize, .systemFreeSize] {
          log("\(((numbers?[key] as? NSNumber)?.int64Value ?? 0) / 1_000_000_000)")
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
    // The size is in whole blocks.
    #expect([["0.0 127", "0.0 63"], ["0.0 128", "0.0 64"]].contains(lines))
  }
}
