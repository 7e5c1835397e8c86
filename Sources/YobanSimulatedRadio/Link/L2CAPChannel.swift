import Foundation
import YobanVirtualTime

/// One end of a connection-oriented L2CAP channel, which transfers ordered bytes in both
/// directions.
public final class L2CAPChannel: @unchecked SimulationConfined, Hashable {
  public let psm: UInt16
  /// The peer at the other end.
  public let peer: PeerIdentifier
  /// Bytes that have arrived and were not read yet.
  public private(set) var received = Data()
  public private(set) var isOpen = true
  /// Called in the reader's process when bytes have arrived or the channel was closed.
  public var onChange: (() -> Void)?
  /// The largest number of bytes that may be in transit to the other end.
  static let window = 65_535

  /// Runs `onChange` in its owner: if this is an app's process, as an event that may wake it.
  package var notify: ((@escaping () -> Void) -> Void)?
  var send: ((Data) -> Void)?
  var closeOther: (() -> Void)?
  var underWay = 0

  package init(psm: UInt16, peer: PeerIdentifier) {
    self.psm = psm
    self.peer = peer
  }

  /// The number of bytes that `write` accepts now.
  public var room: Int { isOpen ? max(0, Self.window - underWay) : 0 }

  /// Sends as much of the data as there is room for. Returns the number of bytes sent.
  public func write(_ data: Data) -> Int {
    let accepted = data.prefix(room)
    guard !accepted.isEmpty else { return 0 }
    underWay += accepted.count
    send?(Data(accepted))
    return accepted.count
  }

  /// Removes and returns received bytes, at most the given number.
  public func read(_ count: Int) -> Data {
    let taken = received.prefix(count)
    received = Data(received.dropFirst(taken.count))
    return Data(taken)
  }

  /// Closes both ends.
  public func close() {
    guard isOpen else { return }
    closed()
    closeOther?()
    send = nil
    closeOther = nil
  }

  func arrived(_ data: Data) {
    guard isOpen else { return }
    received.append(data)
    changed()
  }

  /// Called when bytes have reached the other end.
  func delivered(_ count: Int) {
    underWay -= count
    changed()
  }

  func closed() {
    guard isOpen else { return }
    isOpen = false
    changed()
  }

  private func changed() {
    guard let notify else {
      onChange?()
      return
    }
    notify { [weak self] in self?.onChange?() }
  }

  public static func == (a: L2CAPChannel, b: L2CAPChannel) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
