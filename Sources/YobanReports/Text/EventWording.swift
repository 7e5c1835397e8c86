import YobanSimulatedOS

extension TraceEvent.Kind {
  /// The event in a few words, to be read after the name of the process or device.
  package var words: String {
    switch self {
    case .user(let what): what
    case .launched(let cause): "launched (\(cause))"
    case .appState(let state): "is \(state.rawValue)"
    case .callback(let callback, _): callback.rawValue
    case .terminated(let reason): "ended: \(reason)"
    case .backgroundTaskBegan(let id, let name):
      "began background task \(id)" + (name.map { " \($0)" } ?? "")
    case .backgroundTaskEnded(let id): "ended background task \(id)"
    case .backgroundTaskExpired(let id): "background task \(id) expired"
    case .location(let event): event.words
    case .audio(let event): event.words
    case .samples(let stream, let count): "received \(count) samples of \(stream)"
    case .sensor(let stream, let isOn): (isOn ? "started " : "stopped ") + stream
    case .health(let what): "health: \(what)"
    case .transfer(let event): event.words
    case .scheduledTask(let event): event.words
    case .remoteNotification(let event): event.words
    case .notification(let event): event.words
    case .network(let path): "network: \(path)"
    case .power(let what): "power: \(what)"
    case .screen(let isOn): "screen: \(isOn ? "on" : "off")"
    case .bluetooth(let event): event.words
    case .accessory(let what): what
    case .watchLink(let event): event.words
    case .watch(let event): event.words
    case .android(let event): event.words
    case .badge(let number): "badge \(number)"
    case .output(let line): line
    case .logged(let message): message.description
    case .finding(let finding): finding.description
    }
  }
}

extension TraceEvent.LocationEvent {
  fileprivate var words: String {
    switch self {
    case .authorization(let status): "location authorization: \(status)"
    case .started: "started location updates"
    case .stopped: "stopped location updates"
    case .paused: "location updates paused by the system"
    case .keepAliveEnded: "location updates no longer keep it running"
    case .authorizationStage(let stage): "location permission: \(stage)"
    case .monitoringStarted(let region): "started monitoring \(region)"
    case .monitoringStopped(let region): "stopped monitoring \(region)"
    case .monitoringFailed(let region, let error):
      "monitoring of \(region) failed: CLError \(error)"
    case .entered(let region): "entered \(region)"
    case .exited(let region): "left \(region)"
    case .determined(let region, let state): "is \(state) \(region)"
    case .condition(let condition, let state): "condition \(condition) is \(state)"
    case .rangingStarted(let beacons): "started ranging \(beacons)"
    case .rangingStopped(let beacons): "stopped ranging \(beacons)"
    case .significantChange: "significant change of location"
    case .visit(let what): "visit: \(what)"
    case .indicator(let isShown): "location indicator: \(isShown ? "shown" : "hidden")"
    case .woke(let what): "woken for \(what)"
    case .held(let what): "\(what) waits"
    }
  }
}

extension TraceEvent.TransferEvent {
  fileprivate var words: String {
    switch self {
    case .created(let task, let session, let bytes):
      "created transfer \(task) of \(session), \(bytes) bytes"
    case .began(let task, let session): "transfer \(task) of \(session) began"
    case .finished(let task, let session, let status):
      "transfer \(task) of \(session) finished: \(status)"
    case .failed(let task, let session, let error):
      "transfer \(task) of \(session) failed: \(error)"
    case .eventsDelivered(let session): "all events of \(session) were delivered"
    }
  }
}

extension TraceEvent.BluetoothEvent {
  fileprivate var words: String {
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
}
