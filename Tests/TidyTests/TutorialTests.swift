import Foundation
import Testing

/// The tutorial of YobanTesting ends with the files of `Examples/Template`, which `scripts/test` builds
/// and runs.
@Suite struct TutorialTests {
  private static let template = "Examples/Template"
  private static let tutorial = "Sources/YobanTesting/YobanTesting.docc/Resources"

  @Test(arguments: [
    ("Pulse-AppDelegate.swift", "Sources/PulseApp/AppDelegate.swift"),
    ("Pulse-Info.plist", "Sources/PulseApp/Info.plist"),
    ("PulseMonitor-final.swift", "Sources/PulseApp/PulseMonitor.swift"),
    ("RelaunchTests-final.swift", "Tests/PulseAppTests/RelaunchTests.swift"),
  ])
  func `the last step of each file of the tutorial is the file of the template`(
    _ step: String, _ file: String
  ) throws {
    let (step, file) = ("\(Self.tutorial)/\(step)", "\(Self.template)/\(file)")
    #expect(
      try Tree.File(path: step).lines() == Tree.File(path: file).lines(),
      "Mend the earlier steps, too, and then: cp \(file) \(step)")
  }

  @Test func `the manifest of the tutorial is that of a copy of the template`() throws {
    var lines = try Tree.File(path: "\(Self.template)/Package.swift").lines()
    let comment = try #require(lines.firstIndex { $0.contains("// In a copy of this folder: ") })
    let address = try #require(lines[comment].split(separator: ": ", maxSplits: 1).last)
    let path = #".package(name: "yoban", path: "../..")"#
    #expect(lines[comment + 1].contains(path))
    lines[comment + 1].replace(path, with: address)
    lines.remove(at: comment)
    #expect(
      try Self.withoutSpaces(Tree.File(path: "\(Self.tutorial)/Pulse-Package.swift").lines())
        == Self.withoutSpaces(lines))
  }

  /// The lines of earlier steps that a later step replaces. All other lines remain.
  private static let replaced: Set<String> = [
    "/// Looks for a chest strap.",
    "/// Connects to the first chest strap that it finds.",
    "final class PulseMonitor: NSObject, @preconcurrency CBCentralManagerDelegate {",
    "    central = CBCentralManager(delegate: self, queue: nil)",
    "    central.scanForPeripherals(withServices: [Self.service])",
  ]

  @Test(arguments: ["PulseMonitor", "RelaunchTests"], 1...4)
  func `a step of the tutorial contains only lines of the last step, or lines that are replaced`(
    _ file: String, _ number: Int
  ) throws {
    let last = Set(try Tree.File(path: "\(Self.tutorial)/\(file)-final.swift").lines())
    let step = try Tree.File(path: "\(Self.tutorial)/\(file)-\(number).swift").lines()
    #expect(step.filter { !last.contains($0) && !Self.replaced.contains($0) } == [])
  }

  private static func withoutSpaces(_ lines: [String]) -> String {
    lines.joined().filter { !$0.isWhitespace }
  }
}
