import Foundation
import Testing
import YobanVirtualTime

@testable import YobanReports
import YobanSimulatedOS

@Suite struct ProfileTableTests {
  private struct LifecycleSample {
    @Fact("time in didEnterBackground", "L6", .always(.seconds(5), .measured))
    var limit: Duration
  }

  private struct BackgroundTaskSample {
    @Fact(
      "budget", "BG1", .since(4, .seconds(600), .measured), .since(7, .seconds(180), .measured),
      .since(13, .seconds(30), .reported))
    var budget: Duration
  }

  private struct BluetoothSample {
    @Fact(
      "key", "BT3", .always(nil, .documented),
      .since(16.4, "NSBluetoothAlwaysUsageDescription", .assumed))
    var key: String?
    @Fact("latency", "BT6", .always(.seconds(1)...(.seconds(30)), .assumed))
    var latency: ClosedRange<Duration>
    @Fact("scans", "BT11", .always(false, .reported))
    var scans: Bool
  }

  /// Two sections with values of every kind.
  private static let rows =
    PlatformRow.section("Life cycle", at: "lifecycle") { LifecycleSample() }
    + PlatformRow.section("Life cycle", at: "backgroundTasks") { BackgroundTaskSample() }
    + PlatformRow.section("Radio", at: "bluetooth") { BluetoothSample() }

  // MARK: Text

