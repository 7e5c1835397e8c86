import Foundation
import YobanSimulatedRadio
import YobanVirtualTime

/// A phone as centrals see it: the services and the advertising of all its apps.
final class PeripheralRole: RadioPeer {
  private unowned let service: BluetoothService
  private(set) var database = GATTDatabase()
  private var owners: [AttributeHandle: PeripheralSession] = [:]
  private(set) var links: [Link] = []
  private var subscribers: [(handle: AttributeHandle, link: Link)] = []
  private var pending: [(request: Int, reply: (AttributeAnswer) -> Void)] = []
  private var lastRequest = 0
  private var offeredChannels: [(psm: UInt16, isEncrypted: Bool, session: PeripheralSession)] = []
  private var lastPSM: UInt16 = 0x7F
  private lazy var address = RotatingAddress(
    RandomStream(seed: service.simulation.seed, name: "\(service.device.name)/bluetooth/address"),
    every: service.policy.addressRotation)
  private var rotation: EventToken?
  var bonds: Set<String> = []

  init(_ service: BluetoothService) { self.service = service }

  // MARK: RadioPeer

  var radioName: String { service.device.name }
  var gapName: String? { service.device.profile.model }
  var place: Place { service.device.place }
  var transmitPower: Double { AccessoryDefaults.standard.transmitPower }
  var isOnAir: Bool { service.isListening }
  var maximumTransmissionUnit: Int { service.policy.maximumTransmissionUnit }
  var serviceDiscoveryTime: ClosedRange<Duration> { .zero...(.zero) }
  var advertisingSince: VirtualInstant {
    service.peripherals.first(where: \.isOnAir)?.advertisingSince ?? .start
  }

  /// The combined advertising of all apps (BT29): up to 28 bytes of the foreground app's services;
  /// the rest, and the services of background apps, in the overflow area; no name from background.
  /// A beacon of the foreground app is sent in addition. A beacon alone accepts no connections.
  var advertising: Advertising? {
    guard isOnAir else { return nil }
    let advertisers = service.peripherals.filter(\.isOnAir)
    guard !advertisers.isEmpty else { return nil }
    let beacon = advertisers.lazy.compactMap(\.advertising?.beacon).first
    let others = advertisers.filter { $0.advertising?.beacon == nil }
    let inFront = others.first(where: \.isInFront)
    let policy = service.policy
    let isInFront = inFront != nil || beacon != nil
    var result = Advertising(
      interval: isInFront ? policy.advertisingInterval : policy.backgroundAdvertisingInterval)
    result.data.manufacturerData = beacon?.manufacturerData
    result.data.isConnectable = !others.isEmpty
    var room = policy.advertisementCapacity
    for uuid in inFront?.advertising?.services ?? [] {
      // The two bytes of header before each kind of data are not counted.
      if uuid.data.count <= room {
        room -= uuid.data.count
        result.data.services.append(uuid)
      } else {
        result.data.overflowServices.append(uuid)
      }
    }
    for session in others where session !== inFront {
      result.data.overflowServices += session.advertising?.services ?? []
    }
    if let name = inFront?.advertising?.localName {
      if name.utf8.count <= room {
        result.data.localName = name
      } else {
        result.scanResponseName = String(
          decoding: name.utf8.prefix(policy.scanResponseCapacity), as: UTF8.self)
      }
    }
    return result
  }

  func refusal(of central: BluetoothStack) -> CoreBluetoothCode? { nil }

  func opened(_ link: Link) {
    links.append(link)
    // From now on the system knows the central, and an app can retrieve it as a peripheral (BT19).
    service.stack.met(link.central.ownPeer, identifier(of: link))
    service.stack.wasConnected(identifier(of: link))
  }

  /// Called when the radio went off: connected centrals notice it after the supervision timeout
  /// (BT17), and no manager is notified of the disconnections (BT2).
  func radioWentOff() {
    let lost = links
    links = []
    subscribers = []
    for link in lost { link.peerVanished() }
  }

  func closed(_ link: Link) {
    links.removeAll { $0 === link }
    let gone = subscribers.filter { $0.link === link }
    subscribers.removeAll { $0.link === link }
    for (handle, link) in gone {
      owners[handle]?.deliver(.unsubscribed(central(link), handle), .event)
    }
  }

  func answer(
    _ request: AttributeRequest, on link: Link, _ reply: @escaping (AttributeAnswer) -> Void
  ) {
    switch request {
    case .read(let handle, let offset):
      // The system itself answers with a value that was given at publication.
      let kept = database.descriptor(handle)?.value ?? database.characteristic(handle)?.value
      if let kept { return reply(.value(Data(kept.dropFirst(offset)))) }
      guard let owner = owners[handle] else { return reply(.error(.invalidHandle)) }
      let number = expect(reply)
      owner.deliver(
        .read(.init(request: number, central: central(link), handle: handle, offset: offset)),
        .event)
    case .write(let handle, let value):
      guard let owner = owners[handle] else { return reply(.error(.invalidHandle)) }
      let number = expect(reply)
      deliverWrite(value, handle, number, link, owner)
    case .writeCommand(let handle, let value):
      guard let owner = owners[handle] else { return }
      deliverWrite(value, handle, expect { _ in }, link, owner)
    case .subscribe(let handle, let isOn):
      guard let owner = owners[handle] else { return reply(.error(.invalidHandle)) }
      subscribers.removeAll { $0.handle == handle && $0.link === link }
      if isOn { subscribers.append((handle, link)) }
      owner.deliver(
        isOn ? .subscribed(central(link), handle) : .unsubscribed(central(link), handle), .event)
      reply(.done)
    }
  }

