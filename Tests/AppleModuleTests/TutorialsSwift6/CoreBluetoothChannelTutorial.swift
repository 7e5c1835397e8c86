@preconcurrency import CoreBluetooth

/// Publishes an L2CAP channel and sends received bytes back.
@MainActor
public final class EchoServer: NSObject, @preconcurrency CBPeripheralManagerDelegate {
  static let service = CBUUID(string: "12E61727-B41A-436F-B64D-4777B35F2294")

  private var manager: CBPeripheralManager!
  private var channel: CBL2CAPChannel?
  private var pump: StreamPump?

  public override init() {
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: .main)
  }

  public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    if peripheral.state == .poweredOn { peripheral.publishL2CAPChannel(withEncryption: false) }
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) {
    guard error == nil else { return print("not published") }
    let number = withUnsafeBytes(of: PSM.littleEndian) { Data($0) }
    let characteristic = CBMutableCharacteristic(
      type: CBUUID(string: CBUUIDL2CAPPSMCharacteristicString), properties: .read, value: number,
      permissions: .readable)
    let service = CBMutableService(type: Self.service, primary: true)
    service.characteristics = [characteristic]
    peripheral.add(service)
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [Self.service]])
  }

  public func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    guard let channel else { return }
    self.channel = channel
    let pump = StreamPump(channel)
    pump.received = { [unowned pump] data in pump.send(data) }
    self.pump = pump
  }
}

/// Opens the channel, sends a text and prints the response.
@MainActor
public final class EchoClient: NSObject, @preconcurrency CBCentralManagerDelegate,
  @preconcurrency CBPeripheralDelegate
{
  private var manager: CBCentralManager!
  private var server: CBPeripheral?
  private var channel: CBL2CAPChannel?
  private var pump: StreamPump?
  private let text: String
  private var answer = Data()

  public init(text: String) {
    self.text = text
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [EchoServer.service])
  }

  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    server = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices([EchoServer.service])
  }

  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { return }
    peripheral.discoverCharacteristics(nil, for: service)
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    let psm = service.characteristics?.first {
      $0.uuid == CBUUID(string: CBUUIDL2CAPPSMCharacteristicString)
    }
    if let psm { peripheral.readValue(for: psm) }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let data = characteristic.value, data.count == 2 else { return }
    peripheral.openL2CAPChannel(CBL2CAPPSM(data[0]) | CBL2CAPPSM(data[1]) << 8)
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    guard let channel else { return print("no channel: \(error.map { "\($0)" } ?? "")") }
    self.channel = channel
    let pump = StreamPump(channel)
    pump.received = { [weak self] data in self?.received(data) }
    self.pump = pump
    pump.send(Data(text.utf8))
  }

  private func received(_ data: Data) {
    answer += data
    guard answer.count == text.utf8.count else { return }
    print("echo of \(answer.count) bytes, the same: \(answer == Data(text.utf8))")
  }
}

/// Transfers bytes between a channel's streams and closures.
@MainActor
final class StreamPump: NSObject, @preconcurrency StreamDelegate {
  var received: (Data) -> Void = { _ in }
  private let input: InputStream
  private let output: OutputStream
  private var outgoing = Data()

  init(_ channel: CBL2CAPChannel) {
    input = channel.inputStream
    output = channel.outputStream
    super.init()
    for stream in [input, output] as [Stream] {
      stream.delegate = self
      stream.schedule(in: .main, forMode: .default)
      stream.open()
    }
  }

  func send(_ data: Data) {
    outgoing += data
    flush()
  }

  private func flush() {
    while !outgoing.isEmpty, output.hasSpaceAvailable {
      let count = outgoing.withUnsafeBytes { bytes in
        output.write(bytes.bindMemory(to: UInt8.self).baseAddress!, maxLength: bytes.count)
      }
      guard count > 0 else { return }
      outgoing.removeFirst(count)
    }
  }

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .hasBytesAvailable:
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = input.read(&buffer, maxLength: buffer.count)
      if count > 0 { received(Data(buffer[..<count])) }
    case .hasSpaceAvailable: flush()
    case .endEncountered, .errorOccurred:
      aStream.close()
      aStream.remove(from: .main, forMode: .default)
    default: break
    }
  }
}
