internal import YobanSimulatedAndroid

/// `android.app.Notification`. Foundation has a type of the same name. A file that imports both
/// must write `AndroidFramework.Notification`.
public final class Notification: Sendable {
  public let channel: String?
  public let title: String?
  public let text: String?

  init(_ channel: String?, _ title: String?, _ text: String?) {
    self.channel = channel
    self.title = title
    self.text = text
  }

  public func getChannelId() -> String? { channel }

  public final class Builder {
    private let channel: String?
    private var title: String?
    private var text: String?

    public init(_ context: Context, _ channelId: String) { channel = channelId }

    @discardableResult public func setContentTitle(_ title: String?) -> Builder {
      self.title = title
      return self
    }
    @discardableResult public func setContentText(_ text: String?) -> Builder {
      self.text = text
      return self
    }
    /// Accepts the number of a resource. Nothing is drawn.
    @discardableResult public func setSmallIcon(_ icon: Int32) -> Builder { self }
    @discardableResult public func setOngoing(_ ongoing: Bool) -> Builder { self }
    public func build() -> Notification { Notification(channel, title, text) }
  }
}

/// `android.app.NotificationChannel`.
public final class NotificationChannel: Sendable {
  private let id: String
  private let name: String
  private let importance: Int32

  public init(_ id: String, _ name: String, _ importance: Int32) {
    self.id = id
    self.name = name
    self.importance = importance
  }

  public func getId() -> String { id }
  public func getName() -> String { name }
  public func getImportance() -> Int32 { importance }
}

/// `android.app.NotificationManager`. Nothing is shown, but a foreground service needs a channel.
public final class NotificationManager {
  public static let IMPORTANCE_MIN: Int32 = 1
  public static let IMPORTANCE_LOW: Int32 = 2
  public static let IMPORTANCE_DEFAULT: Int32 = 3
  public static let IMPORTANCE_HIGH: Int32 = 4

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  public func createNotificationChannel(_ channel: NotificationChannel) {
    ActivityThread.current.channels[channel.getId()] = channel
  }
  public func getNotificationChannel(_ channelId: String) -> NotificationChannel? {
    ActivityThread.current.channels[channelId]
  }
  /// Returns whether the app may show notifications. From API level 33 on, this needs the
  /// permission POST_NOTIFICATIONS. A service also runs without it.
  public func areNotificationsEnabled() -> Bool {
    client.apiLevel < 33 || client.holds("POST_NOTIFICATIONS")
  }
}
