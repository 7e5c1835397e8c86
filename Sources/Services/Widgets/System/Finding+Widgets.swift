import YobanJobs
import YobanSimulatedDevices

extension Finding {
  static func widgetPushesNotEntitled(forControls: Bool) -> Finding {
    Finding(
      .pushNotEntitled, rule: forControls ? .wi13 : .wi12,
      what:
        "A \(forControls ? "control" : "widget") has a push handler, but the extension has no entitlement aps-environment: the handler gets no token.",
      remedy:
        "Add the capability Push Notifications to the target of the widget extension in Xcode; in a test, pass entitlements to install(_:in:)."
    )
  }

  static func controlValueLate(_ kind: String, _ limit: Duration) -> Finding {
    Finding(
      .widgetLate, rule: .wi6,
      what:
        "The provider of the control \(kind) has not given a value within \(limit): the control keeps the old one, and the system may ask again after an hour.",
      remedy:
        "Return from currentValue() soon, or throw an error. Let the app store the value of the control, and read only that in the provider."
    )
  }

  static func widgetTimelineLate(_ name: String, _ limit: Duration) -> Finding {
    Finding(
      .widgetLate, rule: .wi6,
      what:
        "The provider of the widget \(name) has not given a timeline within \(limit): the widget keeps the old one, and the system may ask again after an hour.",
      remedy:
        "Call the completion of getTimeline in each case, also after an error. Let the app store what the widget shows, and read only that in the provider."
    )
  }

  static func widgetWithoutEntries(_ name: String) -> Finding {
    Finding(
      .widgetEmpty, rule: .wi1,
      what: "The timeline of the widget \(name) has no entries: it shows nothing.",
      remedy: "Give at least one entry, whose date is not later than now.")
  }

  static func widgetBudgetUsed(_ name: String, _ limit: Int) -> Finding {
    Finding(
      .widgetBudget, rule: .wi2,
      what:
        "The widget \(name) was reloaded \(limit) times in background within a day: the system withholds further reloads, without an error, until it allows one again.",
      remedy:
        "Give a timeline with entries for the hours to come, and reload it from background only if what it shows has changed."
    )
  }
}

extension Finding.Kind {
  /// The provider of a widget gave no timeline in time, or that of a control no value.
  public static let widgetLate = Self("widget.late")
  /// A timeline without entries.
  public static let widgetEmpty = Self("widget.empty")
  /// The reloads of a day are used up.
  public static let widgetBudget = Self("widget.budget")
}
