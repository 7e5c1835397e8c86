import Foundation
internal import YobanSimulatedApple

/// The stream of bytes received from a peer.
final class L2CAPInputStream: InputStream {
  weak var other: Stream?
  private let channel: L2CAPChannel
  private var status = Stream.Status.notOpen
  private var signals: StreamSignals!

  init(_ channel: L2CAPChannel) {
    self.channel = channel
    super.init(data: Data())
    signals = StreamSignals(self) { [unowned self] event in
      event != .hasBytesAvailable || hasBytesAvailable
    }
  }

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

  override var hasBytesAvailable: Bool { status == .open && !channel.received.isEmpty }

  /// Reads the available bytes without waiting. Returns -1 if there are none, 0 at the end.
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    guard status == .open else { return status == .atEnd ? 0 : -1 }
    guard !channel.received.isEmpty else { return -1 }
    let data = channel.read(len)
    data.copyBytes(to: buffer, count: data.count)
    changed()
    return data.count
  }

  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    length len: UnsafeMutablePointer<Int>
  ) -> Bool { false }

  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { nil }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) { signals.schedule() }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    signals.unschedule()
  }

  /// Posts events after bytes were received or read, or after the channel was closed.
  func changed() {
    guard status == .open else { return }
    if !channel.received.isEmpty {
      signals.post(.hasBytesAvailable)
    } else if !channel.isOpen {
      status = .atEnd
      signals.post(.endEncountered)
    }
  }
}
