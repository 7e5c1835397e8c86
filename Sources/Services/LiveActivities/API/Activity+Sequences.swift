internal import YobanSimulatedApple

// All but `activityUpdates` begin with the present value, if there is one, and go on with each change.
extension Activity {
  /// The activities of the app with these attributes that are started from now on, by the app or by a push. Those that
  /// exist already are in `activities` (LA6).
  public static var activityUpdates: ActivityUpdates { ActivityUpdates() }

  public var activityStateUpdates: ActivityStateUpdates { ActivityStateUpdates(activity: self) }

  @available(*, deprecated, message: "Use contentUpdates instead")
  public var contentStateUpdates: ContentStateUpdates { ContentStateUpdates(activity: self) }

  /// Each change of the content, by the app or by a push.
  public var contentUpdates: ContentUpdates { ContentUpdates(activity: self) }

  /// The tokens for pushes that update the activity (LA6).
  public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates(.update(self)) }

  /// The tokens for pushes that start activities with these attributes (iOS 17.2, LA7).
  public static var pushToStartTokenUpdates: PushTokenUpdates {
    SystemAPI.pushToStart.reportIfTooNew()
    return PushTokenUpdates(.start(ActivityClient.current))
  }

  public struct ActivityUpdates: AsyncSequence {
    public typealias Element = Activity<Attributes>
    private let client = ActivityClient.current

    public func makeAsyncIterator() -> Iterator {
      let name = "\(Attributes.self)"
      // A push has started them, and launched the app for them.
      var given = client.service.activities(of: client.app, name).filter(\.isNews).map(\.id)
      return Iterator(
        client: client,
        elements: ActivityElements(client, first: given) { event in
          guard case .started(let activity) = event, activity.attributesType == name,
            !given.contains(activity.id)
          else { return nil }
          given.append(activity.id)
          return activity.id
        })
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Activity<Attributes>
      let client: ActivityClient
      let elements: ActivityElements<String>

      /// Returns nil only if the calling task was canceled.
      public nonisolated(nonsending) func next() async -> Activity<Attributes>? {
        while let id = await elements.next() {
          if let found = client.activities(Attributes.self).first(where: { $0.id == id }) {
            return found
          }
        }
        return nil
      }
    }
  }

  public struct ActivityStateUpdates: AsyncSequence {
    public typealias Element = ActivityState
    let activity: Activity<Attributes>

    public func makeAsyncIterator() -> Iterator {
      let live = activity.activity
      return Iterator(
        elements: ActivityElements(
          activity.client, first: [activity.activityState], isLast: { $0 == .dismissed }
        ) { event in
          guard case .state(let changed, let state) = event, changed === live else { return nil }
          return ActivityState(state)
        })
    }

    public struct Iterator: AsyncIteratorProtocol, Sendable {
      public typealias Element = ActivityState
      let elements: ActivityElements<ActivityState>

      /// Returns nil after `dismissed`, and if the calling task was canceled.
      public func next() async -> ActivityState? { await elements.next() }
    }
  }

  @available(*, deprecated, message: "Use `ContentUpdates` instead")
  public struct ContentStateUpdates: AsyncSequence {
    public typealias Element = ContentState
    let activity: Activity<Attributes>

    public func makeAsyncIterator() -> Iterator {
      Iterator(updates: ContentUpdates(activity: activity).makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = ContentState
      let updates: ContentUpdates.Iterator

      public nonisolated(nonsending) func next() async -> ContentState? {
        await updates.next()?.state
      }
    }
  }

  public struct ContentUpdates: AsyncSequence {
    public typealias Element = ActivityContent<ContentState>
    let activity: Activity<Attributes>

    public func makeAsyncIterator() -> Iterator {
      let live = activity.activity
      return Iterator(
        activity: activity,
        elements: ActivityElements(activity.client, first: [live.values]) { event in
          guard case .content(let changed, let values) = event, changed === live else {
            return nil
          }
          return values
        })
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = ActivityContent<ContentState>
      let activity: Activity<Attributes>
      let elements: ActivityElements<LiveActivityValues>

      /// Returns the next content that can be decoded; nil only if the calling task was canceled.
      public nonisolated(nonsending) func next() async -> ActivityContent<ContentState>? {
        while let values = await elements.next() {
          if let content = activity.decode(values) { return content }
        }
        return nil
      }
    }
  }

  public struct PushTokenUpdates: AsyncSequence {
    public typealias Element = Data

    enum Kind {
      case update(Activity<Attributes>)
      case start(ActivityClient)
    }

    private let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    public func makeAsyncIterator() -> Iterator {
      switch kind {
      case .update(let activity): Iterator(elements: Self.tokens(of: activity))
      case .start(let client): Iterator(elements: Self.startTokens(client))
      }
    }

    private static func tokens(of activity: Activity<Attributes>) -> ActivityElements<Data> {
      let (live, service) = (activity.activity, activity.client.service)
      if live.pushToken != nil { service.tokenWasReceived(live) }
      return ActivityElements(activity.client, first: live.pushToken.map { [$0] } ?? []) { event in
        guard case .token(let changed) = event, changed === live else { return nil }
        service.tokenWasReceived(live)
        return changed.pushToken
      }
    }

    private static func startTokens(_ client: ActivityClient) -> ActivityElements<Data> {
      let (name, service, process) = ("\(Attributes.self)", client.service, client.system.process)
      let first = service.startToken(of: process, for: name)
      return ActivityElements(client, first: first.map { [$0] } ?? []) { event in
        guard case .startToken(name) = event else { return nil }
        return service.startToken(of: process, for: name)
      }
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Data
      let elements: ActivityElements<Data>

      /// Returns nil only if the calling task was canceled.
      public func next() async -> Data? { await elements.next() }
    }
  }
}
