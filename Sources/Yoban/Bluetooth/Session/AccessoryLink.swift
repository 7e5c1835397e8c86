import CoreBluetooth
import Foundation

/// The attributes of one accessory: discovers them, and carries requests and values.
///
/// Lives as long as its session and holds the `CBPeripheral`, which must not be released while a
/// connect is pending (BT7). Isolated to the main actor, because the session's central uses the
/// main queue.
@MainActor
final class AccessoryLink: NSObject {
  /// An event that the link delivers to its session.
  enum LinkEvent {
    case discovered
    case discoveryFailed(BluetoothFailure)
    case servicesChanged
    case event(BluetoothEvent)
  }

  typealias Waiting = CheckedContinuation<Result<Data, BluetoothRequestError>, Never>

  /// Receives the events, in their order.
  var onEvent: (@MainActor (LinkEvent) -> Void)?
  private(set) var peripheral: CBPeripheral?
  /// The number of well-formed values received.
  private(set) var valueCount = 0
  /// The number of malformed values received.
  private(set) var malformedCount = 0
  private(set) var requests: RequestMachine
  private var discovery: DiscoveryMachine
  private let profile: AccessoryProfile
  private let profiles: [AttributePath: CharacteristicProfile]
  private let clock: SessionClock
  private let timer: DeadlineTimer
  private var characteristics: [AttributePath: CBCharacteristic] = [:]
  private var paths: [ObjectIdentifier: AttributePath] = [:]
  private var waiting: [RequestMachine.Number: Waiting] = [:]
  private var lastNumber = 0
  /// Whether the peripheral's discovered services may be out of date.
  private var servicesAreOld = false

  init(_ profile: AccessoryProfile, requestTimeout: Duration, clock: SessionClock) {
    self.profile = profile
    self.clock = clock
    profiles = Dictionary(uniqueKeysWithValues: profile.characteristics.map { ($0.path, $0) })
    discovery = DiscoveryMachine(profile.services)
    requests = RequestMachine(timeout: requestTimeout.nanoseconds)
    timer = DeadlineTimer(clock)
    super.init()
  }

  // MARK: The accessory

  /// Uses this accessory from now on and releases the previous one.
  func attach(_ peripheral: CBPeripheral) {
    guard self.peripheral !== peripheral else { return }
    detach()
    self.peripheral = peripheral
    peripheral.delegate = self
  }

  /// Releases the accessory, which cancels its pending requests (BT7).
  func detach() {
    ended()
    peripheral?.delegate = nil
    peripheral = nil
  }

  /// The connection ended: its attributes become invalid (BT20), and waiting requests fail.
  func ended() {
    discovery.reset()
    servicesAreOld = false
    characteristics = [:]
    paths = [:]
    timer.cancel()
    perform(requests.linkEnded())
  }

  /// Discovers and subscribes to the attributes of the profile.
  func discover() {
    characteristics = [:]
    paths = [:]
    let isKnown = peripheral?.services != nil && !servicesAreOld
    servicesAreOld = false
    perform(discovery.begin(known: isKnown ? knownServices() : nil))
  }

  // MARK: Requests

  /// Returns whether the characteristic was discovered on the accessory.
  func has(_ path: AttributePath) -> Bool { characteristics[path] != nil }

  func read(_ path: AttributePath) async -> Result<Data, BluetoothRequestError> {
    await request { [clock] requests, number in requests.read(path, number, now: clock.now) }
  }

  func write(
    _ bytes: Data, to path: AttributePath, _ type: CBCharacteristicWriteType
  ) async -> Result<Data, BluetoothRequestError> {
    guard let peripheral else { return .failure(.notReady) }
    let maximum = peripheral.maximumWriteValueLength(for: type)
    let canSend = peripheral.canSendWriteWithoutResponse
    return await request { [clock] requests, number in
      if type == .withResponse {
        requests.write(bytes, to: path, number, maximum: maximum, now: clock.now)
      } else {
        requests.writeWithoutResponse(
          bytes, to: path, number, maximum: maximum, canSend: canSend, now: clock.now)
      }
    }
  }

