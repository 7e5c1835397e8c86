import ActivityKit
import UIKit
import YobanTesting

/// The Live Activity of an app that records.
struct RecordingAttributes: ActivityAttributes {
  struct ContentState: Codable, Hashable {
    var samples: Int
    var note: String?
  }

  var name: String
}

typealias Recording = Activity<RecordingAttributes>

/// The code of an app with a Live Activity; each line that it prints is compared by a test.
@MainActor enum RecordingApp {
  nonisolated static func app(
    plist: [String: Any] = [:], entitlements: Entitlements = ["aps-environment"],
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = AppFixture { _ in launched() }
    app.plist = InfoPlist(plist.merging(["NSSupportsLiveActivities": true]) { given, _ in given })
    app.entitlements = entitlements
    return app
  }

  static func content(
    _ samples: Int, staleAfter seconds: Double? = nil, note: String? = nil
  ) -> ActivityContent<RecordingAttributes.ContentState> {
    ActivityContent(
      state: .init(samples: samples, note: note),
      staleDate: seconds.map { Date(timeIntervalSinceNow: $0) })
  }

  @discardableResult
  static func start(
    _ name: String = "night", pushType: PushType? = nil, style: ActivityStyle = .standard,
    staleAfter seconds: Double? = nil, after start: Double? = nil
  ) -> Recording? {
    do {
      if let start {
        return try Recording.request(
          attributes: RecordingAttributes(name: name), content: content(0), style: style,
          alertConfiguration: AlertConfiguration(
            title: "Night", body: "It begins", sound: .default),
          start: Date(timeIntervalSinceNow: start))
      }
      return try Recording.request(
        attributes: RecordingAttributes(name: name), content: content(0, staleAfter: seconds),
        pushType: pushType, style: style)
    } catch {
      print("refused \(error)")
      return nil
    }
  }

  static func update(_ samples: Int, note: String? = nil) {
    Task {
      for activity in Recording.activities { await activity.update(content(samples, note: note)) }
    }
  }

  static func end(
    _ samples: Int? = nil, _ policy: ActivityUIDismissalPolicy = .default
  ) {
    Task {
      for activity in Recording.activities {
        await activity.end(samples.map { content($0) }, dismissalPolicy: policy)
      }
    }
  }

  /// Prints the states and the contents of all activities, and the tokens' sizes.
  static func observe() {
    Task {
      for await activity in Recording.activityUpdates {
        print("activity \(activity.attributes.name)")
        Task { for await state in activity.activityStateUpdates { print("state \(state)") } }
        Task {
          for await content in activity.contentUpdates { print("samples \(content.state.samples)") }
        }
        Task { for await token in activity.pushTokenUpdates { print("token \(token.count)") } }
      }
    }
  }
}

/// Waits, in seconds.
func sleep(_ seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }
