import Foundation

/// The callbacks from the system to the widgets in the process of their extension, on the process's main queue.
package protocol WidgetEventReceiver: AnyObject {
  /// Asks the provider of a kind for a timeline, or for the value of a control. The completion can be called on any
  /// thread of the process.
  ///
  /// - Returns: false if the extension has no widget of the kind. One that does not support the family is asked,
  ///   too, and a mistake of the test is reported.
  func makeTimeline(
    for widget: PlacedWidget, completion: @escaping @Sendable (WidgetTimeline) -> Void
  ) -> Bool
  /// Calls the handler of `onBackgroundURLSessionEvents` of the first widget that has one for the session.
  ///
  /// - Returns: false if there is none.
  func backgroundSessionEvents(_ identifier: String, completion: @escaping () -> Void) -> Bool

  /// Whether the configuration of the widget, or of the control, has a push handler (WI12, WI13).
  func hasPushHandler(_ widget: PlacedWidget) -> Bool
  /// Calls the push handlers of the extension's widgets with the widgets of the app that support pushes (WI12).
  func pushTokenChanged(_ token: Data, _ widgets: [PlacedWidget])
  /// Calls the push handlers of the extension's controls, each with the controls that have it, among these (WI13).
  func pushTokensChanged(_ controls: [PlacedControl])
}

/// A timeline that a provider has given to the system.
///
/// Sendable: its entries are values that the extension has given away.
package struct WidgetTimeline: @unchecked Sendable {
  package enum Policy: Hashable, Sendable {
    case atEnd, never
    case after(Date)
  }

  /// An entry with its date, and the texts of its view.
  package struct Entry {
    package let date: Date
    package let value: Any
    package let texts: [String]

    package init(date: Date, value: Any, texts: [String]) {
      (self.date, self.value, self.texts) = (date, value, texts)
    }
  }

  package let entries: [Entry]
  package let policy: Policy
  /// The error that the provider of a control has thrown, in words; nil for a timeline.
  package let failure: String?

  package init(entries: [Entry], policy: Policy) {
    (self.entries, self.policy, failure) = (entries, policy, nil)
  }

  package init(failure: String) { (entries, policy, self.failure) = ([], .never, failure) }
}
