import Dispatch
import Foundation
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedRadio
import YobanSimulatedOS

/// An app's central manager, in place of Core Bluetooth's. Events are delivered on the main queue,
/// and each is printed.
final class Central: CentralEventReceiver, @unchecked SimulationConfined {
  typealias Reaction = @Sendable (Central, CentralEvent) -> Void

  /// The launch, which owns this object.
  unowned let launch: TestLaunch
  private(set) var client: CentralClient!
  private(set) var state = BluetoothState.unknown
  /// In the order in which they were discovered or restored.
  private(set) var peers: [PeerIdentifier] = []
  private var services: [PeerIdentifier: [GATTService]] = [:]
  private let react: Reaction

  /// Nil if creating it ended the process.
  @discardableResult
  init?(
    _ launch: TestLaunch, restore: String? = nil, showsPowerAlert: Bool = false,
    _ react: @escaping Reaction = { _, _ in }
  ) {
    self.launch = launch
    self.react = react
    let client = launch.device.bluetooth.openCentral(
      for: launch.process, restoreIdentifier: restore, showsPowerAlert: showsPowerAlert, self)
    guard let client else { return nil }
    self.client = client
    launch.kept.append(self)
  }

  /// The first manager of the launch whose code is running.
  static var current: Central { TestLaunch.current.kept.lazy.compactMap { $0 as? Central }.first! }

  func received(_ event: CentralEvent) {
    DispatchQueue.main.async { [self] in
      print(event.words)
      record(event)
      react(self, event)
    }
  }

  private func record(_ event: CentralEvent) {
    switch event {
    case .state(let new): state = new
    case .discovered(let peer, _, _, _): addPeer(peer)
    case .willRestore(let restored):
      for peer in restored.peers {
        addPeer(peer.identifier)
        services[peer.identifier] = peer.services
      }
    case .connected(let peer, _): addPeer(peer)
    case .disconnected(let peer, _, _, _): services[peer] = nil
    case .peer(let peer, .services(let found, nil)):
      services[peer] = found.map { service in
        services[peer]?.first { $0.handle == service.handle } ?? service
      }
    case .peer(let peer, .characteristics(let service, let found, nil)):
      if let i = services[peer]?.firstIndex(where: { $0.handle == service }) {
        services[peer]![i].characteristics = found
      }
    case .failedToConnect, .connectionEvent, .ancsAuthorization, .peer: break
    }
  }

  private func addPeer(_ peer: PeerIdentifier) { if !peers.contains(peer) { peers.append(peer) } }

  // MARK: Commands

  func scan(_ services: [BluetoothUUID]? = ["180D"], duplicates: Bool = false) {
    client.scan(ScanRequest(services: services, allowsDuplicates: duplicates))
  }

  func connect(_ peer: PeerIdentifier? = nil, _ change: (inout ConnectOptions) -> Void = { _ in }) {
    var options = ConnectOptions()
    change(&options)
    client.connect(peer ?? peers[0], options)
  }

  /// The handle of a characteristic that was discovered.
  func handle(_ uuid: BluetoothUUID, of peer: PeerIdentifier? = nil) -> AttributeHandle {
    services[peer ?? peers[0]]!.flatMap(\.characteristics).first { $0.uuid == uuid }!.handle
  }

  func read(_ uuid: BluetoothUUID) { client.read(handle(uuid), peers[0]) }
  func write(_ value: Data, _ uuid: BluetoothUUID) {
    client.write(value, to: handle(uuid), peers[0])
  }
  func send(_ value: Data, _ uuid: BluetoothUUID) {
    client.writeWithoutResponse(value, to: handle(uuid), peers[0])
  }
  func subscribe(_ uuid: BluetoothUUID, _ isOn: Bool = true) {
    client.setNotify(isOn, for: handle(uuid), peers[0])
  }

  // MARK: Reactions

  /// Scans for heart rate as soon as Bluetooth is on.
  static let scanner: Reaction = { central, event in
    if event == .state(.poweredOn) { central.scan() }
  }

