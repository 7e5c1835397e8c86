import Foundation
internal import YobanSimulatedApple

/// The state of a connection.
@nonexhaustive public enum CBPeripheralState: Int, Sendable {
  case disconnected = 0
  case connecting
  case connected
  case disconnecting
}

/// An accessory, or the services of another phone, as one central manager of the app knows it.
///
/// Keep a strong reference: releasing the peripheral ends its connection or attempt (BT7). Commands
/// have an effect only in state `connected` (BT20). Use the peripheral on its manager's queue, on
/// which the delegate is also called.
open class CBPeripheral: CBPeer {
  /// A weak reference, as at Apple (BT4).
  open weak var delegate: (any CBPeripheralDelegate)?
  /// The name that the phone has stored; nil before the first connection (BT11).
  open internal(set) var name: String? { didSet { keyValuesChanged(of: self) } }
  open internal(set) var state = CBPeripheralState.disconnected {
    didSet { keyValuesChanged(of: self) }
  }
  /// The discovered services; nil before their discovery and after a disconnect (BT20).
  open internal(set) var services: [CBService]? { didSet { keyValuesChanged(of: self) } }
  /// The last RSSI read while connected, in dBm.
  @available(*, deprecated, message: "use peripheral(_:didReadRSSI:error:)")
  open var rssi: NSNumber? { lastRSSI }

  let table: PeripheralTable
  var attributes = DiscoveredAttributes()
  var lastRSSI: NSNumber?
  /// False after the manager's state has been below `poweredOff` (BT2).
  var isValid = true

  private var client: CentralClient { table.client }

  func delegateIsMissing(_ method: String) { client.delegateIsMissing("CBPeripheral", method) }

  init(_ identifier: PeerIdentifier, name: String?, in table: PeripheralTable) {
    self.name = name
    self.table = table
    super.init(identifier)
  }

  deinit { if isValid { table.released(identifier) } }

  // MARK: Connection

  /// Whether a write without response is accepted now; false if there is no connection (BT22).
  open var canSendWriteWithoutResponse: Bool {
    isValid && client.canWriteWithoutResponse(identifier)
  }

  /// Whether the user allows the peripheral to read the phone's notifications.
  open var ancsAuthorized: Bool { client.ancsAuthorized(identifier) }

  /// Returns the longest value of one write, in bytes (BT21).
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    client.maximumWriteLength(withResponse: type == .withResponse, identifier)
  }

  open func readRSSI() {
    guard accepts("readRSSI()") else { return }
    client.readRSSI(identifier)
  }

  /// Opens a channel to a PSM that the peripheral published. The delegate receives `didOpen`.
  open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    guard accepts("openL2CAPChannel(_:)") else { return }
    client.openChannel(PSM, identifier)
  }

  // MARK: Discovery

  /// Discovers services of the peripheral.
  ///
  /// - Parameter serviceUUIDs: nil discovers all services, which takes longer on a device.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    guard accepts("discoverServices(_:)") else { return }
    client.discoverServices(serviceUUIDs?.values, of: identifier)
  }

  open func discoverIncludedServices(
    _ includedServiceUUIDs: [CBUUID]?, for service: CBService
  ) {
    guard accepts("discoverIncludedServices(_:for:)", service) else { return }
    client.discoverIncludedServices(includedServiceUUIDs?.values, of: service.handle, identifier)
  }

  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    guard accepts("discoverCharacteristics(_:for:)", service) else { return }
    client.discoverCharacteristics(characteristicUUIDs?.values, of: service.handle, identifier)
  }

  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    guard accepts("discoverDescriptors(for:)", characteristic) else { return }
    client.discoverDescriptors(of: characteristic.handle, identifier)
  }

  // MARK: Values

  /// Reads a value. The delegate receives `didUpdateValueFor`, as for a notification (BT20).
  open func readValue(for characteristic: CBCharacteristic) {
    guard accepts("readValue(for:)", characteristic) else { return }
    client.read(characteristic.handle, identifier)
  }

  /// Writes a value. Without a response, the app cannot know whether the value arrived (BT22).
  open func writeValue(
    _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
  ) {
    guard accepts("writeValue(_:for:type:)", characteristic) else { return }
    switch type {
    case .withResponse: client.write(data, to: characteristic.handle, identifier)
    case .withoutResponse:
      client.writeWithoutResponse(data, to: characteristic.handle, identifier)
    }
  }

  /// Subscribes to the value, or ends the subscription (BT23).
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    guard accepts("setNotifyValue(_:for:)", characteristic) else { return }
    client.setNotify(enabled, for: characteristic.handle, identifier)
  }

  open func readValue(for descriptor: CBDescriptor) {
    guard accepts("readValue(for:)", descriptor) else { return }
    client.readDescriptor(descriptor.handle, identifier)
  }

  /// Writes a descriptor. Raises an exception, which terminates the app, for the Client
  /// Characteristic Configuration (BT23).
  open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    if descriptor.uuid.value == "2902" {
      AppProcess.raiseInconsistency(
        "Client Characteristic Configuration descriptors must be configured using setNotifyValue:forCharacteristic:"
      )
    }
    guard accepts("writeValue(_:for:)", descriptor) else { return }
    client.writeDescriptor(data, to: descriptor.handle, identifier)
  }

  open override var description: String {
    let mtu = state == .connected ? maximumWriteValueLength(for: .withoutResponse) + 3 : 0
    return "<CBPeripheral: identifier = \(identifier), name = \(name ?? "(null)"), mtu = \(mtu), "
      + "state = \(state)>"
  }

  // MARK: Checks of commands

  private func accepts(_ call: String) -> Bool {
    if !isValid { client.reportForeignPeripheral(call) }
    return isValid
  }

  private func accepts(_ call: String, _ service: CBService) -> Bool {
    accepts(call, isPresent: attributes.services[service.handle] === service)
  }

  private func accepts(_ call: String, _ characteristic: CBCharacteristic) -> Bool {
    accepts(call, isPresent: attributes.characteristics[characteristic.handle] === characteristic)
  }

  private func accepts(_ call: String, _ descriptor: CBDescriptor) -> Bool {
    accepts(call, isPresent: attributes.descriptors[descriptor.handle] === descriptor)
  }

  private func accepts(_ call: String, isPresent: Bool) -> Bool {
    guard accepts(call) else { return false }
    if !isPresent { client.requestStaleAttribute(call, identifier) }
    return isPresent
  }
}
