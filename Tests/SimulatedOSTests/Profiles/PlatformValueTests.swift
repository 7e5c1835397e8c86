import Testing
import YobanVirtualTime

@testable import YobanSimulatedAndroid
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS
@testable import YobanPlatformProfiles

@Suite struct PlatformValueTests {
  @Test(
    arguments: [
      (PlatformValue(Duration.seconds(600)), "600 s"), (PlatformValue(Duration.zero), "0 ms"),
      (PlatformValue(Duration.milliseconds(720)), "720 ms"),
      (PlatformValue(Duration.microseconds(152_500)), "152.5 ms"),
      (PlatformValue(Duration.milliseconds(1500)), "1.5 s"),
      (PlatformValue(Duration.seconds(900)), "15 min"),
      (PlatformValue(Duration.seconds(24 * 3600)), "24 h"),
      (PlatformValue(Duration.seconds(7 * 24 * 3600)), "7 days"),
      (PlatformValue(Duration.seconds(1)...(.seconds(2))), "1 to 2 s"),
      (PlatformValue(Duration.milliseconds(90)...(.milliseconds(400))), "90 to 400 ms"),
      (PlatformValue(Duration.milliseconds(200)...(.seconds(2))), "0.2 to 2 s"),
      (PlatformValue(Duration.seconds(180)...(.seconds(600))), "3 to 10 min"),
      (PlatformValue(Duration.zero...(.seconds(900))), "0 to 15 min"),
      (PlatformValue([Duration.microseconds(152_500), .milliseconds(760)]), "152.5, 760 ms"),
      (PlatformValue(true), "yes"), (PlatformValue(false), "no"), (PlatformValue(185), "185"),
      (PlatformValue(UInt64(50)), "50"), (PlatformValue(80.0), "80"), (PlatformValue(0.03), "0.03"),
      (PlatformValue("NSKey"), "NSKey"), (PlatformValue(String?.some("NSKey")), "NSKey"),
      (PlatformValue(String?.none), "none"),
      (PlatformValue(BluetoothRelaunch.setUpAccessories), "with AccessorySetupKit"),
    ])
  func `a value is printed with readable units`(value: PlatformValue, text: String) {
    #expect("\(value)" == text)
  }

  /// A time that a page prints is the time of the fact: its text is read again, and compared with the value.
  @Test(arguments: [Platform.iOS, .watchOS, .android])
  func `the text of each time of the profiles says its length`(platform: Platform) {
    let units =
      [
        "days": 86_400_000_000, "h": 3_600_000_000, "min": 60_000_000, "s": 1_000_000, "ms": 1_000,
      ] as [String: Double]
    func microseconds(_ time: Duration) -> Int64 {
      time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    }
    func read(_ text: String) -> [Int64]? {
      let words = text.replacing(",", with: "").split(separator: " ").map(String.init)
      guard let unit = words.last.flatMap({ units[$0] }) else { return nil }
      return words.dropLast().filter { $0 != "to" }.map {
        Int64(((Double($0) ?? .nan) * unit).rounded())
      }
    }
    var count = 0
    for row in PlatformFacts.table(of: platform) {
      for entry in row.entries {
        let times: [Duration]
        switch entry.value {
        case .time(let time): times = [time]
        case .times(let range): times = [range.lowerBound, range.upperBound]
        case .list(let list): times = list
        default: continue
        }
        count += 1
        #expect(read("\(entry.value)") == times.map(microseconds), "\(row.option): \(entry.value)")
      }
    }
    #expect(count > 5)
  }

  private struct Sample: Policy {
    @Fact(
      "a number", "L1",
      .since(4, 1, .measured), .since(7.1, 2, .assumed), .since(16.4, 3, .documented))
    var number: Int
  }

  @Test(
    arguments: [
      (3, 1, .measured), (4, 1, .measured), (7, 1, .measured), (7.1, 2, .assumed),
      (16.3, 2, .assumed), (16.4, 3, .documented), ("16.10", 3, .documented), (26, 3, .documented),
    ] as [(SystemVersion, Int, Grade)])
  func `a value applies from its version on, the first one also to older versions`(
    version: SystemVersion, value: Int, grade: Grade
  ) {
    #expect(Sample(for: version).number == value)
    let rows = PlatformRow.section("S", at: "sample", Sample.init)
    #expect(rows.map(\.option) == ["sample.number"])
    let row = rows[0].entry(for: version)
    #expect(row.value == .whole(Int64(value)))
    #expect(row.grade == grade)
  }
}
