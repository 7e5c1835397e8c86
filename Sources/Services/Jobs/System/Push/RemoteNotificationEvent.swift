import YobanSimulatedDevices

extension TraceEvent {
  /// An event of push notifications to an app.
  public enum RemoteNotificationEvent: TracePayload {
    case registered
    case unregistered
    /// The notification arrived on the device.
    case received(priority: Int)
    /// The notification is shown to the user.
    case shown
    /// The notification waits, for a reason.
    case held(String)
    /// The app will not receive the notification, for a reason.
    case dropped(String)
    /// The app called the completion handler.
    case answered(FetchResult)
  }
}

extension TraceEvent.Kind {
  public static func remoteNotification(_ event: TraceEvent.RemoteNotificationEvent) -> Self {
    Self(event)
  }
  public var remoteNotification: TraceEvent.RemoteNotificationEvent? {
    payload as? TraceEvent.RemoteNotificationEvent
  }
}

extension TraceEvent.RemoteNotificationEvent {
  public static var service: String { "remote-notification" }

  public var name: String {
    switch self {
    case .registered: "registered"
    case .unregistered: "unregistered"
    case .received: "received"
    case .shown: "shown"
    case .held: "held"
    case .dropped: "dropped"
    case .answered: "answered"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .registered, .unregistered, .shown: []
    case .received(let priority): [("priority", "\(priority)")]
    case .held(let why), .dropped(let why): [("why", why)]
    case .answered(let result): [("result", result.rawValue)]
    }
  }

  public var words: String {
    switch self {
    case .registered: "registered for pushes"
    case .unregistered: "unregistered from pushes"
    case .received(let priority): "a push of priority \(priority) arrived"
    case .shown: "the push is shown"
    case .held(let why): "the push waits: \(why)"
    case .dropped(let why): "a push was dropped: \(why)"
    case .answered(let result): "answered the push: \(result.rawValue)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .registered, .unregistered, .received, .shown, .held, .answered: .green
    case .dropped: .red
    }
  }
}
