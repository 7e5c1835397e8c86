import Collector

/// The numbers of messages since the start of the process, by what became of them.
public struct IntakeCounts: Hashable, Sendable {
  /// Messages that were stored now.
  public var stored = 0
  /// Rows of streams that were written.
  public var rows = 0
  /// Messages that were stored before.
  public var repeated = 0
  /// Messages that were quarantined, now or before.
  public var quarantined = 0
  /// Messages that cannot be read and were not kept, because the quarantine of the device is full.
  public var discarded = 0

  mutating func count(_ outcome: ImportOutcome, isRefused: Bool) {
    switch outcome {
    case .notKept: discarded += 1
    case _ where isRefused: quarantined += 1
    case .stored(let rows, _, _):
      stored += 1
      self.rows += rows
    case .alreadyStored: repeated += 1
    }
  }
}

extension IntakeCounts: CustomStringConvertible {
  public var description: String {
    "\(stored) messages stored with \(rows) rows, \(repeated) stored before, "
      + "\(quarantined) quarantined, \(discarded) discarded"
  }
}
