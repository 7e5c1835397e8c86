import YobanSimulatedDevices

extension TraceEvent {
  /// An event of AccessorySetupKit. Accessories have the names that the user sees.
  public enum AccessorySetupEvent: TracePayload {
    /// The picker is on the screen.
    case picker(items: Int)
    /// The picker is gone.
    case dismissed
    /// A call of the app failed, with the name of the code of `ASError`.
    case failed(String, error: String)
    case added(String, how: String)
    case changed(String, what: String)
    case removed(String, by: String)
    /// The app is notified of an accessory that it may show in the picker.
    case discovered(String)
  }
}

extension TraceEvent.Kind {
  public static func accessorySetup(_ event: TraceEvent.AccessorySetupEvent) -> Self {
    Self(event)
  }
  public var accessorySetup: TraceEvent.AccessorySetupEvent? {
    payload as? TraceEvent.AccessorySetupEvent
  }
}

extension TraceEvent.AccessorySetupEvent {
  public static var service: String { "accessory-setup" }

  public var name: String {
    switch self {
    case .picker: "picker"
    case .dismissed: "dismissed"
    case .failed: "failed"
    case .added: "added"
    case .changed: "changed"
    case .removed: "removed"
    case .discovered: "discovered"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .picker(let items): [("items", "\(items)")]
    case .dismissed: []
    case .failed(let call, let error): [("call", call), ("error", error)]
    case .added(let name, let how): [("accessory", name), ("how", how)]
    case .changed(let name, let what): [("accessory", name), ("what", what)]
    case .removed(let name, let source): [("accessory", name), ("by", source)]
    case .discovered(let name): [("accessory", name)]
    }
  }

  public var words: String {
    switch self {
    case .picker(let items): "accessory picker shown with \(items) item\(items == 1 ? "" : "s")"
    case .dismissed: "accessory picker dismissed"
    case .failed(let call, let error): "\(call) failed: \(error)"
    case .added(let name, let how): "accessory \(name) set up \(how)"
    case .changed(let name, let what): "accessory \(name) changed: \(what)"
    case .removed(let name, let source): "accessory \(name) removed by \(source)"
    case .discovered(let name): "accessory \(name) discovered for the picker"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .failed, .removed: .red
    case .picker, .dismissed, .added, .changed, .discovered: .green
    }
  }
}
