import CoreBluetooth
import Foundation
import YobanTesting

/// A central manager of an app, with the peripherals that it keeps. It prints its callbacks, without values that
/// differ from seed to seed.
final class Central: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  typealias Reaction = @Sendable (Central, Event) -> Void

  /// A callback to which an app of these tests reacts.
  enum Event {
    case state(CBManagerState)
    case discovered(CBPeripheral, advertisement: [String: Any])
    case connected(CBPeripheral)
    case failed(CBPeripheral)
    case services(CBPeripheral)
    case modified(CBPeripheral)
    case characteristics(CBService)
    case value(CBCharacteristic)
    case channel(CBL2CAPChannel)
    case other

    var isPoweredOn: Bool { if case .state(.poweredOn) = self { true } else { false } }
    var peer: CBPeripheral? { if case .discovered(let peer, _) = self { peer } else { nil } }
  }

  /// Nil after the app has released it.
  var manager: CBCentralManager!
  /// In the order in which they were discovered or restored.
  private(set) var peers: [CBPeripheral] = []
  private let react: Reaction

  @discardableResult
  init(
    restore: String? = nil, showsPowerAlert: Bool = false,
    _ react: @escaping Reaction = { _, _ in }
  ) {
    self.react = react
    super.init()
    var options: [String: Any] = [CBCentralManagerOptionShowPowerAlertKey: showsPowerAlert]
    options[CBCentralManagerOptionRestoreIdentifierKey] = restore
    KeptManagers.current.centrals.append(self)
    manager = CBCentralManager(delegate: self, queue: nil, options: options)
  }

  /// The first manager of the process whose code is running.
  static var current: Central { KeptManagers.current.centrals[0] }

  private func happened(_ line: String, _ event: Event = .other) {
    print(line)
    react(self, event)
  }

  // MARK: Commands

  func scan(_ services: [String]? = ["180D"], duplicates: Bool = false) {
    manager.scanForPeripherals(
      withServices: services?.uuids,
      options: duplicates ? [CBCentralManagerScanOptionAllowDuplicatesKey: true] : nil)
  }

  func connect(_ peer: CBPeripheral? = nil, _ options: [String: Any] = [:]) {
    manager.connect(peer ?? peers[0], options: options)
  }

  func cancel() { manager.cancelPeripheralConnection(peers[0]) }

  func keep(_ peer: CBPeripheral) {
    peer.delegate = self
    peers.removeAll { $0 !== peer && $0.identifier == peer.identifier }
    if !peers.contains(peer) { peers.append(peer) }
  }
  func release(_ peer: CBPeripheral) { peers.removeAll { $0 === peer } }

  /// A characteristic of the first peripheral that was discovered.
  func characteristic(_ uuid: String) -> CBCharacteristic {
    peers[0].services!.flatMap { $0.characteristics ?? [] }.first { $0.uuid.isEqual(to: uuid) }!
  }

  func read(_ uuid: String) { peers[0].readValue(for: characteristic(uuid)) }
  func write(_ value: Data, _ uuid: String) {
    peers[0].writeValue(value, for: characteristic(uuid), type: .withResponse)
  }
  func send(_ value: Data, _ uuid: String) {
    peers[0].writeValue(value, for: characteristic(uuid), type: .withoutResponse)
  }
  func subscribe(_ uuid: String, _ isOn: Bool = true) {
    peers[0].setNotifyValue(isOn, for: characteristic(uuid))
  }

  // MARK: Reactions

  /// Scans for heart rate as soon as Bluetooth is on.
  static let scanner: Reaction = { central, event in
    if event.isPoweredOn { central.scan() }
  }

  /// Scans, and connects to what it discovers.
  static let connector: Reaction = { central, event in
    scanner(central, event)
    if let peer = event.peer { central.connect(peer) }
  }

  /// Connects, and discovers everything.
  static let explorer: Reaction = { central, event in
    connector(central, event)
    switch event {
    case .connected(let peer): peer.discoverServices(nil)
    case .services(let peer):
      for service in peer.services ?? [] { peer.discoverCharacteristics(nil, for: service) }
    default: break
    }
  }

  /// Connects, and subscribes to everything that can notify.
  static let subscriber: Reaction = { central, event in
    explorer(central, event)
    guard case .characteristics(let service) = event else { return }
    for characteristic in service.characteristics ?? []
    where !characteristic.properties.isDisjoint(with: [
      .notify, .indicate, .notifyEncryptionRequired,
    ]) {
      service.peripheral?.setNotifyValue(true, for: characteristic)
    }
  }

  // MARK: Callbacks of the manager

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    happened("state \(central.state.words)", .state(central.state))
  }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    for peer in restored { keep(peer) }
    let scan = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
    let words =
      ["restore"] + restored.map(\.words)
      + (scan.map { ["scan"] + $0.map(\.uuidString) } ?? [])
    happened(words.joined(separator: " "))
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    keep(peripheral)
    happened(
      "discovered \(peripheral.name ?? "?")",
      .discovered(peripheral, advertisement: advertisementData))
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    happened("connected \(peripheral.name ?? "?")", .connected(peripheral))
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    happened("failed \(code(error) ?? "nil")", .failed(peripheral))
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
  ) {
    happened("disconnected \(code(error) ?? "nil")\(isReconnecting ? " reconnecting" : "")")
  }

  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {
    happened("connection event \(event == .peerConnected)")
  }

  // MARK: Callbacks of a peripheral

  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    happened("rssi \(RSSI.intValue < 0 ? "some" : "none")")
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    happened(
      words("services", peripheral.services, error), error == nil ? .services(peripheral) : .other)
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    happened("modified \(invalidatedServices.count)", .modified(peripheral))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) {
    happened(words("included", service.includedServices, error))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    happened(
      words("characteristics", service.characteristics, error),
      error == nil ? .characteristics(service) : .other)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    happened(words("descriptors", characteristic.descriptors, error))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    happened(
      "value \(code(error) ?? characteristic.value?.words ?? "none")", .value(characteristic))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    happened("wrote \(code(error) ?? "well")")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    happened("notifying \(code(error) ?? "\(characteristic.isNotifying)")")
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
    happened("ready to write")
  }

  func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    happened(
      "channel \(code(error) ?? "\(channel!.psm)")", channel.map { .channel($0) } ?? .other)
  }

  private func words(_ what: String, _ found: [CBAttribute]?, _ error: (any Error)?) -> String {
    let list = code(error).map { [$0] } ?? (found ?? []).map(\.uuid.uuidString)
    return ([what] + list).joined(separator: " ")
  }
}

extension CBPeripheral {
  /// The name, the state, and the numbers of services and of subscriptions.
  fileprivate var words: String {
    let state =
      switch state {
      case .connected: "connected"
      case .connecting: "pending"
      default: "ended"
      }
    let characteristics = (services ?? []).flatMap { $0.characteristics ?? [] }
    return
      "\(name ?? "?"):\(state):\(services?.count ?? 0):\(characteristics.count(where: \.isNotifying))"
  }
}