  private func deliverWrite(
    _ value: Data, _ handle: AttributeHandle, _ number: Int, _ link: Link,
    _ owner: PeripheralSession
  ) {
    let write = AttributeWrite(central: central(link), handle: handle, offset: 0, value: value)
    owner.deliver(.write([write], request: number), .event)
  }

  func hasRoomToNotify(_ link: Link) {
    for session in service.peripherals { session.hasRoom() }
  }

  private func central(_ link: Link) -> RemoteCentral {
    RemoteCentral(
      identifier: identifier(of: link), maximumUpdateValueLength: link.maximumTransmissionUnit - 3)
  }

  /// Returns this phone's identifier for the phone at the other end, the same as for its
  /// `CBPeripheral` (BT19).
  private func identifier(of link: Link) -> PeerIdentifier {
    service.stack.identifier(of: link.central.ownPeer)
  }

  // MARK: The address

  /// The number of changes of the address until now (BT19).
  var addressNumber: Int {
    rotation == nil ? address.number(at: service.now) : address.current
  }

  /// Called when the phone starts, changes or stops advertising. Its address rotates while it
  /// advertises.
  func advertisingChanged() {
    if advertising == nil {
      if let rotation { service.simulation.cancel(rotation) }
      rotation = nil
    } else if rotation == nil {
      _ = address.number(at: service.now)
      scheduleRotation()
    }
    service.radio.changed(self)
  }

  private func scheduleRotation() {
    rotation = service.simulation.schedule(at: address.nextChange) { [weak self] in
      guard let self else { return }
      _ = address.number(at: service.now)
      scheduleRotation()
      service.radio.changed(self)
    }
  }

  // MARK: Answers of the app

  private func expect(_ reply: @escaping (AttributeAnswer) -> Void) -> Int {
    lastRequest += 1
    pending.append((lastRequest, reply))
    return lastRequest
  }

  func respond(to request: Int, value: Data?, error: AttributeErrorCode?) {
    guard let i = pending.firstIndex(where: { $0.request == request }) else { return }
    let reply = pending.remove(at: i).reply
    if let error { return reply(.error(error)) }
    reply(value.map { .value($0) } ?? .done)
  }

  // MARK: Services of the apps

  func publish(_ new: GATTService, of session: PeripheralSession) -> GATTService {
    let service = database.add(new)
    for characteristic in service.characteristics { owners[characteristic.handle] = session }
    // Connected centrals are notified of added services, too (BT20).
    for link in links { link.databaseChanged(removed: [], characteristics: []) }
    return service
  }

  func withdraw(_ handles: [AttributeHandle]) {
    let gone = handles.compactMap { database.service($0) }
    guard !gone.isEmpty else { return }
    for service in gone {
      database.remove(service.handle)
      for characteristic in service.characteristics {
        owners[characteristic.handle] = nil
        subscribers.removeAll { $0.handle == characteristic.handle }
      }
    }
    for link in links {
      link.databaseChanged(
        removed: gone.map(\.handle),
        characteristics: gone.flatMap(\.characteristics).map(\.handle))
    }
  }

  // MARK: Notifications

  func notify(_ value: Data, of handle: AttributeHandle, to centrals: [PeerIdentifier]?) -> Bool {
    var isSent = true
    for (_, link) in subscribers.filter({ $0.handle == handle }) {
      guard centrals?.contains(identifier(of: link)) ?? true else { continue }
      isSent = link.notify(value, of: handle) && isSent
    }
    return isSent
  }

  func subscriptions(of services: [AttributeHandle]) -> [RestoredPeripheral.Subscription] {
    let handles = services.compactMap { database.service($0) }
      .flatMap(\.characteristics).map(\.handle)
    return handles.compactMap { handle in
      let centrals = subscribers.filter { $0.handle == handle }.map { central($0.link) }
      return centrals.isEmpty ? nil : .init(handle: handle, centrals: centrals)
    }
  }

  func setDesiredLatency(_ latency: ConnectionLatency, for central: PeerIdentifier) {
    let intervals = service.policy.desiredLatencies
    guard intervals.indices.contains(latency.rawValue) else { return }
    let interval = intervals[latency.rawValue]
    let guidelines = service.policy.connectionGuidelines
    for link in links where identifier(of: link) == central {
      _ = link.request(
        ConnectionParameters(
          intervalMin: interval,
          intervalMax: latency == .low ? interval : interval + guidelines.intervalStep,
          latency: 0, supervisionTimeout: guidelines.supervisionTimeout.upperBound))
    }
  }

  // MARK: Channels

  func publishChannel(isEncrypted: Bool, of session: PeripheralSession) -> UInt16 {
    lastPSM += 1
    offeredChannels.append((lastPSM, isEncrypted, session))
    return lastPSM
  }

  /// Withdraws the offer of a channel and closes its open channels.
  func unpublishChannel(_ psm: UInt16) {
    offeredChannels.removeAll { $0.psm == psm }
    for link in links { link.closeChannels(psm) }
  }

  func openChannel(_ psm: UInt16, on link: Link) -> Result<L2CAPChannel, BluetoothError> {
    guard let offer = offeredChannels.first(where: { $0.psm == psm }) else {
      return .failure(.core(.operationNotSupported))
    }
    guard link.isEncrypted || !offer.isEncrypted else {
      return .failure(.attribute(.insufficientEncryption))
    }
    let channel = L2CAPChannel(psm: psm, peer: identifier(of: link))
    channel.notify = { [weak session = offer.session] body in session?.deliver(.event, body) }
    // Runs after the two ends of the channel were joined.
    service.simulation.schedule(at: service.now) { [weak session = offer.session] in
      session?.deliver(.openedChannel(channel, nil), .event)
    }
    return .success(channel)
  }
}
