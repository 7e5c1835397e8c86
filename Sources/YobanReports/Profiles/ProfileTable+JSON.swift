import YobanSimulatedOS

extension ProfileTable {
  /// Returns the table as JSON Lines, one object per fact, without a line break at the end.
  ///
  /// | key | value |
  /// |---|---|
  /// | `section`, `fact`, `rule`, `option` | texts |
  /// | `values` | all versions: the values by ascending `since` version; the first `since` is null |
  /// | `platform` | `iOS`, `watchOS` or `Android` |
  /// | `version`, `model`, and the keys of a value | one profile |
  ///
  /// A value has `text` (its readable form), `grade`, and `value`: a whole number, true or false, a
  /// text or null. A time is a whole number of nanoseconds and a range of times an array of two,
  /// both with `unit` `ns`.
  public func jsonLines() -> String {
    rows.map { row in
      var members: [String: JSONValue] = [
        "section": .string(row.section), "fact": .string(row.name), "rule": .string(row.rule),
        "option": .string(row.option), "platform": .string(platform.rawValue),
      ]
      if let profile {
        members["version"] = .string(profile.version.short)
        members["model"] = .string(profile.hardware.name)
        members.merge(Self.members(of: row.entry(for: profile.version))) { $1 }
      } else {
        members["values"] = .array(
          row.entries.enumerated().map { i, entry in
            var value = Self.members(of: entry)
            value["since"] = i == 0 ? .null : .string(entry.since.short)
            return .object(value)
          })
      }
      return JSONValue.object(members).text(for: .line)
    }
    .joined(separator: "\n")
  }

  private static func members(of entry: PlatformRow.Entry) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "text": .string("\(entry.value)"), "grade": .string(entry.grade.rawValue),
    ]
    func set(times: JSONValue) {
      members["value"] = times
      members["unit"] = "ns"
    }
    switch entry.value {
    case .time(let time): set(times: .integer(time.nanoseconds))
    case .times(let range):
      set(times: [.integer(range.lowerBound.nanoseconds), .integer(range.upperBound.nanoseconds)])
    case .list(let times): set(times: .array(times.map { .integer($0.nanoseconds) }))
    case .whole(let number): members["value"] = .integer(number)
    case .flag(let isSo): members["value"] = .boolean(isSo)
    case .text(let text): members["value"] = .string(text)
    case .nothing: members["value"] = .null
    }
    return members
  }
}
