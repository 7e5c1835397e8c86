/// The channels that the documentation of an app describes, in the order of a chunk.
///
/// Channels that are not in it are stored as well, without a unit.
struct DocumentedChannels: Sendable {
  /// The names and units; no unit where the documentation states none or calls it dimensionless.
  let channels: [(name: String, unit: String?)]

  init(_ channels: [(name: String, unit: String?)] = []) { self.channels = channels }

  func cell(_ name: String, value: Double) -> Cell {
    let rank = rank(of: name)
    return Cell(
      name: Array(name.utf8), unit: rank.flatMap { channels[$0].unit }, rank: rank ?? Int.max,
      value: value)
  }

  func has(_ name: String) -> Bool { rank(of: name) != nil }

  private func rank(of name: String) -> Int? {
    channels.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Returns the numbers among the members of an entry.
  ///
  /// Null is no value. Texts, arrays and objects are none either, also if a text looks like a number; but where the
  /// documentation has a number, they are malformed.
  func values(in members: [JSONMember], except excluded: [String] = []) -> EntryValues {
    var values = EntryValues()
    for member in members {
      guard !excluded.contains(where: { $0.utf8.elementsEqual(member.name.utf8) }),
        !member.value.isNull
      else { continue }
      if let value = member.value.measurement {
        values.cells.append(cell(member.name, value: value))
      } else if member.value.isMalformedNumber || rank(of: member.name) != nil {
        values.malformedCount += 1
      }
    }
    return values
  }
}
