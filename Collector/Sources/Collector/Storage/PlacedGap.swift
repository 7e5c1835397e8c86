import Chunks

/// The position of a gap among the gaps of its stream: by its start, then by its chunk, then by the order in
/// the chunk. Marks have such positions, too, by their times.
public struct GapPosition: Hashable, Sendable {
  /// In nanoseconds since 1970.
  public var start: Int64
  public var sequence: UInt64
  public var index: Int

  public init(start: Int64, sequence: UInt64, index: Int) {
    self.start = start
    self.sequence = sequence
    self.index = index
  }
}

extension GapPosition: LosslessStringConvertible {
  /// The three numbers, separated by dots, such as `1795212000000000000.7.0`.
  public var description: String { "\(start).\(sequence).\(index)" }

  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let start = Int64(parts[0]), let sequence = UInt64(parts[1]),
      sequence <= UInt64(Int64.max), let index = Int(parts[2]), index >= 0
    else { return nil }
    self.init(start: start, sequence: sequence, index: index)
  }
}

/// A gap and where it is among the gaps of its stream.
public struct PlacedGap: Hashable, Sendable {
  public var gap: Gap
  public var position: GapPosition

  public init(gap: Gap, position: GapPosition) {
    self.gap = gap
    self.position = position
  }
}

/// A mark and where it is among the marks of its stream.
public struct PlacedMark: Hashable, Sendable {
  public var mark: Mark
  public var position: GapPosition

  public init(mark: Mark, position: GapPosition) {
    self.mark = mark
    self.position = position
  }
}
