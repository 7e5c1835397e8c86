import CoreBluetooth

public struct TransferService {
  static let serviceUUID = CBUUID(string: "E20A39F4-73F5-4BC4-A12F-17D1AD07A961")
  static let characteristicUUID = CBUUID(string: "08590F7E-DB05-467E-8757-72F6FAEB13D4")
}

/// Sends a text part by part to a subscriber, then "EOM".
public class TransferPeripheral: NSObject, CBPeripheralManagerDelegate {
  private var peripheralManager: CBPeripheralManager!
  private var transferCharacteristic: CBMutableCharacteristic?
  private var connectedCentral: CBCentral?
  private var dataToSend: Data
  private var sendDataIndex = 0
  private var sendingEOM = false
  private var refusals = 0

  public init(text: String) {
    dataToSend = text.data(using: .utf8)!
    super.init()
    peripheralManager = CBPeripheralManager(
      delegate: self, queue: nil, options: [CBPeripheralManagerOptionShowPowerAlertKey: true])
  }

  private func setupPeripheral() {
    let characteristic = CBMutableCharacteristic(
      type: TransferService.characteristicUUID, properties: [.notify, .writeWithoutResponse],
      value: nil, permissions: [.readable, .writeable])
    let service = CBMutableService(type: TransferService.serviceUUID, primary: true)
    service.characteristics = [characteristic]
    peripheralManager.add(service)
    transferCharacteristic = characteristic
  }

  public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn else { return }
    setupPeripheral()
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: Error?
  ) {
    peripheral.startAdvertising([
      CBAdvertisementDataServiceUUIDsKey: [TransferService.serviceUUID],
      CBAdvertisementDataLocalNameKey: "Transfer",
    ])
  }

  private func sendData() {
    guard let transferCharacteristic = transferCharacteristic else { return }
    if sendingEOM {
      if peripheralManager.updateValue(
        "EOM".data(using: .utf8)!, for: transferCharacteristic, onSubscribedCentrals: nil)
      {
        sendingEOM = false
        print("Sent: EOM, after a full queue: \(refusals > 0)")
      }
      return
    }
    if sendDataIndex >= dataToSend.count { return }
    var didSend = true
    while didSend {
      var amountToSend = dataToSend.count - sendDataIndex
      if let mtu = connectedCentral?.maximumUpdateValueLength {
        amountToSend = min(amountToSend, mtu)
      }
      let part = dataToSend.subdata(in: sendDataIndex..<(sendDataIndex + amountToSend))
      didSend = peripheralManager.updateValue(
        part, for: transferCharacteristic, onSubscribedCentrals: nil)
      if !didSend {
        refusals += 1
        return
      }
      sendDataIndex += amountToSend
      if sendDataIndex >= dataToSend.count {
        sendingEOM = true
        sendData()
        return
      }
    }
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {
    print("Central subscribed to characteristic")
    sendDataIndex = 0
    connectedCentral = central
    sendData()
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    print("Central unsubscribed from characteristic")
    connectedCentral = nil
  }

  public func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
    sendData()
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    for request in requests {
      guard let value = request.value, let text = String(data: value, encoding: .utf8) else {
        continue
      }
      print("Received write request of \(value.count) bytes: \(text)")
    }
  }
}

/// Collects the parts until "EOM" is received.
public class TransferCentral: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  private var centralManager: CBCentralManager!
  private var discoveredPeripheral: CBPeripheral?
  private var data = Data()
  public var received: (String) -> Void = { _ in }

  public override init() {
    super.init()
    centralManager = CBCentralManager(delegate: self, queue: nil)
  }

  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    let connected = centralManager.retrieveConnectedPeripherals(
      withServices: [TransferService.serviceUUID])
    if let peripheral = connected.last {
      discoveredPeripheral = peripheral
      centralManager.connect(peripheral, options: nil)
    } else {
      centralManager.scanForPeripherals(
        withServices: [TransferService.serviceUUID],
        options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }
  }

  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard RSSI.intValue >= -75, discoveredPeripheral != peripheral else { return }
    discoveredPeripheral = peripheral
    centralManager.connect(peripheral, options: nil)
  }

  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    centralManager.stopScan()
    data.removeAll(keepingCapacity: false)
    peripheral.delegate = self
    peripheral.discoverServices([TransferService.serviceUUID])
  }

  private func cleanup() {
    guard let peripheral = discoveredPeripheral, case .connected = peripheral.state else { return }
    for service in peripheral.services ?? [] as [CBService] {
      for characteristic in service.characteristics ?? [] as [CBCharacteristic]
      where characteristic.uuid == TransferService.characteristicUUID && characteristic.isNotifying
      {
        peripheral.setNotifyValue(false, for: characteristic)
      }
    }
    centralManager.cancelPeripheralConnection(peripheral)
  }

  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    if let error = error {
      print("Error discovering services: \(error.localizedDescription)")
      cleanup()
      return
    }
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([TransferService.characteristicUUID], for: service)
    }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
  ) {
    for characteristic in service.characteristics ?? [] {
      peripheral.setNotifyValue(true, for: characteristic)
    }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
  ) {
    guard let characteristicData = characteristic.value else { return }
    if String(data: characteristicData, encoding: .utf8) == "EOM" {
      received(String(data: data, encoding: .utf8) ?? "")
      if peripheral.canSendWriteWithoutResponse {
        let mtu = peripheral.maximumWriteValueLength(for: .withoutResponse)
        peripheral.writeValue(
          Data("thanks".utf8.prefix(mtu)), for: characteristic, type: .withoutResponse)
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) { self.cleanup() }
    } else {
      data.append(characteristicData)
    }
  }

  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
  ) {
    print("Perhipheral Disconnected")
    discoveredPeripheral = nil
  }
}
