import YobanSimulatedRadio
import YobanVirtualTime

/// An event of a simulated world: its time, device, process and kind.
public struct TraceEvent: Sendable, Hashable {
  public var instant: VirtualInstant
  public var device: String
  /// The app and the number of its launch, such as `NightApp#2`; nil for the device itself.
  public var process: String?
  public var kind: Kind

  public init(instant: VirtualInstant, device: String, process: String?, kind: Kind) {
    self.instant = instant
    self.device = device
    self.process = process
    self.kind = kind
  }

  public enum Kind: Sendable, Hashable {
    /// The user did something with the device.
    case user(String)
    case launched(LaunchCause)
    case appState(AppState)
    /// A lifecycle callback of the app. Posted after the callback has returned.
    case callback(LifecycleCallback, seen: AppState)
    case terminated(TerminationReason)
    case backgroundTaskBegan(Int, name: String?)
    case backgroundTaskEnded(Int)
    case backgroundTaskExpired(Int)
    case location(LocationEvent)
    case audio(AudioEvent)
    /// The number of samples of a stream that the app received since the last such event. Posted
    /// about once a minute.
    case samples(stream: String, count: Int)
    case sensor(String, isOn: Bool)
    /// A request for health data, a wake for it, or samples that an app saved.
    case health(String)
    case transfer(TransferEvent)
    case scheduledTask(ScheduledTaskEvent)
    case remoteNotification(RemoteNotificationEvent)
    case notification(NotificationEvent)
    case network(String)
    case power(String)
    /// The screen was lit or went dark.
    case screen(isOn: Bool)
    case bluetooth(BluetoothEvent)
    /// Something happened to an accessory. `device` is then the accessory's name.
    case accessory(String)
    case watchLink(WatchLinkEvent)
    case watch(WatchEvent)
    case android(AndroidEvent)
    /// The number on the app's icon has changed; 0 for none.
    case badge(Int)
    /// A line that the app printed to standard output or standard error.
    case output(String)
    /// A message that the app wrote to the system's log.
    case logged(LogMessage)
    case finding(Finding)
  }

  /// A Bluetooth event. Peers have their names in the world.
  public enum BluetoothEvent: Sendable, Hashable {
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

  public enum TransferEvent: Sendable, Hashable {
    case created(task: Int, session: String, bytes: Int64)
    case began(task: Int, session: String)
    case finished(task: Int, session: String, status: Int)
    case failed(task: Int, session: String, error: String)
    case eventsDelivered(session: String)
  }
}

extension TraceEvent.Kind {
  /// The service that the event belongs to, its name, and its values, as every recorder writes
  /// them.
  public var parts: (service: String, name: String, fields: [(key: String, value: String)]) {
    switch self {
    case .user(let what): ("user", "did", [("what", what)])
    case .launched(let cause): ("app", "launched", [("cause", cause.description)])
    case .appState(let state): ("app", "state", [("state", state.rawValue)])
    case .callback(let callback, let seen):
      ("app", "callback", [("callback", callback.rawValue), ("state", seen.rawValue)])
    case .terminated(let reason): ("app", "terminated", [("reason", reason.description)])
    case .backgroundTaskBegan(let id, let name):
      ("background-task", "began", [("id", "\(id)")] + (name.map { [("name", $0)] } ?? []))
    case .backgroundTaskEnded(let id): ("background-task", "ended", [("id", "\(id)")])
    case .backgroundTaskExpired(let id): ("background-task", "expired", [("id", "\(id)")])
    case .location(let event): ("location", event.name, event.fields)
    case .audio(let event): ("audio", event.name, event.fields)
    case .samples(let stream, let count):
      ("motion", "samples", [("stream", stream), ("count", "\(count)")])
    case .sensor(let stream, let isOn):
      ("motion", isOn ? "started" : "stopped", [("stream", stream)])
    case .health(let what): ("health", "did", [("what", what)])
    case .transfer(let event): ("transfer", event.name, event.fields)
    case .scheduledTask(let event): ("scheduled-task", event.name, event.fields)
    case .remoteNotification(let event): ("remote-notification", event.name, event.fields)
    case .notification(let event): ("notification", event.name, event.fields)
    case .network(let what): ("network", "changed", [("to", what)])
    case .power(let what): ("power", "changed", [("to", what)])
    case .screen(let isOn): ("screen", isOn ? "lit" : "dark", [])
    case .bluetooth(let event): ("bluetooth", event.name, event.fields)
    case .accessory(let what): ("accessory", "changed", [("to", what)])
    case .watchLink(let event): ("watch-link", event.name, event.fields)
    case .watch(let event): ("watch", event.name, event.fields)
    case .android(let event): ("android", event.name, event.fields)
    case .badge(let number): ("app", "badge", [("number", "\(number)")])
    case .output(let line): ("output", "line", [("text", line)])
    case .logged(let message):
      (
        "log", message.level.rawValue,
        [
          ("subsystem", message.subsystem), ("category", message.category), ("text", message.text),
        ]
      )
    case .finding(let finding):
      (
        "finding", finding.name,
        [("rule", finding.rule), ("what", finding.what), ("remedy", finding.remedy)]
      )
    }
  }
}

extension TraceEvent.TransferEvent {
  fileprivate var name: String {
    switch self {
    case .created: "created"
    case .began: "began"
    case .finished: "finished"
    case .failed: "failed"
    case .eventsDelivered: "events-delivered"
    }
  }

  fileprivate var fields: [(key: String, value: String)] {
    switch self {
    case .created(let task, let session, let bytes):
      [("session", session), ("task", "\(task)"), ("bytes", "\(bytes)")]
    case .began(let task, let session): [("session", session), ("task", "\(task)")]
    case .finished(let task, let session, let status):
      [("session", session), ("task", "\(task)"), ("status", "\(status)")]
    case .failed(let task, let session, let error):
      [("session", session), ("task", "\(task)"), ("error", error)]
    case .eventsDelivered(let session): [("session", session)]
    }
  }
}

extension TraceEvent.BluetoothEvent {
  fileprivate var name: String {
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

  fileprivate var fields: [(key: String, value: String)] {
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
}
