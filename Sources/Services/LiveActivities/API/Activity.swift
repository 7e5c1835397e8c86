internal import YobanSimulatedApple

/// A Live Activity of the app.
///
/// The system keeps it, so it outlives the process: a later launch finds it in `activities` (LA8). Use it on one
/// thread or task at a time.
public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
  public typealias ContentState = Attributes.ContentState
  public typealias ID = String

  let client: ActivityClient
  let activity: LiveActivity
  /// The newest content that could be decoded, and the values that it comes from.
  private var decoded: (values: LiveActivityValues, content: ActivityContent<ContentState>)

  final public let id: String
  final public let attributes: Attributes

  init(
    _ activity: LiveActivity, _ attributes: Attributes, _ content: ActivityContent<ContentState>,
    _ client: ActivityClient
  ) {
    self.activity = activity
    self.client = client
    self.attributes = attributes
    id = activity.id
    decoded = (activity.values, content)
  }

  // MARK: Start

  /// Starts a Live Activity, while the app is in the foreground (LA1).
  ///
  /// - Throws: `ActivityAuthorizationError`, or an error of the domain `com.apple.ActivityKit.ActivityInput` if the app
  ///   asks for a push token without the entitlement; then there is no activity.
  @available(*, deprecated, message: "Use request(attributes:content:pushType:) instead")
  public static func request(
    attributes: Attributes, contentState: ContentState, pushType: PushType? = nil
  ) throws -> Activity<Attributes> {
    SystemAPI.activity.reportIfTooNew()
    return try start(
      attributes, ActivityContent(state: contentState, staleDate: nil), pushType, .standard, nil)
  }

  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil
  ) throws -> Activity<Attributes> {
    SystemAPI.activityContent.reportIfTooNew()
    return try start(attributes, content, pushType, .standard, nil)
  }

  /// As above; with `transient`, the activity ends when the user leaves the app (iOS 18).
  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
    style: ActivityStyle
  ) throws -> Activity<Attributes> {
    SystemAPI.activityStyle.reportIfTooNew()
    return try start(attributes, content, pushType, style, nil)
  }

  /// Schedules a Live Activity, which the system starts at the date, also while the app does not run (iOS 26, LA9).
  public static func request(
    attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
    style: ActivityStyle, alertConfiguration: AlertConfiguration, start: Date
  ) throws -> Activity<Attributes> {
    SystemAPI.activityStart.reportIfTooNew()
    return try self.start(attributes, content, pushType, style, start)
  }

  private static func start(
    _ attributes: Attributes, _ content: ActivityContent<ContentState>, _ pushType: PushType?,
    _ style: ActivityStyle, _ start: Date?
  ) throws -> Activity<Attributes> {
    let client = ActivityClient.current
    if case .channel = pushType?.kind { SystemAPI.pushChannel.reportIfTooNew() }
    var request = LiveActivityRequest(
      attributesType: "\(Attributes.self)", attributes: try JSONEncoder.sorted.encode(attributes),
      content: try content.values, pushes: pushType?.plain ?? .none)
    request.isTransient = style == .transient
    request.start = start
    let activity = try client.system("request") { service in
      do throws(LiveActivityRefusal) {
        return try service.request(request, for: client.system.process)
      } catch {
        throw ActivityAuthorizationError.error(for: error)
      }
    }
    guard let activity else { throw ActivityAuthorizationError.missingProcessIdentifier }
    return client.remember(Activity(activity, attributes, content, client))
  }

  // MARK: State

  /// The activities of the app with these attributes: scheduled, shown and ended ones, from every launch.
  public static var activities: [Activity<Attributes>] {
    ActivityClient.current.activities(Attributes.self)
  }

  public var activityState: ActivityState { ActivityState(activity.machine.state) }

  @available(*, deprecated, message: "Use `content` instead")
  public var contentState: ContentState { content.state }

  /// The content that the activity shows. A push whose state cannot be decoded changes nothing (LA6).
  public var content: ActivityContent<ContentState> {
    if decoded.values != activity.values, let content = decode(activity.values) {
      decoded = (activity.values, content)
    }
    return decoded.content
  }

  /// Decodes a content. If it cannot be decoded, returns nil and reports a finding.
  func decode(_ values: LiveActivityValues) -> ActivityContent<ContentState>? {
    do {
      return try ActivityContent(values)
    } catch {
      client.system.process.reportOnce(
        .undecodableContent(activity.name, "\(error)"), for: "undecodable \(id)")
      return nil
    }
  }

  /// The token for pushes that update the activity; nil until the app has it, and without `PushType.token`.
  public var pushToken: Data? {
    if activity.pushToken != nil { client.service.tokenWasReceived(activity) }
    return activity.pushToken
  }

  /// The token for pushes that start activities with these attributes (iOS 17.2); nil until the app has it.
  public static var pushToStartToken: Data? {
    SystemAPI.pushToStart.reportIfTooNew()
    let client = ActivityClient.current
    return client.service.startToken(of: client.system.process, for: "\(Attributes.self)")
  }

  // MARK: Update

  /// Changes what the activity shows. Ignored after its end, and with more than 4 KB (LA3).
  public nonisolated(nonsending) func update(_ content: ActivityContent<ContentState>) async {
    update(content, nil, nil)
  }

  public nonisolated(nonsending) func update(
    _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil
  ) async {
    update(content, alertConfiguration, nil)
  }

  /// As above; ignored if the timestamp is older than that of an earlier update (iOS 17.2).
  public nonisolated(nonsending) func update(
    _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil,
    timestamp: Date
  ) async {
    SystemAPI.activityTimestamp.reportIfTooNew()
    update(content, alertConfiguration, timestamp)
  }

  @available(*, deprecated, message: "Use update(_:) instead")
  public nonisolated(nonsending) func update(using contentState: ContentState) async {
    update(ActivityContent(state: contentState, staleDate: nil), nil, nil)
  }

  @available(*, deprecated, message: "Use update(_:alertConfiguration:) instead")
  public nonisolated(nonsending) func update(
    using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil
  ) async {
    update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration, nil)
  }

  private func update(
    _ content: ActivityContent<ContentState>, _ alert: AlertConfiguration?, _ timestamp: Date?
  ) {
    client.system("update") { service in
      do {
        service.update(
          activity, try content.values, timestamp: timestamp, isAlert: alert != nil,
          by: client.system.process)
      } catch {
        service.ignoreUnencodable(activity, error, by: client.system.process)
      }
    }
  }

  // MARK: End

  /// Ends the activity, with its last content. It stays on the Lock Screen as the policy says (LA5).
  public nonisolated(nonsending) func end(
    _ content: ActivityContent<ContentState>?,
    dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    end(content, dismissalPolicy, nil)
  }

  public nonisolated(nonsending) func end(
    _ content: ActivityContent<ContentState>?,
    dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
  ) async {
    SystemAPI.activityTimestamp.reportIfTooNew()
    end(content, dismissalPolicy, timestamp)
  }

  @available(*, deprecated, message: "Use end(content:dismissalPolicy:) instead")
  public nonisolated(nonsending) func end(
    using contentState: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    end(contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy, nil)
  }

  private func end(
    _ content: ActivityContent<ContentState>?, _ policy: ActivityUIDismissalPolicy,
    _ timestamp: Date?
  ) {
    client.system("end") { service in
      var values: LiveActivityValues?
      do { values = try content?.values } catch {
        service.ignoreUnencodable(activity, error, by: client.system.process)
      }
      service.end(
        activity, values, policy.plain, timestamp: timestamp, by: client.system.process)
    }
  }
}

extension ActivityContent {
  var values: LiveActivityValues {
    get throws {
      LiveActivityValues(
        state: try JSONEncoder.sorted.encode(state), staleDate: staleDate,
        relevanceScore: relevanceScore)
    }
  }

  init(_ values: LiveActivityValues) throws {
    self.init(
      state: try JSONDecoder().decode(State.self, from: values.state),
      staleDate: values.staleDate, relevanceScore: values.relevanceScore)
  }
}

extension JSONEncoder {
  /// One whose output is the same on every machine, because it reaches traces.
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension ActivityState {
  init(_ state: LiveActivityMachine.State) {
    switch state {
    case .pending: self = .pending
    case .active: self = .active
    case .stale: self = .stale
    case .ended: self = .ended
    case .dismissed: self = .dismissed
    }
  }
}

extension ActivityUIDismissalPolicy {
  var plain: LiveActivityDismissal {
    switch kind {
    case .byDefault: .byDefault
    case .immediate: .immediate
    case .after(let date): .after(date)
    }
  }
}

extension PushType {
  var plain: LiveActivityRequest.Pushes {
    switch kind {
    case .token: .token
    case .channel(let name): .channel(name)
    }
  }
}
