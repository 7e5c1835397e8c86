import YobanAppleSystem

// The functions of WidgetKit that older systems do not have.
extension SystemAPI {
  package static let widgetCenter = SystemAPI("WidgetCenter.shared", iOS: 14)
  package static let currentConfigurations = SystemAPI(
    "WidgetCenter.currentConfigurations()", iOS: 18)

  package static let widgets = [widgetCenter, currentConfigurations]
}