  @Test func `the table of all versions has the lines of values under each section`() {
    let lines = ProfileTable(Self.rows).text().split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(12).joined(separator: "\n") == """
        Life cycle                    rule  iOS          value                     grade
          time in didEnterBackground  L6                 5 s                       measured
          budget                      BG1   before 7     600 s                     measured
                                            from 7       180 s                     measured
                                            from 13      30 s                      reported

        Radio                         rule  iOS          value                     grade
          key                         BT3   before 16.4  none                      documented
                                            from 16.4    NSBluetoothAlwaysUsage    assumed
                                                         Description
          latency                     BT6                1 to 30 s                 assumed
          scans                       BT11               no                        reported
        """)
  }

  @Test func `one version has one value of each fact, with its option`() {
    let lines = ProfileTable(Self.rows, of: .iPhone(iOS: 12)).text().split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(11).joined(separator: "\n") == """
        iPhone 7, iOS 12
        Its Bluetooth controller detects beacons by itself (BC4, BC5).

        Life cycle                    value      rule  grade       option
          time in didEnterBackground  5 s        L6    measured    lifecycle.limit
          budget                      180 s      BG1   measured    backgroundTasks.budget

        Radio                         value      rule  grade       option
          key                         none       BT3   documented  bluetooth.key
          latency                     1 to 30 s  BT6   assumed     bluetooth.latency
          scans                       no         BT11  reported    bluetooth.scans
        """)
  }

  /// Returns the table of one version of iOS, or of all versions.
  private static func table(iOS version: String?) throws -> ProfileTable {
    try version.map { ProfileTable(of: try DeviceProfile.named(iOS: $0)) }
      ?? ProfileTable(of: .iOS)
  }

  @Test(arguments: Platform.allCases)
  func `the table of each platform fits 120 columns and names every fact`(_ platform: Platform) {
    let lines = ProfileTable(of: platform).text().split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 120 })
    for row in PlatformFacts.table(of: platform) {
      let start = "  \(row.name.split(separator: " ")[0])"
      #expect(lines.contains { $0.hasPrefix(start) && $0.contains(" \(row.rule) ") }, "\(row.name)")
    }
  }

  @Test(arguments: [nil, "6", "15.1", "26"] as [String?])
  func `the real table fits 120 columns, names every fact and explains every grade`(
    version: String?
  ) throws {
    let text = try Self.table(iOS: version).text()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 120 && $0.last != " " })
    for row in PlatformFacts.table(of: .iOS) {
      let start = "  \(row.name.split(separator: " ")[0])"
      #expect(lines.contains { $0.hasPrefix(start) && $0.contains(" \(row.rule) ") }, "\(row.name)")
      if version != nil { #expect(text.contains(" \(row.option)\n"), "\(row.option)") }
    }
    for grade in Grade.allCases { #expect(lines.contains { $0.hasPrefix(grade.rawValue) }) }
  }

  @Test(
    arguments: [
      ("a b", 3, ["a b"]), ("one two", 5, ["one", "two"]), ("", 4, [""]),
      ("UsageDescription", 8, ["Usage", "Descript", "ion"]),
      ("in abcdefgh", 4, ["in", "abcd", "efgh"]),
    ])
  func `a cell is wrapped between words, and a long word before a capital letter`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(ProfileTable.wrapped(text, width) == lines)
  }

  // MARK: JSON

  @Test func `each fact is an object with its values`() {
    #expect(
      ProfileTable(Self.rows).jsonLines() == """
        {"fact":"time in didEnterBackground","option":"lifecycle.limit","platform":"iOS","rule":"L6","section":"Life cycle","values":[{"grade":"measured","since":null,"text":"5 s","unit":"ns","value":5000000000}]}
        {"fact":"budget","option":"backgroundTasks.budget","platform":"iOS","rule":"BG1","section":"Life cycle","values":[{"grade":"measured","since":null,"text":"600 s","unit":"ns","value":600000000000},{"grade":"measured","since":"7","text":"180 s","unit":"ns","value":180000000000},{"grade":"reported","since":"13","text":"30 s","unit":"ns","value":30000000000}]}
        {"fact":"key","option":"bluetooth.key","platform":"iOS","rule":"BT3","section":"Radio","values":[{"grade":"documented","since":null,"text":"none","value":null},{"grade":"assumed","since":"16.4","text":"NSBluetoothAlwaysUsageDescription","value":"NSBluetoothAlwaysUsageDescription"}]}
        {"fact":"latency","option":"bluetooth.latency","platform":"iOS","rule":"BT6","section":"Radio","values":[{"grade":"assumed","since":null,"text":"1 to 30 s","unit":"ns","value":[1000000000,30000000000]}]}
        {"fact":"scans","option":"bluetooth.scans","platform":"iOS","rule":"BT11","section":"Radio","values":[{"grade":"reported","since":null,"text":"no","value":false}]}
        """)
  }

  @Test func `the object of one version has its value, the version and the phone`() throws {
    let lines = ProfileTable(Self.rows, of: .iPhone(iOS: 16.4)).jsonLines().split(separator: "\n")
    #expect(lines.count == Self.rows.count)
    #expect(
      lines[1]
        == #"{"fact":"budget","grade":"reported","model":"iPhone 12","option":"backgroundTasks.budget","platform":"iOS","rule":"BG1","section":"Life cycle","text":"30 s","unit":"ns","value":30000000000,"version":"16.4"}"#
    )
  }

  @Test(arguments: [nil, "17"] as [String?])
  func `the real table has one object per line`(version: String?) throws {
    let lines = try Self.table(iOS: version).jsonLines().split(separator: "\n")
    #expect(lines.count == PlatformFacts.table(of: .iOS).count)
    for line in lines {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test func `the error for an unknown version or model lists the known ones`() {
    #expect { try DeviceProfile.named(iOS: "19") } throws: { "\($0)".contains("16.4") }
    #expect { try DeviceProfile.named(iOS: "17", phone: "Nexus") } throws: {
      "\($0)".contains("iPhone 12")
    }
    #expect { try DeviceProfile.named(watchOS: "12") } throws: { "\($0)".contains("3 to 11") }
    #expect { try DeviceProfile.named(watchOS: "10", watch: "Series 3") } throws: {
      "\($0)".contains("Apple Watch Series 9")
    }
    #expect { try DeviceProfile.named(api: "25") } throws: { "\($0)".contains("26 to 37") }
    #expect { try DeviceProfile.named(api: "34", model: "Nexus") } throws: {
      "\($0)".contains("aggressive")
    }
  }

  @Test func `the table of an Android phone names its maker`() {
    let text = ProfileTable(of: .android(api: 37, .xiaomi)).text()
    #expect(text.hasPrefix("xiaomi, Android API 37\nIts maker: a swipe is a force stop;"))
    #expect(ProfileTable(of: .android(api: 37)).text().contains("Android as the project publishes"))
  }

  // MARK: Page

  @Test func `the Markdown has a section for each part, the differences, and the assumptions`() {
    let page = ProfileTable(Self.rows).markdown()
    for line in [
      "| `.iPhone12` | iPhone 12 | 14.1 to 26 | yes |",
      "| fact | rule | 6 | 7 | 7.1 | 10 | 13 | 15 | 16.4 | 17 | 18 | 26 | 27 |",
      "| budget | BG1 | 600 s | **180 s** | 180 s | 180 s | **30 s** | 30 s | 30 s | 30 s | 30 s | 30 s | 30 s |",
      "| budget | BG1 | before 7: 600 s<br>from 7: 180 s<br>from 13: 30 s | measured<br>measured<br>reported | `backgroundTasks.budget` |",
      "| latency | BT6 | 1 to 30 s | assumed | `bluetooth.latency` |",
      "| `bluetooth.latency` | 1 to 30 s | latency | BT6 |",
      "| `bluetooth.key` | from 16.4: NSBluetoothAlwaysUsageDescription | key | BT3 |",
    ] {
      #expect(page.contains("\n\(line)\n"), "\(line)")
    }
    let assumed = page.components(separatedBy: "## Options that are assumed").last ?? ""
    #expect(!assumed.contains("budget"))
    #expect(!assumed.contains("bluetooth.scans"))
  }

  @Test func `docs/profiles.md holds the facts`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/profiles.md")
    let marker = "<!-- Made by yoban profiles --markdown from here on -->\n"
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: marker)
    try #require(parts.count == 2, "the page has no line \(marker)")
    #expect(
      parts[1] == ProfileTable.page(),
      "docs/profiles.md is old: run scripts/rule-pages"
    )
  }
}
