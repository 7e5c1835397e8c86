import Foundation
import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// docs/profiles.md shows code that compiles, because it is the code of this file.
@Suite struct ProfilesPageTests {
  @Test func `a scenario chooses profiles and changes options`() async throws {
    let world = try World(seed: 1)
    try await world.run {
      var profile = DeviceProfile.iPhone(iOS: 15.1, .iPhone12)
      profile.backgroundTasks.budget = .seconds(5)
      profile.bluetooth.wake = .seconds(9)...(.seconds(9))
      let phone = try world.addPhone("phone", profile)
      let old = try world.addPhone("old phone", .iPhone(iOS: 7.1))
      #expect(phone.profile.backgroundTasks.budget == .seconds(5))
      #expect(old.profile.backgroundTasks.budget == .seconds(180))
      #expect(old.profile.phone == .iPhone5S)
    }
  }

  @Test func `the documentation page shows the tested code`() throws {
    let page = try String(
      contentsOf: SourceTree.root.appending(path: "docs/profiles.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = page.matches(of: /```swift\n((?s:.+?))```/).map { String($0.1) }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let indented = block.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
      #expect(source.contains(indented), "not in \(#fileID): \(block)")
    }
  }
}
