import YobanAppleSystem

// The functions and types of ActivityKit that older systems do not have.
extension SystemAPI {
  package static let activity = SystemAPI(
    "Activity.request(attributes:contentState:pushType:)", iOS: "16.1")
  package static let activityContent = SystemAPI(
    "Activity.request(attributes:content:pushType:)", iOS: "16.2")
  package static let pushToStart = SystemAPI("Activity.pushToStartTokenUpdates", iOS: "17.2")
  package static let activityTimestamp = SystemAPI(
    "Activity.update(_:alertConfiguration:timestamp:)", iOS: "17.2")
  package static let activityStyle = SystemAPI(
    "Activity.request(attributes:content:pushType:style:)", iOS: 18)
  package static let pushChannel = SystemAPI("PushType.channel(_:)", iOS: 18)
  package static let activityStart = SystemAPI(
    "Activity.request(attributes:content:pushType:style:alertConfiguration:start:)", iOS: 26)

  package static let liveActivities = [
    activity, activityContent, pushToStart, activityTimestamp, activityStyle, pushChannel,
    activityStart,
  ]
}