  /// Scans, and connects to what it discovers.
  static let connector: Reaction = { central, event in
    scanner(central, event)
    if case .discovered(let peer, _, _, _) = event { central.connect(peer) }
  }

  /// Connects, and discovers everything.
  static let explorer: Reaction = { central, event in
    connector(central, event)
    switch event {
    case .connected(let peer, _): central.client.discoverServices(nil, of: peer)
    case .peer(let peer, .services(let services, nil)):
      for service in services {
        central.client.discoverCharacteristics(nil, of: service.handle, peer)
      }
    default: break
    }
  }

  /// Connects, and subscribes to everything that can notify.
  static let subscriber: Reaction = { central, event in
    explorer(central, event)
    if case .peer(let peer, .characteristics(_, let found, nil)) = event {
      for characteristic in found where characteristic.properties.canNotify {
        central.client.setNotify(true, for: characteristic.handle, peer)
      }
    }
  }
}

extension CentralEvent {
  /// A short text without values that differ from seed to seed.
  var words: String {
    switch self {
    case .state(let state): "state \(state)"
    case .willRestore(let restored):
      (["restore"] + restored.peers.map(\.words)
        + (restored.scan.map { ["scan"] + ($0.services ?? []).map(\.description) } ?? []))
        .joined(separator: " ")
    case .discovered(_, let name, _, _): "discovered \(name ?? "?")"
    case .connected(_, let name): "connected \(name ?? "?")"
    case .failedToConnect(_, let error): "failed \(error.code)"
    case .disconnected(_, let error, _, let isReconnecting):
      "disconnected \(error?.code ?? "nil")\(isReconnecting ? " reconnecting" : "")"
    case .connectionEvent(_, _, let isConnected): "connection event \(isConnected)"
    case .ancsAuthorization(_, let isAuthorized): "ancs \(isAuthorized)"
    case .peer(_, let event): event.words
    }
  }
}

extension RestoredCentral.Peer {
  fileprivate var words: String {
    "\(name ?? "?"):\(state):\(services.count):\(notifying.count)"
  }
}

extension BluetoothError {
  /// `C6` for a code of Core Bluetooth, `A5` for one of the Attribute Protocol.
  var code: String {
    switch self {
    case .core(let code): "C\(code.rawValue)"
    case .attribute(let code): "A\(code.rawValue)"
    }
  }
}

extension PeerEvent {
  fileprivate var words: String {
    switch self {
    case .name(let name): "name \(name ?? "?")"
    case .rssi(let value, _): "rssi \(value == 127 ? "none" : "some")"
    case .services(let found, let error): list("services", found.map(\.uuid), error)
    case .servicesModified(let handles): "modified \(handles.count)"
    case .includedServices(_, let found, let error): list("included", found.map(\.uuid), error)
    case .characteristics(_, let found, let error):
      list("characteristics", found.map(\.uuid), error)
    case .descriptors(_, let found, let error): list("descriptors", found.map(\.uuid), error)
    case .value(_, let value, let error), .descriptorValue(_, let value, let error):
      "value \(error?.code ?? value.map(\.words) ?? "none")"
    case .wrote(_, let error), .wroteDescriptor(_, let error): "wrote \(error?.code ?? "well")"
    case .notifying(_, let isOn, let error): "notifying \(error?.code ?? "\(isOn)")"
    case .readyToWriteWithoutResponse: "ready to write"
    case .channel(let channel, let error): "channel \(error?.code ?? "\(channel!.psm)")"
    }
  }

  private func list(_ what: String, _ found: [BluetoothUUID], _ error: BluetoothError?) -> String {
    ([what] + (error.map { [$0.code] } ?? found.map(\.description))).joined(separator: " ")
  }
}

extension Data {
  /// Up to four bytes in hexadecimal digits, otherwise their number.
  var words: String {
    guard count <= 4 else { return "\(count) bytes" }
    return map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
