import VirtualTime

/// A beacon region that the device watches: spends one event on the first packet that it hears, and
/// none on those after it (BC4, BC5).
///
/// A sender counts as heard while more than half of its packets are received, so that it cannot be
/// silent for 30 s by chance (assumed).
final class BeaconTracker: RegionTracker {
  let constraint: BeaconConstraint
  private var machine = BeaconRegionMachine()
  private var senders: [BeaconSender] = []
  private var firstPacket: EventToken?
  /// A packet was heard, and more come.
  private var isHearing = false
  private var lastBeacon: BeaconConstraint?

  init(
    _ constraint: BeaconConstraint, _ service: LocationService,
    _ tell: @escaping (RegionTransition) -> Void
  ) {
    self.constraint = constraint
    super.init(service, tell)
  }

  override var known: RegionState { machine.known }
  override var nextDeadline: VirtualInstant? { machine.nextDeadline }
  override func deadlineReached() -> [RegionTransition] {
    machine.deadlineReached(at: service.now)
  }
  override var heardBeacon: BeaconConstraint? { lastBeacon }

  /// Beyond the regions that the hardware looks for, only while the screen is on (BC1, assumed).
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
      let isOwnRadio = peer === service.device.bluetooth.role
      guard isMeant ?? false || isOwnRadio || senders.contains(where: { $0.peer === peer }) else {
        return
      }
    }
    listen()
  }

  /// Looks who sends, and decides what will be heard next.
  private func listen() {
    let before = senders
    senders = machine.state == .idle ? [] : service.senders(constraint)
    if isHearing {
      guard senders.isEmpty else { return }
      isHearing = false
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
    isHearing = true
    lastBeacon = sender.beacon.identity
    machine.heard(latency: service.drawEntryLatency(), at: service.now)
    setAlarm()
  }
}

/// Something that sends an iBeacon's advertisements, as it did when the radio was looked at last.
struct BeaconSender {
  let peer: any RadioPeer
  let beacon: IBeacon
  let advertising: Advertising
  let since: VirtualInstant

  /// The last packet before a moment, without the controller's 0 to 10 ms; nil if there was none.
  func lastPacket(upTo now: VirtualInstant) -> VirtualInstant? {
    guard now >= since else { return nil }
    let candidate = advertising.next(
      after: now - advertising.interval(at: now, since: since), since: since)
    return candidate <= now ? candidate : since
  }

  /// How many packets it sent after one moment and until another.
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

/// What the radio of this phone hears of beacons.
extension LocationService {
  var radioIsOn: Bool { device.isUp && device.bluetooth.state == .poweredOn }

  /// Who sends what is meant, and is heard here.
  func senders(_ constraint: BeaconConstraint) -> [BeaconSender] {
    senders(constraint) { $0.holdsConnection($1) }
  }

  /// Who sends what is meant.
  ///
  /// - Parameter reaches: whether its mean power here, in dBm, is enough.
  func senders(
    _ constraint: BeaconConstraint, where reaches: (RadioModel, Double) -> Bool
  ) -> [BeaconSender] {
    guard radioIsOn else { return [] }
    let radio = device.world.radio
    return radio.peers.compactMap { peer in
      guard peer !== device.bluetooth.role, let advertising = peer.advertising,
        let beacon = IBeacon(manufacturerData: advertising.data.manufacturerData),
        constraint.matches(beacon),
        reaches(radio.model, radio.meanPower(of: peer, at: device.place))
      else { return nil }
      return BeaconSender(
        peer: peer, beacon: beacon, advertising: advertising, since: peer.advertisingSince)
    }
  }

  /// The RSSI of one packet; nil if it was not received.
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
    random.duration(in: hasBeaconHardware ? policy.entryLatency : policy.softwareEntryLatency)
  }

  func drawExitDelay() -> Duration {
    random.duration(in: hasBeaconHardware ? policy.exitDelay : policy.softwareExitDelay)
  }

  /// Whether the region is among the first of the phone, in the order of their registration (BC1).
  func hasBeaconSlot(_ tracker: BeaconTracker) -> Bool {
    var place = 0
    for case let other as BeaconTracker in trackers {
      if other === tracker { return place < policy.beaconSlots }
      place += 1
    }
    return true
  }
}
