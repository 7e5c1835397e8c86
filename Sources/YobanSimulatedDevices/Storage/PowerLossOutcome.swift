import YobanVirtualTime

/// The fate of the pending writes of a device at a loss of power or a panic of the kernel (DK1).
public enum PowerLossOutcome: Hashable, Sendable {
  /// Only what is durable by the rules survives: all pending operations are lost.
  case keepsNothingPending
  /// The pending changes of names and sizes survive, and no written bytes: a new file is empty, or has zeros.
  case keepsOnlyNamesPending
  /// All pending operations survive.
  case keepsEverythingPending
  /// A part survives that the rules allow, drawn from a random stream.
  ///
  /// With nil, the stream is that of the world for this device and this loss, so that each loss of a run
  /// has another outcome. With a seed it depends only on the seed and the pending operations.
  case drawn(seed: UInt64?)

  /// A part that the rules allow, drawn from the world's random stream.
  public static let drawn = drawn(seed: nil)
}

extension PowerLossOutcome {
  /// - Parameter stream: the world's random stream for this loss.
  func choices(drawnFrom stream: RandomStream) -> PendingDisk.Choices {
    switch self {
    case .keepsNothingPending:
      return PendingDisk.Choices(epoch: \.lowerBound, journal: { _ in 0 }, block: { _ in 0 })
    case .keepsOnlyNamesPending:
      return PendingDisk.Choices(
        // What came before the last barrier survives, because later changes do.
        epoch: { max($0.lowerBound, $0.upperBound - 2) }, journal: { $0 }, block: { _ in 0 })
    case .keepsEverythingPending:
      return PendingDisk.Choices(
        epoch: { $0.upperBound - 1 }, journal: { $0 }, block: { $0 })
    case .drawn(let seed):
      let draw = Draw(seed.map { RandomStream(seed: $0, name: "power-loss") } ?? stream)
      return PendingDisk.Choices(epoch: draw.epoch, journal: draw.journal, block: draw.block)
    }
  }
}

/// Draws an outcome. A third of the outcomes keep most blocks, a third lose most of them, because with
/// many blocks an even draw would nearly never do so.
private final class Draw {
  private var stream: RandomStream
  private let bias: UInt64

  init(_ stream: RandomStream) {
    self.stream = stream
    bias = self.stream.next(below: 3)
  }

  func epoch(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(stream.next(below: UInt64(range.count)))
  }

  func journal(_ count: Int) -> Int {
    switch stream.next(below: 4) {
    case 0: 0
    case 1: count
    default: Int(stream.next(below: UInt64(count) + 1))
    }
  }

  func block(_ count: Int) -> Int {
    switch bias {
    case 0 where stream.chance(7, in: 8): count
    case 1 where stream.chance(7, in: 8): 0
    default: Int(stream.next(below: UInt64(count) + 1))
    }
  }
}

/// The operations that a device has lost at a loss of power or a panic of the kernel.
public struct DiskLoss: Hashable, Sendable, CustomStringConvertible {
  /// The operations that were pending.
  public let pending: Int
  /// The changes of names that were lost, as sentences, the last one first.
  public let names: [String]
  /// The files whose content went back to an earlier state, by path within the device.
  public let files: [String]

  public var description: String {
    guard !names.isEmpty || !files.isEmpty else {
      return "\(pending) pending operations, none lost"
    }
    return "\(pending) pending operations; lost: "
      + (names + files.map { "writes to \($0)" }).joined(separator: ", ")
  }
}
