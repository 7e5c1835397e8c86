import Foundation
import YobanVirtualTime

extension Accessory {
  /// The handlers that the accessory calls for requests of a central.
  struct Behavior {
    var reads: [BluetoothUUID: (Accessory) -> AttributeAnswer] = [:]
    var writes: [BluetoothUUID: (Accessory, Data) -> AttributeAnswer] = [:]
    var subscriptions: [BluetoothUUID: (Accessory, Bool) -> Void] = [:]
    var channels: [UInt16: (Accessory, L2CAPChannel) -> Void] = [:]
    var connection: ((Accessory, Bool) -> Void)?
  }

  /// Sets the handler that answers reads of a characteristic or descriptor. It is called when the
  /// request arrives.
  public func onRead(
    _ attribute: BluetoothUUID, _ answer: @escaping (Accessory) -> AttributeAnswer
  ) {
    behavior.reads[attribute] = answer
  }

  /// Sets the handler that answers writes, including those without response (their answer is not
  /// sent).
  ///
  /// If the answer is `done`, the value is stored before the answer is sent.
  public func onWrite(
    _ attribute: BluetoothUUID, _ answer: @escaping (Accessory, Data) -> AttributeAnswer
  ) {
    behavior.writes[attribute] = answer
  }

  /// Sets the handler that is called when the first subscriber of a link subscribes and when the
  /// last one unsubscribes.
  public func onSubscribe(
    _ characteristic: BluetoothUUID, _ body: @escaping (Accessory, _ isOn: Bool) -> Void
  ) {
    behavior.subscriptions[characteristic] = body
  }

  /// Sets the handler that is called after a central has connected, after it has disconnected, and
  /// after the accessory was switched off while connected.
  public func onConnection(_ body: @escaping (Accessory, _ isConnected: Bool) -> Void) {
    behavior.connection = body
  }

  /// Offers an L2CAP channel. The handler is called with the accessory's end when a central opens
  /// it.
  ///
  /// - Parameter psm: the channel's number; 0x80 to 0xFF for a dynamic one.
  public func onChannel(
    _ psm: UInt16, _ body: @escaping (Accessory, L2CAPChannel) -> Void
  ) {
    behavior.channels[psm] = body
  }
}

/// The interface of an accessory to radios and links. It is a separate type to keep this interface
/// out of `Accessory`, which scenarios use.
package final class AccessoryPeer: RadioPeer {
  unowned let accessory: Accessory

  init(_ accessory: Accessory) { self.accessory = accessory }

  package var radioName: String { accessory.name }
  package var gapName: String? { accessory.gapName }
  package var place: Place { accessory.carrier?.place ?? accessory.place }
  package var transmitPower: Double { accessory.transmitPower }
  package var isOnAir: Bool { accessory.isOn }
  package var advertisingSince: VirtualInstant { accessory.advertisingSince }
  package var addressNumber: Int { 0 }
  package var database: GATTDatabase { accessory.database }
  package var maximumTransmissionUnit: Int { accessory.maximumTransmissionUnit }
  package var serviceDiscoveryTime: ClosedRange<Duration> { accessory.serviceDiscoveryTime }
  package var bonds: Set<String> {
    get { accessory.bonds }
    set { accessory.bonds = newValue }
  }

  package var advertising: Advertising? {
    guard accessory.isOn, accessory.links.isEmpty || accessory.advertisesWhileConnected else {
      return nil
    }
    return accessory.advertising
  }

  package func refusal(of central: BluetoothStack) -> CoreBluetoothCode? {
    accessory.refusals.isEmpty ? nil : accessory.refusals.removeFirst()
  }

  package func ignoresConnect() -> Bool {
    guard accessory.unanswered > 0 else { return false }
    accessory.unanswered -= 1
    accessory.post("does not answer a connect")
    return true
  }

  package func dropLink(_ link: Link) {
    guard accessory.links.contains(where: { $0 === link }) else { return }
    accessory.post("drops a connection: instant passed (0x28)")
    closed(link)
    link.peerVanished()
  }

  package func opened(_ link: Link) {
    accessory.links.append(link)
    accessory.changed()
    accessory.behavior.connection?(accessory, true)
  }

  package func closed(_ link: Link) {
    guard accessory.links.contains(where: { $0 === link }) else { return }
    accessory.links.removeAll { $0 === link }
    accessory.advertisingSince = accessory.now
    accessory.changed()
    accessory.behavior.connection?(accessory, false)
  }

  package func answer(
    _ request: AttributeRequest, on link: Link, _ reply: @escaping (AttributeAnswer) -> Void
  ) {
    guard accessory.answerDelay > .zero else { return answerNow(request, reply) }
    accessory.radio.simulation.schedule(at: accessory.now + accessory.answerDelay) {
      [weak self, weak link] in
      guard let self, let link, accessory.links.contains(where: { $0 === link }) else { return }
      answerNow(request, reply)
    }
  }

  private func answerNow(
    _ request: AttributeRequest, _ reply: @escaping (AttributeAnswer) -> Void
  ) {
    switch request {
    case .read(let handle, let offset):
      reply(read(handle).damaged(by: accessory).dropping(offset))
    case .write(let handle, let value), .writeCommand(let handle, let value):
      reply(write(handle, value))
    case .subscribe(let handle, let isOn):
      // Replies first, so that values that the handler sends at once reach the new subscriber.
      reply(.done)
      if let uuid = database.characteristic(handle)?.uuid {
        accessory.behavior.subscriptions[uuid]?(accessory, isOn)
      }
    }
  }

  private func read(_ handle: AttributeHandle) -> AttributeAnswer {
    guard let (uuid, stored) = attribute(handle) else { return .error(.invalidHandle) }
    if let answer = accessory.behavior.reads[uuid] { return answer(accessory) }
    if uuid == .batteryLevel, stored == nil {
      return .value(Data([UInt8(accessory.batteryPercent)]))
    }
    return .value(stored ?? Data())
  }

  private func write(_ handle: AttributeHandle, _ value: Data) -> AttributeAnswer {
    guard let (uuid, _) = attribute(handle) else { return .error(.invalidHandle) }
    let answer = accessory.behavior.writes[uuid]?(accessory, value) ?? .done
    if answer == .done { accessory.store(value, of: handle) }
    return answer
  }

  private func attribute(_ handle: AttributeHandle) -> (BluetoothUUID, Data?)? {
    if let characteristic = database.characteristic(handle) {
      return (characteristic.uuid, characteristic.value)
    }
    return database.descriptor(handle).map { ($0.uuid, $0.value) }
  }

  package func hasRoomToNotify(_ link: Link) {}

  package func openChannel(_ psm: UInt16, on link: Link) -> Result<L2CAPChannel, BluetoothError> {
    guard let body = accessory.behavior.channels[psm] else {
      return .failure(.core(.operationNotSupported))
    }
    let channel = L2CAPChannel(psm: psm, peer: link.identifier)
    let accessory = accessory
    // Runs after the two ends of the channel were joined.
    accessory.radio.simulation.schedule(at: accessory.now) { body(accessory, channel) }
    return .success(channel)
  }
}

extension AttributeAnswer {
  /// Returns the part of the answer's value that starts at an offset.
  fileprivate func dropping(_ offset: Int) -> AttributeAnswer {
    switch self {
    case .value(let value):
      offset > value.count ? .error(.invalidOffset) : .value(Data(value.dropFirst(offset)))
    case .after(let delay, let answer): .after(delay, answer.dropping(offset))
    case .done, .error, .noAnswer, .garbage: self
    }
  }
}
