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
  open weak var delegate: (any CBPeripheralDelegate)? {
    didSet { delegateHistory.changed(to: delegate) }
  }
  private var delegateHistory = DelegateHistory(nil)
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

  private var session: CentralSession { table.session }

  func delegateIsMissing(_ method: String) {
    session.delegateIsMissing("CBPeripheral", method, delegateHistory.reason)
  }

  init(_ identifier: PeerIdentifier, name: String?, in table: PeripheralTable) {
    self.name = name
    self.table = table
    super.init(identifier)
  }

  deinit { if isValid { table.released(identifier) } }

  // MARK: Connection

  /// Whether a write without response is accepted now; false if there is no connection (BT22).
  open var canSendWriteWithoutResponse: Bool {
    isValid && session.canWriteWithoutResponse(identifier)
  }

  /// Whether the user allows the peripheral to read the phone's notifications.
  open var ancsAuthorized: Bool { session.ancsAuthorized(identifier) }

  /// Returns the longest value of one write, in bytes (BT21).
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    session.maximumWriteLength(withResponse: type == .withResponse, identifier)
  }

  open func readRSSI() {
    call("readRSSI()") { session.readRSSI(identifier) }
  }

  /// Opens a channel to a PSM that the peripheral published. The delegate receives `didOpen`.
  open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    call("openL2CAPChannel(_:)") {
      session.request("openL2CAPChannel", identifier, .openChannel(PSM))
    }
  }

  // MARK: Discovery

  /// Discovers services of the peripheral.
  ///
  /// - Parameter serviceUUIDs: nil discovers all services, which takes longer on a device.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    call("discoverServices(_:)") {
      session.request("discoverServices", identifier, .services(serviceUUIDs?.values))
    }
  }

  open func discoverIncludedServices(
    _ includedServiceUUIDs: [CBUUID]?, for service: CBService
  ) {
    call("discoverIncludedServices(_:for:)", with: service) {
      session.request(
        "discoverIncludedServices", identifier,
        .includedServices(service.handle, includedServiceUUIDs?.values))
    }
  }

  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    call("discoverCharacteristics(_:for:)", with: service) {
      session.request(
        "discoverCharacteristics", identifier,
        .characteristics(service.handle, characteristicUUIDs?.values))
    }
  }

  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    call("discoverDescriptors(for:)", with: characteristic) {
      session.request("discoverDescriptors", identifier, .descriptors(characteristic.handle))
    }
  }

  // MARK: Values

  /// Reads a value. The delegate receives `didUpdateValueFor`, as for a notification (BT20).
  open func readValue(for characteristic: CBCharacteristic) {
    call("readValue(for:)", with: characteristic) {
      session.request("readValue", identifier, .read(characteristic.handle))
    }
  }

  /// Writes a value. Without a response, the app cannot know whether the value arrived (BT22).
  open func writeValue(
    _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
  ) {
    call("writeValue(_:for:type:)", with: characteristic) {
      switch type {
      case .withResponse:
        session.request("writeValue", identifier, .write(characteristic.handle, data))
      case .withoutResponse:
        session.writeWithoutResponse(data, to: characteristic.handle, identifier)
      }
    }
  }

  /// Subscribes to the value, or ends the subscription (BT23).
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    call("setNotifyValue(_:for:)", with: characteristic) {
      session.request("setNotifyValue", identifier, .subscribe(characteristic.handle, enabled))
    }
  }

  open func readValue(for descriptor: CBDescriptor) {
    call("readValue(for:)", with: descriptor) {
      session.request("readValue", identifier, .readDescriptor(descriptor.handle))
    }
  }

  /// Writes a descriptor. Raises an exception, which terminates the app, for the Client
  /// Characteristic Configuration (BT23).
  open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    if descriptor.uuid.value == "2902" {
      AppProcess.raiseInconsistency(
        "Client Characteristic Configuration descriptors must be configured using setNotifyValue:forCharacteristic:"
      )
    }
    call("writeValue(_:for:)", with: descriptor) {
      session.request("writeValue", identifier, .writeDescriptor(descriptor.handle, data))
    }
  }

  open override var description: String {
    let mtu = state == .connected ? maximumWriteValueLength(for: .withoutResponse) + 3 : 0
    return "<CBPeripheral: identifier = \(identifier), name = \(name ?? "(null)"), mtu = \(mtu), "
      + "state = \(state)>"
  }

  // MARK: Checks of commands

  private func call(_ call: String, with service: CBService, _ body: () -> Void) {
    self.call(call, isPresent: attributes.services[service.handle] === service, body)
  }

  private func call(_ call: String, with characteristic: CBCharacteristic, _ body: () -> Void) {
    self.call(
      call, isPresent: attributes.characteristics[characteristic.handle] === characteristic, body)
  }

  private func call(_ call: String, with descriptor: CBDescriptor, _ body: () -> Void) {
    self.call(call, isPresent: attributes.descriptors[descriptor.handle] === descriptor, body)
  }

  /// Makes a call to the system, unless the peripheral or the attribute is no longer valid.
  ///
  /// - Parameter isPresent: whether the peripheral has the attribute of the call.
  private func call(_ call: String, isPresent: Bool = true, _ body: () -> Void) {
    table.system(call) { _ in
      if !isValid {
        session.reportForeignPeripheral(call)
      } else if !isPresent {
        session.requestStaleAttribute(call, identifier)
      } else {
        body()
      }
    }
  }
}
