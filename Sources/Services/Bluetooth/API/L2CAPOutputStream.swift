import Foundation
internal import YobanSimulatedApple

/// The stream of bytes sent to a peer.
final class L2CAPOutputStream: OutputStream {
  weak var other: Stream?
  private let channel: L2CAPChannel
  private var status = Stream.Status.notOpen
  private var signals: StreamSignals!
  /// Whether the delegate must be notified of free space: true after opening and after a write.
  private var mustReportSpace = true

  init(_ channel: L2CAPChannel) {
    self.channel = channel
    super.init(toMemory: ())
    signals = StreamSignals(self) { [unowned self] event in
      event != .hasSpaceAvailable || hasSpaceAvailable
    }
  }

  required init(toMemory: ()) { preconditionFailure("an L2CAP stream belongs to a channel") }

  override func open() {
    guard status == .notOpen else { return }
    status = .open
    signals.post(.openCompleted)
    changed()
  }

  override func close() {
    guard status != .closed else { return }
    status = .closed
    signals.removeAll()
    if other == nil || other?.streamStatus == .closed { channel.close() }
  }

  override var hasSpaceAvailable: Bool { status == .open && channel.room > 0 }

  /// Sends as many bytes as fit without waiting. Returns 0 if none fit.
  override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
    guard status == .open else { return -1 }
    let count = channel.write(Data(bytes: buffer, count: len))
    mustReportSpace = true
    changed()
    return count
  }

  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { nil }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) { signals.schedule() }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    signals.unschedule()
  }

  /// Posts events after space became free or the channel was closed.
  func changed() {
    guard status == .open else { return }
    if !channel.isOpen {
      status = .atEnd
      signals.post(.endEncountered)
    } else if mustReportSpace, channel.room > 0 {
      mustReportSpace = false
      signals.post(.hasSpaceAvailable)
    }
  }
}
