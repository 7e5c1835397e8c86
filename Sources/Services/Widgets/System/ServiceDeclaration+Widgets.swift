import YobanPlatformProfiles
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// Widgets.
  package static let widgets = ServiceDeclaration(
    ServiceEntry(WidgetService.init),
    rules: .widgets,
    findings: [.widgetBudget, .widgetEmpty, .widgetLate],
    facts: [
      .iOS: { PlatformRow.section("Widgets", at: "widgets", WidgetPolicy.init) }
    ])
}
