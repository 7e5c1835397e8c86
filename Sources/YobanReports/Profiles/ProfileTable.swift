import YobanSimulatedOS

/// The profiles of a platform as a table: all versions, or one.
///
/// `yoban profiles` prints it, and docs/profiles.md contains it.
public struct ProfileTable: Sendable {
  let rows: [PlatformRow]
  let platform: Platform
  /// Nil for every version.
  let profile: DeviceProfile?

  /// Creates the table of all versions of a platform.
  public init(of platform: Platform) { self.init(PlatformFacts.table(of: platform), platform) }

  /// Creates the table of one device profile.
  public init(of profile: DeviceProfile) {
    self.init(PlatformFacts.table(of: profile.platform), of: profile)
  }

  init(_ rows: [PlatformRow], _ platform: Platform = .iOS) {
    self.rows = rows
    self.platform = platform
    profile = nil
  }

  init(_ rows: [PlatformRow], of profile: DeviceProfile) {
    self.rows = rows
    platform = profile.platform
    self.profile = profile
  }

  /// The rows by section, in their order.
  var sections: [(name: String, rows: [PlatformRow])] {
    var sections: [(name: String, rows: [PlatformRow])] = []
    for row in rows {
      if let i = sections.firstIndex(where: { $0.name == row.section }) {
        sections[i].rows.append(row)
      } else {
        sections.append((row.section, [row]))
      }
    }
    return sections
  }

  /// Returns the meaning of a grade.
  static func meaning(of grade: Grade) -> String {
    switch grade {
    case .documented: "stated by the maker of the system or by a specification"
    case .measured: "measured on real devices in the articles that the experiments repeat"
    case .reported: "published by developers who observed it"
    case .assumed: "unknown: a choice of the simulator; set it if your test depends on it"
    }
  }
}

extension PlatformRow {
  /// The versions for which each value applies, such as `before 7` and `from 7`; empty if there is
  /// one value for all.
  var periods: [String] {
    guard changes else { return [""] }
    return entries.indices.map { i in
      i == 0 ? "before \(entries[1].since.short)" : "from \(entries[i].since.short)"
    }
  }
}
