import Chunks

/// The units of the channels of a stream, and its nominal interval.
///
/// A chunk says what the units of its own channels are, and the latest one may lack a channel. So each unit is that of
/// the latest chunk **that has the channel**; the latest one is that with the highest sequence, in whatever order they
/// arrive.
public struct StreamUnits: Hashable, Sendable {
  private struct Unit: Hashable {
    var text: String
    /// The sequence of the chunk from which the unit is.
    var sequence: UInt64
  }

  private var units: [String: Unit] = [:]
  /// The nominal interval of the latest chunk in nanoseconds; nil if it has none.
  public private(set) var interval: Int64?
  /// The sequence of the latest chunk; nil without chunks.
  private var latest: UInt64?

  public init() {}

  /// Returns the unit of a channel; empty text if it has none, or if there is no such channel.
  public func unit(of channel: String) -> String { units[channel]?.text ?? "" }

  /// Returns whether a chunk with this channel was added.
  package func knows(_ channel: String) -> Bool { units[channel] != nil }

  /// Adds what a chunk says.
  package mutating func add(_ header: ChunkHeader) {
    let sequence = header.identity.sequence
    for channel in header.channels
    where units[channel.name].map({ $0.sequence <= sequence }) ?? true {
      units[channel.name] = Unit(text: channel.unit, sequence: sequence)
    }
    if latest.map({ $0 <= sequence }) ?? true {
      latest = sequence
      interval = header.nominalNanoseconds
    }
  }

  /// Adds the units of channels of which nothing is known here, because their chunks are damaged.
  package mutating func addUnknown(of channels: some Sequence<String>, from other: StreamUnits) {
    for channel in channels where !knows(channel) { units[channel] = other.units[channel] }
    if latest == nil { (latest, interval) = (other.latest, other.interval) }
  }
}

extension StreamUnits {
  // The stored form is text: in the first line the latest sequence and the interval, then in each line a channel, its
  // sequence and its unit. A unit has no control character, and the other parts have no space.

  package var encoded: [UInt8] {
    guard let latest else { return [] }
    let lines = units.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.sequence) \($0.value.text)" }
    return Array((["\(latest) \(interval ?? 0)"] + lines).joined(separator: "\n").utf8)
  }

  /// Returns nil if the bytes are not of this form.
  package init?(encoded bytes: [UInt8]) {
    // As bytes: a unit that begins with a combining character would change the space before it.
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let parts = line.split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      if index == 0 {
        guard parts.count == 2, let sequence = UInt64(parts[0]), let interval = Int64(parts[1])
        else { return nil }
        (latest, self.interval) = (sequence, interval == 0 ? nil : interval)
      } else {
        guard parts.count == 3, let sequence = UInt64(parts[1]) else { return nil }
        units[parts[0]] = Unit(text: parts[2], sequence: sequence)
      }
    }
  }
}
