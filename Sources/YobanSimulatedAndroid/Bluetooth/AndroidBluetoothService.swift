import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// Bluetooth Low Energy of an Android phone: its scans and connections (AN11 to AN15).
///
/// The radio listens with the duty of the most demanding scan. Its results go to every scan whose
/// filters match, including opportunistic scans.
public final class AndroidBluetoothService: AndroidObserver, SystemService, BluetoothStackOwner,
  RadioListener
{
  unowned let device: AndroidPhone
  /// The phone as other devices see it. Android's peripheral role is not simulated.
  package let ownPeer: any RadioPeer
  /// The peers and links, which all apps of the phone share.
  private(set) lazy var stack = BluetoothStack(
    device.name, device.world.radio, of: self, as: ownPeer)
  /// Whether Bluetooth is on.
  public private(set) var isOn = true
  /// Whether the phone is down, or was not unlocked since it booted. The radio is off then.
  private var isDown = false
  private(set) var scans: [AndroidScan] = []
  private var gatts: [AndroidGatt] = []
  var associations: [DeviceAssociation] = []
  var lastAssociation: Int32 = 0
  var companionCheck: EventToken?
  /// The throttles by bundle identifier. Used only for lookup.
  private var throttles: [String: ScanStartThrottle] = [:]
  /// The current duty of the radio, and its start; nil while the radio does not listen.
  private var listening: (duty: ScanDuty, since: VirtualInstant)?
  /// The scheduled reception of each peer's next advertisement. Used only for lookup.
  private var receptions: [ObjectIdentifier: EventToken] = [:]
  /// The next check for peers that have begun to advertise.
  private var advertiserCheck: EventToken?
  var random: RandomStream
  /// Whether location is on for the whole phone; see `Device.setLocation`.
  public internal(set) var isLocationOn = true { didSet { conditionsChanged() } }

  init(_ device: AndroidPhone) {
    self.device = device
    ownPeer = CentralOnlyPeer(device)
    random = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/android-bluetooth")
    device.android.observers.append(self)
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: AndroidBluetoothPolicy { device.android.policy.bluetooth }
  package var place: Place { device.place }
  package var isListening: Bool { isOn && !isDown }

  package var linkParameters: LinkParameters {
    LinkParameters(
      maximumTransmissionUnit: policy.maximumTransmissionUnit,
      connectionInterval: policy.connectionInterval,
      supervisionTimeout: policy.supervisionTimeout, attributeTimeout: policy.attributeTimeout,
      packetQueue: policy.packetQueue, packetsPerEvent: policy.packetsPerEvent,
      longestValue: policy.longestValue, guidelines: .apple,
      connectionLimit: policy.connectionLimit, connectionSetup: policy.connectionSetup,
      answerDelay: policy.answerDelay)
  }

  // MARK: Requests

  /// `BluetoothLeScanner.startScan` with a callback.
  ///
  /// - Returns: false if the scan does not start: Bluetooth is off, the phone was not unlocked since
  ///   its boot, the process has ended, or the app started too many scans, of which no callback
  ///   informs the app (AN11).
  /// - Throws: `SecurityException` without the permission to scan (AN15).
  package func startScan(
    _ request: AndroidScanRequest, for process: AppProcess, _ receiver: any AndroidScanEventReceiver
  ) throws(AndroidException) -> Bool {
    try start(request, process, .receiver(receiver, ObjectIdentifier(receiver)))
  }

  /// `BluetoothLeScanner.startScan` with a PendingIntent: a result starts the app (AN14).
  package func startScan(
    _ request: AndroidScanRequest, for process: AppProcess, intent: AndroidIntentDescription
  ) throws(AndroidException) -> Bool {
    stopScan(of: process.app, intent: intent)
    return try start(request, process, .intent(intent))
  }

  private func start(
    _ request: AndroidScanRequest, _ process: AppProcess, _ receiver: AndroidScan.Receiver
  ) throws(AndroidException) -> Bool {
    guard process.isAlive(for: "BluetoothLeScanner.startScan") else { return false }
    let isWithheld = try access(process.app)
    guard isListening else { return false }
    let app = process.app.definition.bundleIdentifier
    guard throttles[app, default: ScanStartThrottle()].start(at: now, policy) else {
      post("App '\(app)' is scanning too frequently", process.name)
      process.report(.scanThrottled(policy))
      return false
    }
    let scan = AndroidScan(
      process, request, receiver, isWithheld: isWithheld,
      isNeverForLocation: isNeverForLocation(process.app), at: now)
    scans.append(scan)
    post("started, \(scan.request.mode), \(scan.request.filters.count) filters", scan.name)
    if isWithheld { process.report(.scanWithheld) }
    scan.limit = simulation.schedule(at: now + policy.longScanLimit) { [weak self, weak scan] in
      if let self, let scan { perform(scan.machine.ranTooLong(policy), scan) }
    }
    conditionsChanged(for: scan)
    refresh()
    return true
  }

  package func stopScan(_ receiver: any AndroidScanEventReceiver) {
    stop {
      if case .receiver(_, let owner) = $0.receiver {
        owner == ObjectIdentifier(receiver)
      } else {
        false
      }
    }
  }

  package func stopScan(of app: InstalledApp, intent: AndroidIntentDescription) {
    stop {
      guard $0.app === app, case .intent(let own) = $0.receiver else { return false }
      return own.isSame(as: intent)
    }
  }

  private func stop(where isMeant: (AndroidScan) -> Bool) {
    let gone = scans.filter(isMeant)
    guard !gone.isEmpty else { return }
    scans.removeAll { scan in gone.contains { $0 === scan } }
    for scan in gone {
      scan.machine.stop()
      if let limit = scan.limit { simulation.cancel(limit) }
      post("stopped", scan.name)
    }
    refresh()
  }

  // MARK: Connections

  /// `BluetoothDevice.connectGatt`. Retain the returned object as long as the connection is needed.
  ///
  /// - Parameters:
  ///   - address: the peer's address. The result is nil if no peer has it.
  ///   - waits: `autoConnect`.
  /// - Throws: `SecurityException` without the permission to connect (AN15).
  package func connect(
    _ address: String, waits: Bool, for process: AppProcess,
    _ receiver: any AndroidGattEventReceiver
  ) throws(AndroidException) -> AndroidGatt? {
    guard process.isAlive(for: "BluetoothDevice.connectGatt") else { return nil }
    try checkConnect(process, "connectGatt")
    guard let peer = peer(at: address) else { return nil }
    let gatt = AndroidGatt(process, peer, of: self, receiver)
    gatts.append(gatt)
    gatt.connect(waits: waits)
    refresh()
    return gatt
  }

  func forget(_ gatt: AndroidGatt) {
    gatts.removeAll { $0 === gatt }
    reportEnergy()
  }

  // MARK: Conditions

  /// The screen or location was switched on or off.
  package func conditionsChanged() {
    for scan in scans { conditionsChanged(for: scan) }
    refresh()
  }

  private func conditionsChanged(for scan: AndroidScan) {
    // Without the permission the scan would not have started.
    scan.isWithheld = (try? access(scan.app)) ?? true
    perform(
      scan.machine.conditionsChanged(
        isScreenOn: device.isScreenOn, isLocationOn: isLocationOn, policy), scan)
  }

  private func perform(_ actions: [AndroidScanMachine.Action], _ scan: AndroidScan) {
    for action in actions {
      switch action {
      case .listen: break
      case .noResults:
        post("suspended: no filter, and screen or location is off", scan.name)
        report(.unfilteredScreenOff, scan)
      case .downgrade(let mode):
        post("runs for \(policy.longScanLimit): \(mode) from now on", scan.name)
        report(.scanDowngraded(after: policy.longScanLimit, to: mode), scan)
        refresh()
      }
    }
  }

  private func report(_ finding: Finding, _ scan: AndroidScan) {
    device.post(.finding(finding), process: scan.name)
  }

  func post(_ what: String, _ process: String) {
    device.post(.android(.scan(what)), process: process)
  }

  // MARK: End of scans and connections

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    stop { $0.process === process && !$0.outlivesProcess }
    for scan in scans where scan.process === process { scan.process = nil }
    for gatt in gatts where gatt.belongs(to: process) { gatt.close() }
  }

  /// Nothing may wake a force-stopped app (AN18).
  func appStopped(_ app: InstalledApp) { stop { $0.app === app } }
  package func appDeleted(_ app: InstalledApp) {
    stop { $0.app === app }
    associations.removeAll { $0.app === app }
  }
  package func deviceWentDown() {
    isDown = true
    stop { _ in true }
    for i in associations.indices {
      associations[i].isNear = false
      associations[i].receivedAt = nil
    }
  }

  package func deviceWasUnlocked() {
    isDown = false
    refresh()
  }

  // MARK: The radio

  /// Switches Bluetooth on or off, as the user. When it goes off, every connection ends at once with
  /// status 8, and while it is off, scans get no results (assumed).
  public func setOn(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    device.post(.user("switches Bluetooth \(isOn ? "on" : "off")"))
    self.isOn = isOn
    device.post(.bluetooth(.power(isOn ? .poweredOn : .poweredOff)))
    for link in stack.links where !isOn { link.lose(.connectionTimeout) }
    refresh()
  }

  package func placeChanged() { stack.checkReach() }
  package func peerChanged(_ peer: any RadioPeer) { stack.peerChanged(peer) }

  package func linkOpened(_ link: Link) {}
  package func linkClosed(_ link: Link) {}
  /// Whether the user agrees to pair when a peripheral requests it.
  package var acceptsPairing: Bool { true }
  package func showPairingRequest(of link: Link) {
    device.post(.bluetooth(.alert("pairing request from \(link.peer.radioName)")))
  }

  // MARK: Reception

  /// The duty of the scan that listens most.
  private var duty: ScanDuty? {
    scans.filter { $0.machine.state == .running }
      .compactMap { policy.duty(of: $0.machine.mode, isScreenOn: device.isScreenOn) }
      .max { $0.window / $0.interval < $1.window / $1.interval }
  }

  /// Updates the duty of the radio and the advertisements that it will receive.
  private func refresh() {
    let duty = isListening ? duty : nil
    if duty != listening?.duty {
      for peer in device.world.radio.peers { cancelWatch(of: peer) }
      listening = duty.map { ($0, now) }
    }
    reportEnergy()
    if let advertiserCheck { simulation.cancel(advertiserCheck) }
    advertiserCheck = nil
    for gatt in gatts { gatt.listen() }
    guard listening != nil || gatts.contains(where: \.isConnecting) else { return }
    for peer in device.world.radio.peers { watch(peer) }
    advertiserCheck = simulation.schedule(at: now + policy.advertiserNoticed) { [weak self] in
      self?.refresh()
    }
  }

  /// Reports what keeps the radio on: scans by the share of time in which they listen, and connections (EN2).
  func reportEnergy() {
    var uses: [EnergyUse] = []
    for scan in scans where isListening && scan.machine.state == .running {
      guard let duty = policy.duty(of: scan.machine.mode, isScreenOn: device.isScreenOn) else {
        continue
      }
      let (app, share) = (scan.app.definition.name, duty.window / duty.interval)
      uses.append(EnergyUse(app, "Bluetooth: scan", .bluetoothReceiver, level: share))
      if !scan.machine.isFiltered {
        uses.append(
          EnergyUse(app, "Bluetooth: scan without a filter", .advertisements, level: share))
      }
    }
    let event = device.policy(EnergyPolicy.self).connectionEvent
    for gatt in gatts {
      guard let (app, peer, interval) = gatt.connectionInWords else { continue }
      uses.append(
        EnergyUse(
          app, "Bluetooth: connection to \(peer)", .bluetoothReceiver,
          level: min(1, event / interval)))
    }
    device.energyMeter.set(uses, by: "bluetooth")
  }

  private func cancelWatch(of peer: any RadioPeer) {
    guard let token = receptions.removeValue(forKey: ObjectIdentifier(peer)) else { return }
    simulation.cancel(token)
  }

  /// Schedules the next advertisement of a peer that falls into a scan window.
  private func watch(_ peer: any RadioPeer) {
    guard let (duty, since) = listening, receptions[ObjectIdentifier(peer)] == nil,
      peer !== ownPeer, let advertising = peer.advertising,
      stack.mayReceive(peer)
    else { return }
    var moment = now
    for _ in 0..<64 {
      moment =
        advertising.next(after: moment, since: peer.advertisingSince)
        + random.duration(in: device.world.radio.model.advertisingJitter)
      if duty.listens(at: moment, since: since) { break }
      moment = duty.nextWindow(after: moment, since: since)
    }
    // After too many misses, `received` finds no window at that time and searches again.
    receptions[ObjectIdentifier(peer)] = simulation.schedule(at: moment) { [weak self] in
      self?.receptions[ObjectIdentifier(peer)] = nil
      self?.received(peer)
    }
  }

  private func received(_ peer: any RadioPeer) {
    defer { watch(peer) }
    guard let (duty, since) = listening, duty.listens(at: now, since: since),
      isListening, let advertising = peer.advertising,
      let rssi = device.world.radio.model.receive(stack.meanPower(of: peer), &random)
    else { return }
    var data = advertising.data
    // Android requests the scan response.
    if data.localName == nil { data.localName = advertising.scanResponseName }
    let result = AndroidScanResult(
      address: address(of: peer), data: data, rssi: rssi,
      timestamp: device.uptime.nanoseconds)
    for scan in scans
    where scan.isReceiving && scan.request.matches(data, address: result.address) {
      if scan.machine.isFiltered { device.energyMeter.discovered(scan.app) }
      deliver(result, to: scan)
    }
  }
}
