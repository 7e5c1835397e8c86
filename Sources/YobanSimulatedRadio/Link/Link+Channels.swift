import Foundation
import YobanVirtualTime

/// Connection-oriented L2CAP channels of a link.
extension Link {
  func open(_ psm: UInt16) -> AttributeOutcome {
    switch peer.openChannel(psm, on: self) {
    case .failure(let error): return .failed(error)
    case .success(let far):
      let near = L2CAPChannel(psm: psm, peer: identifier)
      join(near, far)
      channels += [near, far]
      return .channel(near)
    }
  }

  /// Closes all channels with this number, because the peripheral withdrew its offer.
  package func closeChannels(_ psm: UInt16) {
    for channel in channels where channel.psm == psm { channel.close() }
    channels.removeAll { $0.psm == psm }
  }

  private func join(_ a: L2CAPChannel, _ b: L2CAPChannel) {
    for (from, to) in [(a, b), (b, a)] {
      let way = ChannelWay(self, from, to)
      from.send = { way.send($0) }
      from.closeOther = { [weak to] in to?.close() }
    }
  }
}

/// One direction of a channel. Chunks arrive in order, regardless of the time that each takes.
private final class ChannelWay {
  private weak var link: Link?
  private weak var from: L2CAPChannel?
  private weak var to: L2CAPChannel?
  private var parts: [Data] = []
  private var lastArrival = VirtualInstant.start

  init(_ link: Link, _ from: L2CAPChannel, _ to: L2CAPChannel) {
    self.link = link
    self.from = from
    self.to = to
  }

  /// Sends bytes. They take one connection interval for each 1,000 bytes (assumed).
  func send(_ data: Data) {
    guard let link else { return }
    parts.append(data)
    lastArrival = max(lastArrival, link.now) + link.interval * (data.count / 1000 + 1)
    link.simulation.schedule(at: lastArrival) { [weak self] in self?.arrive() }
  }

  /// Delivers the first part. The radio repeats a packet until it is received or the link times
  /// out.
  private func arrive() {
    guard let link, link.isOpen, !parts.isEmpty else { return }
    if link.isSilent {
      link.simulation.schedule(at: link.now + link.interval) { [weak self] in self?.arrive() }
      return
    }
    let data = parts.removeFirst()
    to?.arrived(data)
    from?.delivered(data.count)
  }
}
