import YobanSimulatedRadio

extension TraceEvent {
  /// A Bluetooth event. Peers have their names in the world.
  public enum BluetoothEvent: TracePayload {
    case power(BluetoothState)
    case authorization(String)
    /// The text lists the services of the scan, separated by spaces; it is empty for all.
    case scanStarted(String)
    case scanStopped
    case discovered(String, rssi: Int)
    case connecting(String)
    case connected(String)
    case connectFailed(String, String)
    /// The error is nil if the app requested the disconnection.
    case disconnected(String, String?)
    /// A request was answered: the peer, the request, and its error if it failed.
    case attribute(String, String, String?)
    case advertising(isOn: Bool)
    /// A manager of a new launch took over the session with this restore identifier.
    case restored(String)
    /// The system shows an alert to the user.
    case alert(String)
  }
}

extension TraceEvent.Kind {
  public static func bluetooth(_ event: TraceEvent.BluetoothEvent) -> Self { Self(event) }
  public var bluetooth: TraceEvent.BluetoothEvent? { payload as? TraceEvent.BluetoothEvent }
}

extension TraceEvent.BluetoothEvent {
  public static var service: String { "bluetooth" }

  public var name: String {
    switch self {
    case .power: "power"
    case .authorization: "authorization"
    case .scanStarted: "scan-started"
    case .scanStopped: "scan-stopped"
    case .discovered: "discovered"
    case .connecting: "connecting"
    case .connected: "connected"
    case .connectFailed: "connect-failed"
    case .disconnected: "disconnected"
    case .attribute: "attribute"
    case .advertising(let isOn): isOn ? "advertising-started" : "advertising-stopped"
    case .restored: "restored"
    case .alert: "alert"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .power(let state): [("state", "\(state)")]
    case .authorization(let status): [("status", status)]
    case .scanStarted(let services): [("services", services)]
    case .scanStopped, .advertising: []
    case .discovered(let peer, let rssi): [("peer", peer), ("rssi", "\(rssi)")]
    case .connecting(let peer), .connected(let peer): [("peer", peer)]
    case .connectFailed(let peer, let error): [("peer", peer), ("error", error)]
    case .disconnected(let peer, let error):
      [("peer", peer)] + (error.map { [("error", $0)] } ?? [])
    case .attribute(let peer, let what, let error):
      [("peer", peer), ("request", what)] + (error.map { [("error", $0)] } ?? [])
    case .restored(let identifier): [("identifier", identifier)]
    case .alert(let text): [("text", text)]
    }
  }

  public var words: String {
    switch self {
    case .power(let state): "Bluetooth: \(Self.words(of: state))"
    case .authorization(let status): "Bluetooth authorization: \(status)"
    case .scanStarted(let services):
      "started a scan for \(services.isEmpty ? "everything" : services)"
    case .scanStopped: "stopped the scan"
    case .discovered(let peer, let rssi): "discovered \(peer), \(rssi) dBm"
    case .connecting(let peer): "asked to connect to \(peer)"
    case .connected(let peer): "connected to \(peer)"
    case .connectFailed(let peer, let error): "could not connect to \(peer): \(error)"
    case .disconnected(let peer, let error):
      error.map { "lost the connection to \(peer): \($0)" } ?? "disconnected from \(peer)"
    case .attribute(let peer, let request, let error):
      "\(request) of \(peer)" + (error.map { " failed: \($0)" } ?? "")
    case .advertising(let isOn): isOn ? "started advertising" : "stopped advertising"
    case .restored(let identifier): "restored the manager \(identifier)"
    case .alert(let text): "the system shows: \(text)"
    }
  }

  private static func words(of state: BluetoothState) -> String {
    switch state {
    case .unknown: "unknown"
    case .resetting: "resetting"
    case .unsupported: "unsupported"
    case .unauthorized: "unauthorized"
    case .poweredOff: "off"
    case .poweredOn: "on"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .power: .magenta
    case .authorization, .scanStarted, .scanStopped, .discovered, .connecting, .connected,
      .advertising, .restored, .alert, .disconnected(_, nil):
      .green
    case .attribute(_, _, nil): .quiet
    case .connectFailed, .disconnected, .attribute: .red
    }
  }
}
