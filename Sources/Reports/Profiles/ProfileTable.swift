import SimulatedOS

/// The profiles of the systems as a table: all versions, or one.
///
/// `yoban profiles` prints it; docs/profiles.md holds it.
public struct ProfileTable: Sendable {
  let rows: [PlatformRow]
  /// Nil: every version.
  let profile: DeviceProfile?

  /// - Parameter profile: shows what holds for this version; nil: what holds for which versions.
  public init(of profile: DeviceProfile? = nil) {
    self.init(PlatformFacts.table(of: profile?.platform ?? .iOS), of: profile)
  }

  /// - Parameters:
  ///   - version: such as `15.1`; nil: every version.
  ///   - phone: such as `iPhone 12`; nil: one of the time of that version.
  /// - Throws: `UnknownProfile`, which says what there is.
  public init(iOS version: String?, phone: String? = nil) throws {
    self.init(of: try version.map { try DeviceProfile.named(iOS: $0, phone: phone) })
  }

  init(_ rows: [PlatformRow], of profile: DeviceProfile? = nil) {
    self.rows = rows
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

  /// What the grades mean, the best known first.
  static func meaning(of grade: Grade) -> String {
    switch grade {
    case .documented: "stated by Apple or by a specification"
    case .measured: "measured on real devices in the articles that the experiments repeat"
    case .community: "observed and published by others"
    case .assumed: "not known: the simulator's choice; set it if your test depends on it"
    }
  }
}

extension PlatformRow {
  /// For which versions each of its values holds: `before 7`, `from 7`; empty for all.
  var periods: [String] {
    guard changes else { return [""] }
    return entries.indices.map { i in
      i == 0 ? "before \(entries[1].since.short)" : "from \(entries[i].since.short)"
    }
  }
}
