import Foundation
import SimulatedOS
import Testing

@testable import Yoban

@Suite struct RegionMemoryTests {
  @Test func `a file that is unreadable is told, and the watch goes on`() async throws {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      stage.phone.jetsam(stage.app)
      try Data("{".utf8).write(to: stage.memory)
      await stage.phone.open(stage.app)
      try await stage.wait(10)
    }
    #expect(
      stage.news == [
        "launched", "watching", "entered door", "launched",
        RegionProblem.memoryUnreadable.message, "watching", "entered door",
      ])
    #expect(stage.registrations == 1)
  }

  @Test func `a file that is lost while the app is gone does not end the watch (BC9)`() async throws
  {
    var script = RegionScript()
    script.starts = { $0 == 0 }
    let stage = try await playRegions(script) { stage in
      try await stage.wait(10)
      stage.phone.jetsam(stage.app)
      try FileManager.default.removeItem(at: stage.memory)
      stage.beacon.switchOn()
      try await stage.wait(10)
    }
    #expect(
      stage.news == [
        "launched", "watching", "launched", "watching", "entered door (app did not run)",
      ])
    #expect(stage.registrations == 1)
  }

  @Test func `a disk that is full is told once, and the watch goes on`() async throws {
    let stage = try await playRegions { stage in
      try await stage.wait(10)
      // A file where the folder should be stands for a disk that takes nothing.
      let folder = stage.memory.deletingLastPathComponent()
      try FileManager.default.removeItem(at: folder)
      try Data().write(to: folder)
      stage.beacon.switchOn()
      try await stage.wait(10)
      stage.beacon.switchOff()
      try await stage.wait(120)
      try FileManager.default.removeItem(at: folder)
      stage.beacon.switchOn()
      try await stage.wait(10)
    }
    #expect(stage.news.filter { $0.contains("could not be stored") }.count == 1)
    #expect(stage.told == ["entered door", "exited door", "entered door"])
    #expect(try String(contentsOf: stage.memory, encoding: .utf8).contains("\"inside\""))
  }
}