  private func request(
    _ begin: @MainActor (inout RequestMachine, RequestMachine.Number) -> [RequestMachine.Action]
  ) async -> Result<Data, BluetoothRequestError> {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
        waiting[number] = continuation
        perform(begin(&requests, number))
      }
    } onCancel: {
      Task { @MainActor in self.perform(self.requests.cancel(number)) }
    }
  }

  private func perform(_ actions: [RequestMachine.Action]) {
    var actions = actions
    while !actions.isEmpty {
      switch actions.removeFirst() {
      case .read(let path):
        if let characteristic = characteristics[path] { peripheral?.readValue(for: characteristic) }
      case .write(let path, let bytes):
        if let characteristic = characteristics[path] {
          peripheral?.writeValue(bytes, for: characteristic, type: .withResponse)
        }
      case .send(let path, let bytes):
        if let characteristic = characteristics[path] {
          peripheral?.writeValue(bytes, for: characteristic, type: .withoutResponse)
        }
        actions += requests.readyToSend(peripheral?.canSendWriteWithoutResponse ?? false)
      case .complete(let number, let result):
        waiting.removeValue(forKey: number)?.resume(returning: result)
      case .wake(let time):
        timer.set(at: time) { [weak self] in
          guard let self else { return }
          perform(requests.deadlinePassed(now: clock.now))
        }
      }
    }
  }

  // MARK: Discovery

  private func perform(_ actions: [DiscoveryMachine.Action]) {
    for action in actions {
      switch action {
      case .discoverServices(let identifiers):
        peripheral?.discoverServices(identifiers.map { CBUUID($0) })
      case .discoverCharacteristics(let identifiers, let service):
        guard let service = self.service(service) else { continue }
        peripheral?.discoverCharacteristics(identifiers.map { CBUUID($0) }, for: service)
      case .subscribe(let path):
        guard let characteristic = characteristics[path] else { continue }
        peripheral?.setNotifyValue(true, for: characteristic)
      case .report(let problem):
        onEvent?(.event(.problem(problem)))
      case .finish:
        onEvent?(.discovered)
        readInitialValues()
      case .fail(let failure):
        onEvent?(.discoveryFailed(failure))
      }
    }
  }

  private func readInitialValues() {
    for characteristic in profile.characteristics
    where characteristic.uses.contains(.readsWhenReady) && has(characteristic.path) {
      perform(requests.read(characteristic.path, nil, now: clock.now))
    }
  }

  private func service(_ identifier: AttributeIdentifier) -> CBService? {
    peripheral?.services?.first { AttributeIdentifier($0.uuid) == identifier }
  }

  /// Returns the services that the peripheral has discovered, in this launch or an earlier one
  /// (BT26).
  private func knownServices() -> [DiscoveryMachine.FoundService] {
    (peripheral?.services ?? []).map { service in
      let hasCharacteristics = service.characteristics != nil
      return DiscoveryMachine.FoundService(
        identifier: AttributeIdentifier(service.uuid),
        characteristics: hasCharacteristics ? known(of: service) : nil)
    }
  }

  private func known(of service: CBService) -> [DiscoveryMachine.FoundCharacteristic] {
    let identifier = AttributeIdentifier(service.uuid)
    return (service.characteristics ?? []).map { characteristic in
      let path = AttributePath(
        service: identifier, characteristic: AttributeIdentifier(characteristic.uuid))
      if characteristics[path] == nil {
        characteristics[path] = characteristic
        paths[ObjectIdentifier(characteristic)] = path
      }
      return DiscoveryMachine.FoundCharacteristic(
        identifier: path.characteristic,
        canNotify: !characteristic.properties.isDisjoint(with: [.notify, .indicate]),
        isNotifying: characteristic.isNotifying)
    }
  }
}

/// Called on the main queue, which the session's central uses.
extension AccessoryLink: @preconcurrency CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard peripheral === self.peripheral else { return }
    perform(discovery.servicesFound(knownServices(), error.map { BluetoothFailure($0) }))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    guard peripheral === self.peripheral else { return }
    perform(
      discovery.characteristicsFound(
        known(of: service), of: AttributeIdentifier(service.uuid),
        error.map { BluetoothFailure($0) }))
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let path = paths[ObjectIdentifier(characteristic)] else { return }
    perform(discovery.subscribed(path, error.map { BluetoothFailure($0) }))
  }

  /// Handles the response to a read, or a notification (BT20).
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let path = paths[ObjectIdentifier(characteristic)] else { return }
    if let error {
      return perform(requests.valueCame(path, .failure(.refused(BluetoothFailure(error)))))
    }
    let bytes = characteristic.value ?? Data()
    perform(requests.valueCame(path, .success(bytes)))
    guard let profile = profiles[path] else { return }
    do throws(CharacteristicValueError) {
      let decoded = try profile.decode(bytes)
      valueCount += 1
      let value = ReceivedValue(
        path: path, bytes: bytes, uptime: ProcessInfo.processInfo.systemUptime, decoded: decoded)
      onEvent?(.event(.value(value)))
    } catch {
      malformedCount += 1
      onEvent?(.event(.problem(.malformedValue(path, error))))
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let path = paths[ObjectIdentifier(characteristic)] else { return }
    perform(requests.wrote(path, error.map { BluetoothFailure($0) }))
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
    guard peripheral === self.peripheral else { return }
    perform(requests.readyToSend(peripheral.canSendWriteWithoutResponse))
  }

  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    guard peripheral === self.peripheral else { return }
    servicesAreOld = true
    onEvent?(.servicesChanged)
  }
}
