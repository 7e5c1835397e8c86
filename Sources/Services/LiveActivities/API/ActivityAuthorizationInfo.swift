internal import YobanSimulatedApple

/// The user's settings for the Live Activities of the app (LA6, LA8).
final public class ActivityAuthorizationInfo {
  private let client: ActivityClient

  public init() { client = ActivityClient.current }

  /// Whether the app can start Live Activities: the system has them, Info.plist says so, and the user has not switched
  /// them off.
  final public var areActivitiesEnabled: Bool { client.service.areEnabled(for: client.app) }

  /// Whether pushes may be frequent: Info.plist says so, and the user has not switched it off (iOS 16.2).
  final public var frequentPushesEnabled: Bool {
    client.service.areFrequentPushesEnabled(for: client.app)
  }

  /// The value of `areActivitiesEnabled`, and each change.
  final public var activityEnablementUpdates: ActivityEnablementUpdates {
    ActivityEnablementUpdates(client: client)
  }

  /// The value of `frequentPushesEnabled`, and each change (iOS 16.2).
  final public var frequentPushEnablementUpdates: FrequentPushEnablementUpdates {
    FrequentPushEnablementUpdates(client: client)
  }

  public struct ActivityEnablementUpdates: AsyncSequence {
    public typealias Element = Bool
    let client: ActivityClient

    public func makeAsyncIterator() -> Iterator {
      Iterator(elements: client.settings { $0.areEnabled(for: $1) })
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Bool
      let elements: ActivityElements<Bool>

      public mutating func next() async -> Bool? { await elements.next() }
    }
  }

  public struct FrequentPushEnablementUpdates: AsyncSequence {
    public typealias Element = Bool
    let client: ActivityClient

    public func makeAsyncIterator() -> Iterator {
      Iterator(elements: client.settings { $0.areFrequentPushesEnabled(for: $1) })
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Bool
      let elements: ActivityElements<Bool>

      public mutating func next() async -> Bool? { await elements.next() }
    }
  }
}

extension ActivityClient {
  /// The values of a setting, without those that repeat the last one.
  fileprivate func settings(
    _ read: @escaping (LiveActivityService, InstalledApp) -> Bool
  ) -> ActivityElements<Bool> {
    var last = read(service, app)
    return ActivityElements(self, first: [last]) { [service, app] event in
      guard case .settings = event, read(service, app) != last else { return nil }
      last.toggle()
      return last
    }
  }
}
