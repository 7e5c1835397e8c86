import YobanSimulatedRadio
import YobanVirtualTime

/// The way of an advertisement to the app. `refresh` schedules the next packet of a peer that will
/// be received; `received` reports it to the scan and to a pending connection.
extension CentralSession {
  /// The purposes for which the manager needs a peer's advertisements.
  private struct Interest {
    /// Whether the scan reports the advertisement.
    var reports: Bool
    /// Whether a pending connection waits for it.
    var connects: Bool
    /// Whether the radio listens only as often as for a background scan (BT6).
    var isSeldom: Bool
  }

  /// The reception of a peer's next advertisement.
  struct Reception {
    var event: EventToken
    /// Whether it waits for the start delay of a connection.
    var isDelayed: Bool
  }

  /// Returns what the manager wants of the advertisements that the peer sends now; nil if nothing.
  private func interest(in peer: any RadioPeer) -> Interest? {
    guard service.isListening, peer !== service.role else { return nil }
    let identifier = service.stack.identifier(of: peer)
    let reports = reports(peer, identifier)
    guard mayUse(identifier) else {
      if reports { reportNotSetUp(peer) }
      return nil
    }
    let connects = connection(identifier)?.isPending ?? false
    guard connects || reports else { return nil }
    // A pending connect survives suspension, with or without the background mode (BT8, BT12).
    let isAttentive = reports && isInFront || connects && process?.isRunning == true
    return Interest(reports: reports, connects: connects, isSeldom: !isAttentive)
  }

  /// Whether the scan reports an advertisement that the peer sends now.
  private func reports(_ peer: any RadioPeer, _ identifier: PeerIdentifier) -> Bool {
    guard let request = scanning.request,
      scanning.listens(isInFront: scansAsInFront, hasBackgroundMode: scansInBackground),
      scanning.wants(identifier, isInFront: scansAsInFront),
      let data = peer.advertising?.data, !data.isOnlyBeacon
    else { return false }
    return matches(data, request)
  }

  /// Whether the scan reports an advertisement with this data. In the background the overflow area
  /// counts only while the screen is lit (BT6).
  private func matches(_ data: AdvertisementData, _ request: ScanRequest) -> Bool {
    guard data.matches(services: request.services, solicited: request.solicited) else {
      return false
    }
    guard !isInFront, !service.receivesOverflow, !data.overflowServices.isEmpty else { return true }
    var plain = data
    plain.overflowServices = []
    if plain.matches(services: request.services, solicited: request.solicited) { return true }
    if !hasReportedOverflow {
      hasReportedOverflow = true
      report(.overflowInTheDark)
    }
    return false
  }

  func refreshAll() {
    for peer in service.radio.peers { refresh(peer) }
  }

  /// Schedules all receptions again, because the app entered or left the foreground and the
  /// listening rate changed.
  func rescheduleAll() {
    for peer in service.radio.peers {
      cancelReception(of: peer)
      refresh(peer)
    }
  }

  /// Called when the screen was lit or went dark: in the background this changes the receptions
  /// (BT6).
  func screenChanged() { if !isInFront, scanning.request != nil { refreshAll() } }

  /// Decides again whether and when an advertisement of the peer is received.
  func refresh(_ peer: any RadioPeer) {
    guard let interest = interest(in: peer), let advertising = peer.advertising,
      service.stack.mayReceive(peer)
    else { return cancelReception(of: peer) }
    // A pending connect waits until the peer is near enough to hold a connection.
    if scanning.request == nil, !service.stack.reaches(peer) { return cancelReception(of: peer) }
    let key = ObjectIdentifier(peer)
    // A scan receives the peer also before a delayed connection may begin.
    if interest.reports, receptions[key]?.isDelayed == true { cancelReception(of: peer) }
    guard receptions[key] == nil else { return }
    var from = service.now
    if !interest.reports, let connection = connection(service.stack.identifier(of: peer)) {
      from = max(from, connection.notBefore)
    }
    let isDelayed = from > service.now
    if interest.isSeldom { from = from + service.drawBackgroundLatency(of: advertising, peer) }
    let next = service.stack.nextAdvertisement(of: peer, advertising, after: from)
    let event = service.simulation.schedule(at: next) { [weak self] in
      guard let self else { return }
      receptions[key] = nil
      received(from: peer)
      refresh(peer)
    }
    receptions[key] = Reception(event: event, isDelayed: isDelayed)
  }

  func cancelReception(of peer: any RadioPeer) {
    guard let reception = receptions.removeValue(forKey: ObjectIdentifier(peer)) else { return }
    service.simulation.cancel(reception.event)
  }

  /// A packet of the peer arrives. Nothing happens if the manager no longer wants it, or the radio
  /// misses it.
  private func received(from peer: any RadioPeer) {
    guard let interest = interest(in: peer), let advertising = peer.advertising,
      interest.isSeldom || service.listensNow(), let rssi = service.stack.rssi(of: peer)
    else { return }
    var data = advertising.data
    if data.localName == nil, isInFront || service.policy.backgroundScansActively {
      data.localName = advertising.scanResponseName
    }
    let identifier = service.stack.identifier(of: peer)
    if interest.reports { report(identifier, peer, data, rssi) }
    // A radio may miss any packet, so that another one that waits for the peer connects first.
    if interest.connects, let connection = connection(identifier),
      service.now >= connection.notBefore, data.isConnectable, service.stack.reaches(peer),
      !service.device.choose(.missedPacket, of: app, default: false)
    {
      connection.connection.received()
    }
  }

  /// Reports a discovery to the app.
  private func report(
    _ identifier: PeerIdentifier, _ peer: any RadioPeer, _ data: AdvertisementData, _ rssi: Int
  ) {
    guard useAlertForDiscovery() else { return }
    if scanning.request?.namesServices == true { service.device.energyMeter.discovered(app) }
    _ = scanning.received(identifier, isInFront: scansAsInFront)
    service.stack.met(peer, identifier)
    post(.discovered(peer.radioName, rssi: rssi))
    let name = service.stack.name(of: identifier) ?? data.localName
    let seen = data.reported(toScanFor: scanning.request?.services)
    deliverDiscovery(.discovered(identifier, name: name, seen, rssi: rssi))
  }
}
