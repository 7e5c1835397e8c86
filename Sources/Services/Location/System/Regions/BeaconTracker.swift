import YobanAppleSystem
import YobanSimulatedRadio
import YobanVirtualTime

/// A beacon region that the device monitors. It schedules one event for the first packet that is
/// received, and none for the packets after it (BC4, BC5).
///
/// A sender counts as received while more than half of its packets are received, so that random packet
/// loss cannot look like 30 s without packets (assumed).
final class BeaconTracker: RegionTracker {
  let constraint: BeaconConstraint
  private var machine = BeaconRegionMachine()
  private var senders: [BeaconSender] = []
  private var firstPacket: EventToken?
  /// Whether a packet was received and more packets follow.
  private var isReceiving = false
  private var lastBeacon: BeaconConstraint?

  init(
    _ constraint: BeaconConstraint, _ service: LocationService,
    _ notify: @escaping (RegionTransition) -> Void
  ) {
    self.constraint = constraint
    super.init(service, notify)
  }

  override var known: RegionState { machine.known }
  override var nextDeadline: VirtualInstant? { machine.nextDeadline }
  override func deadlineReached() -> [RegionTransition] {
    machine.deadlineReached(at: service.now)
  }
  override var receivedBeacon: BeaconConstraint? { lastBeacon }

  /// Whether packets are processed now. Regions without a hardware slot are scanned for only while
  /// the screen is on (BC1, assumed).
  override var isAttentive: Bool { service.hasBeaconSlot(self) || service.device.isScreenOn }

  override func startMachine() {
    machine.begin(determination: service.policy.initialDetermination, at: service.now)
    listen()
  }

  override func rearmMachine() {
    machine.rearm()
    listen()
  }

  override func stopMachine() {
    machine.stop()
    listen()
  }

  override func placeChanged() { radioChanged(nil) }

  override func radioChanged(_ peer: (any RadioPeer)?) {
    guard isAttentive, machine.state != .idle else { return }
    if let peer {
      let isMeant = IBeacon(manufacturerData: peer.advertising?.data.manufacturerData)
        .map(constraint.matches)
      let isOwnRadio = peer === service.device.ownPeer
      guard isMeant ?? false || isOwnRadio || senders.contains(where: { $0.peer === peer }) else {
        return
      }
    }
    listen()
  }

  /// Updates the senders, and schedules the next first packet or handles the end of packets.
  private func listen() {
    let before = senders
    senders = machine.state == .idle ? [] : service.senders(constraint)
    if isReceiving {
      guard senders.isEmpty else { return }
      isReceiving = false
      let last = before.compactMap { $0.lastPacket(upTo: service.now) }.max() ?? service.now
      machine.fellSilent(lastPacket: last, delay: service.drawExitDelay())
      setAlarm()
    } else {
      if let firstPacket { service.simulation.cancel(firstPacket) }
      let next = senders.map { (sender: $0, instant: service.nextPacket(of: $0)) }
        .min { $0.instant < $1.instant }
      firstPacket = next.map { next in
        service.simulation.schedule(at: next.instant) { [weak self] in
          self?.packetCame(from: next.sender)
        }
      }
    }
  }

  private func packetCame(from sender: BeaconSender) {
    firstPacket = nil
    guard isAttentive else { return }
    guard service.receives(sender) != nil else { return listen() }
    isReceiving = true
    lastBeacon = sender.beacon.identity
    machine.received(latency: service.drawEntryLatency(), at: service.now)
    setAlarm()
  }
}

/// A sender of iBeacon advertisements, as of the last update of the senders.
struct BeaconSender {
  let peer: any RadioPeer
  let beacon: IBeacon
  let advertising: Advertising
  let since: VirtualInstant

  /// Returns the time of the last packet up to `now`, without the controller's jitter of 0 to
  /// 10 ms; nil if there was none.
  func lastPacket(upTo now: VirtualInstant) -> VirtualInstant? {
    guard now >= since else { return nil }
    let candidate = advertising.next(
      after: now - advertising.interval(at: now, since: since), since: since)
    return candidate <= now ? candidate : since
  }

  /// Returns the number of packets sent after `start` and up to `end`.
  func packets(after start: VirtualInstant, upTo end: VirtualInstant) -> Int {
    var count = 0
    var next = advertising.next(after: start, since: since)
    while next <= end {
      count += 1
      next = advertising.next(after: next, since: since)
    }
    return count
  }
}

/// Reception of beacons by the radio of this phone.
extension LocationService {
  var radioIsOn: Bool { device.isUp && device.isBluetoothOn }

  /// Returns the senders that match a constraint and are received at the device's place.
  func senders(_ constraint: BeaconConstraint) -> [BeaconSender] {
    senders(constraint) { $0.holdsConnection($1) }
  }

  /// Returns the senders that match a constraint and have enough power at the device's place.
  ///
  /// - Parameter reaches: returns whether a mean received power, in dBm, is enough.
  func senders(
    _ constraint: BeaconConstraint, where reaches: (RadioModel, Double) -> Bool
  ) -> [BeaconSender] {
    guard radioIsOn else { return [] }
    let radio = device.world.radio
    return radio.peers.compactMap { peer in
      guard peer !== device.ownPeer, let advertising = peer.advertising,
        let beacon = IBeacon(manufacturerData: advertising.data.manufacturerData),
        constraint.matches(beacon),
        reaches(radio.model, radio.meanPower(of: peer, at: device.place))
      else { return nil }
      return BeaconSender(
        peer: peer, beacon: beacon, advertising: advertising, since: peer.advertisingSince)
    }
  }

  /// Returns the RSSI of one packet; nil if the packet was not received.
  func receives(_ sender: BeaconSender) -> Int? {
    let radio = device.world.radio
    return radio.model.receive(radio.meanPower(of: sender.peer, at: device.place), &random)
  }

  func nextPacket(of sender: BeaconSender) -> VirtualInstant {
    sender.advertising.next(after: now, since: sender.since)
      + random.duration(in: device.world.radio.model.advertisingJitter)
  }

  private var hasBeaconHardware: Bool { device.profile.phone?.hasBeaconHardware ?? false }

  func drawEntryLatency() -> Duration {
    let range = hasBeaconHardware ? policy.entryLatency : policy.softwareEntryLatency
    return device.choose(.regionEntry, of: nil, in: range, default: random.duration(in: range))
  }

  func drawExitDelay() -> Duration {
    let range = hasBeaconHardware ? policy.exitDelay : policy.softwareExitDelay
    return device.choose(.regionExit, of: nil, in: range, default: random.duration(in: range))
  }

  /// Whether the region has a hardware slot: the first registered regions of the phone have one
  /// (BC1).
  func hasBeaconSlot(_ tracker: BeaconTracker) -> Bool {
    var place = 0
    for case let other as BeaconTracker in trackers {
      if other === tracker { return place < policy.beaconSlots }
      place += 1
    }
    return true
  }
}
