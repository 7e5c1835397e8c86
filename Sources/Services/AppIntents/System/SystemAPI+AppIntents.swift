import YobanAppleSystem

// The types of App Intents that older systems do not have. They are checked when the system performs the intent.
extension SystemAPI {
  package static let appIntent = SystemAPI("AppIntent.perform()", iOS: 16, watchOS: 9)
  package static let liveActivityIntent = SystemAPI("LiveActivityIntent", iOS: 17)
  package static let longRunningIntent = SystemAPI("LongRunningIntent", iOS: 27, watchOS: 27)
}
