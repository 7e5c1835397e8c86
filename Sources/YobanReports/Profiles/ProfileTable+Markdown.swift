import YobanSimulatedOS

extension ProfileTable {
  /// Returns the generated part of docs/profiles.md, with a line break at the end.
  public static func page() -> String {
    let parts = Platform.allCases.map { platform in
      "\n# \(platform.rawValue)\n" + ProfileTable(of: platform).markdown()
    }
    let world = ProfileTable(PlatformFacts.world)
    return parts.joined() + """

      # The world around a device

      These facts do not depend on the version of a system. A test changes them in
      `world.radio.model` and in the properties of an accessory.


      """ + world.sections.map { world.facts($0.name, $0.rows) }.joined(separator: "\n")
  }

  /// Returns the part of the page for one platform.
  func markdown() -> String {
    ([devices, changes] + sections.map { facts($0.name, $0.rows) } + [assumptions])
      .joined(separator: "\n")
  }

  private var devices: String {
    switch platform {
    case .iOS:
      let rows = PhoneModel.allCases.map {
        ["`.\($0)`", $0.rawValue, $0.versionsInWords, $0.hasBeaconHardware ? "yes" : "no"]
      }
      return "\n## Phones\n\n"
        + Self.table(["`PhoneModel`", "phone", "iOS", "beacons in hardware (BC4, BC5)"], rows)
    case .watchOS:
      let rows = WatchModel.allCases.map { ["`.\($0)`", $0.rawValue, $0.versionsInWords] }
      return "\n## Watches\n\n" + Self.table(["`WatchModel`", "watch", "watchOS"], rows)
    case .android:
      let rows = AndroidModel.allCases.map { ["`.\($0)`", $0.inWords] }
      return "\n## Makers\n\n" + Self.table(["`AndroidModel`", "what it is"], rows)
    }
  }

  /// The facts that differ, with a column for each version with a change; new values are bold.
  private var changes: String {
    let changing = rows.filter(\.changes)
    let versions = Set(
      platform.profiledVersions + changing.flatMap { $0.entries.dropFirst().map(\.since) }
    ).sorted()
    let cells = changing.map { row in
      var last: PlatformValue?
      let values = versions.map { version in
        let value = row.entry(for: version).value
        defer { last = value }
        let text = Self.short("\(value)")
        return last == nil || last == value ? text : "**\(text)**"
      }
      return [row.name, row.rule] + values
    }
    return """
      ## What differs between versions

      A value is bold in the first version that has it.


      """ + Self.table(["fact", "rule"] + versions.map(\.short), cells)
  }

  private func facts(_ section: String, _ rows: [PlatformRow]) -> String {
    let cells = rows.map { row in
      let values = zip(row.periods, row.entries).map { period, entry in
        period.isEmpty ? "\(entry.value)" : "\(period): \(entry.value)"
      }
      // One word if all values have the same grade.
      let grades = row.entries.map(\.grade.rawValue)
      let grade = Set(grades).count == 1 ? [grades[0]] : grades
      return [
        row.name, row.rule, values.joined(separator: "<br>"), grade.joined(separator: "<br>"),
        "`\(row.option)`",
      ]
    }
    return "## \(section)\n\n" + Self.table(["fact", "rule", "value", "grade", "option"], cells)
  }

  private var assumptions: String {
    let cells = rows.compactMap { row -> [String]? in
      let assumed = zip(row.periods, row.entries).filter { $0.1.grade == .assumed }
      guard !assumed.isEmpty else { return nil }
      let values = assumed.map { period, entry in
        period.isEmpty ? "\(entry.value)" : "\(period): \(entry.value)"
      }
      return ["`\(row.option)`", values.joined(separator: "<br>"), row.name, row.rule]
    }
    return """
      ## Options that are assumed

      No measurement of these is published. A test that depends on one should set it to several values.


      """ + Self.table(["option", "default", "what it is", "rule"], cells)
  }

  /// Shortens a key of Info.plist, which would make its column too wide.
  private static func short(_ text: String) -> String {
    text.replacing("UsageDescription", with: "…")
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let lines = [titles, titles.map { _ in "---" }] + rows
    return lines.map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    .joined()
  }
}
