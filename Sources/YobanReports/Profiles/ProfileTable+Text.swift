import YobanSimulatedOS
import YobanTextLayout

extension ProfileTable {
  /// Returns the table for a terminal, at most 120 columns wide, without a line break at the end.
  ///
  /// - Parameter hasLegend: Whether the meaning of the terms is explained at the end.
  public func text(hasLegend: Bool = true) -> String {
    var lines = profile.map { Self.title(of: $0) } ?? []
    let titles = profile == nil ? titles : Self.titlesOfOne
    let sections = sections.map { section in
      (section.name, section.rows.flatMap { profile == nil ? cells(of: $0) : [cellsOfOne($0)] })
    }
    let widths = Self.widths(sections.flatMap(\.1), titles)
    for (name, rows) in sections {
      if !lines.isEmpty { lines.append("") }
      lines.append(contentsOf: Self.line([name] + titles.dropFirst(), widths, indented: false))
      for cells in rows { lines.append(contentsOf: Self.line(cells, widths, indented: true)) }
    }
    if hasLegend { lines += [""] + Self.legend(profile == nil) }
    return lines.joined(separator: "\n")
  }

  private var titles: [String] {
    ["fact", "rule", platform == .android ? "API" : platform.rawValue, "value", "grade"]
  }
  private static let titlesOfOne = ["fact", "value", "rule", "grade", "option"]

  /// Returns the cells of a row, with one line for each of its values.
  private func cells(of row: PlatformRow) -> [[String]] {
    row.periods.indices.map { i in
      let entry = row.entries[i]
      return [
        i == 0 ? row.name : "", i == 0 ? row.rule : "", row.periods[i], "\(entry.value)",
        entry.grade.rawValue,
      ]
    }
  }

  private func cellsOfOne(_ row: PlatformRow) -> [String] {
    let entry = row.entry(for: profile!.version)
    return [row.name, "\(entry.value)", row.rule, entry.grade.rawValue, row.option]
  }

  private static func title(of profile: DeviceProfile) -> [String] {
    if case .android(let model) = profile.hardware {
      return [profile.title, "Its maker: \(model.inWords)."]
    }
    guard let phone = profile.phone else { return [profile.title] }
    let detectsBeacons = phone.hasBeaconHardware
    return [
      profile.title,
      "Its Bluetooth controller \(detectsBeacons ? "detects" : "does not detect") beacons by itself (BC4, BC5).",
    ]
  }

  private static func legend(_ isAll: Bool) -> [String] {
    let grades = Grade.allCases.map {
      "\($0.rawValue.padded(to: 12))\(meaning(of: $0))"
    }
    let next =
      isAll
      ? "yoban profiles --ios 17 (or --watchos 10, --android 34) shows one version, with the option that changes each fact."
      : "Each option is a property of DeviceProfile. Change it before you add the device."
    return grades + ["", next]
  }

  // MARK: Columns

  private static let mostColumns = 120
  private static let gap = 2

  /// Returns the widths of the columns, as wide as their contents. If the table is too wide, the
  /// fact column is narrowed, and the value column if a value is very long.
  private static func widths(_ rows: [[String]], _ titles: [String]) -> [Int] {
    var widths = titles.map(\.count)
    for cells in rows {
      for (i, cell) in cells.enumerated() { widths[i] = max(widths[i], cell.count) }
    }
    let value = titles.firstIndex(of: "value")!
    widths[value] = min(widths[value], value == 1 ? 18 : 24)
    let others = widths.dropFirst().reduce(0, +) + gap * widths.count
    widths[0] = min(widths[0], mostColumns - others)
    return widths
  }

  /// Returns a row of cells as lines; a cell that does not fit continues in the next line.
  private static func line(_ cells: [String], _ widths: [Int], indented: Bool) -> [String] {
    let indent = indented ? gap : 0
    let parts = cells.enumerated().map { i, cell in
      wrapped(cell, widths[i] + (i == 0 ? gap - indent : 0))
    }
    return (0..<(parts.map(\.count).max() ?? 1)).map { number in
      var line = String(repeating: " ", count: indent)
      for (i, part) in parts.enumerated() {
        let width = widths[i] + gap + (i == 0 ? gap - indent : 0)
        line += (part.indices.contains(number) ? part[number] : "").padded(to: width)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Breaks a text between words, and long words before a capital letter.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      var rest = word
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + rest.count > width {
        lines.append("")
      }
      if !lines[lines.count - 1].isEmpty { lines[lines.count - 1] += " " }
      while rest.count > width {
        let head = rest.prefix(width)
        let split = head.dropFirst().lastIndex(where: \.isUppercase) ?? head.endIndex
        lines[lines.count - 1] += rest[..<split]
        lines.append("")
        rest = rest[split...]
      }
      lines[lines.count - 1] += rest
    }
    return lines
  }
}
