import YobanAppleSystem

// The functions of WidgetKit that older systems do not have.
extension SystemAPI {
  package static let widgetCenter = SystemAPI("WidgetCenter.shared", iOS: 14, watchOS: 9)
  package static let currentConfigurations = SystemAPI(
    "WidgetCenter.currentConfigurations()", iOS: 18, watchOS: 11)
  package static let controlCenter = SystemAPI("ControlCenter.shared", iOS: 18, watchOS: 26)
  package static let currentPushInfo = SystemAPI(
    "WidgetCenter.currentPushInfo", iOS: 26, watchOS: 26)
  package static let widgetPushHandler = SystemAPI("WidgetPushHandler", iOS: 26, watchOS: 26)
  package static let controlPushHandler = SystemAPI("ControlPushHandler", iOS: 18, watchOS: 26)

  package static let widgets = [
    widgetCenter, currentConfigurations, controlCenter, currentPushInfo, widgetPushHandler,
    controlPushHandler,
  ]
}
