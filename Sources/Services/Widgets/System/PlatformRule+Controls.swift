import YobanPlatformProfiles

extension PlatformRule {
  public static let wi10 = PlatformRule(
    "WI10", .widgets, .documented, versions: "iOS 18 and later, watchOS 26 and later",
    "A control shows the value that its provider gives when it is added, after its intent has ended, and when the app asks for it with ControlCenter.",
    sources: [.updatingControls, .controlCenter],
    details: [
      .init(
        .documented,
        "The value provider and the template are parts of the widget extension. A push of its own type reloads a control, too.",
        [.updatingControls]),
      .init(
        .documented,
        "A toggle performs its SetValueIntent with the new value. A button performs its intent; one with an OpenIntent opens the app.",
        [.controlToggle, .controlButton]),
      .init(
        .reported,
        "A provider that throws an error tells the system that the control has to be loaded again; so Apple says in a session (WWDC24, 10157).",
        [
          .page(
            "AppIntentControlValueProvider and errors", by: "yosshi4486",
            at: "https://zenn.dev/yosshi4486/articles/edf9eb11edc8fe")
        ]),
      .init(
        .reported,
        "A watch also shows the controls of the iPhone's apps, and performs their actions on the iPhone.",
        [
          .page(
            "watchOS 26 custom controls", by: "Gotechtor",
            at: "https://www.gotechtor.com/watchos-26-custom-controls-wwdc-2025/")
        ]),
      .init(
        .assumed,
        "Reloads of controls have no budget, and an intent runs in the process that it would have in a widget (WI8), on a locked device, too, if its authenticationPolicy is alwaysAllowed."
      ),
    ],
    simulated:
      "As stated. After an error the control keeps its old value, and its provider is asked again after an hour, as that of a widget (WI6).",
    difference:
      "There are no pushes for controls, and a watch has the controls of its own apps only.")

  public static let wi11 = PlatformRule(
    "WI11", .widgets, .documented, versions: "watchOS 9 and later",
    "A watch app has complications of WidgetKit on the watch face, with timelines as the widgets of an iPhone; from watchOS 10 on they are in the Smart Stack, too.",
    sources: [
      .page(
        "Migrating ClockKit complications to WidgetKit", by: "Apple",
        at: "https://developer.apple.com/documentation/widgetkit/converting-a-clockkit-app"),
      .page(
        "Creating accessory widgets and watch complications", by: "Apple",
        at:
          "https://developer.apple.com/documentation/widgetkit/creating-accessory-widgets-and-watch-complications"
      ),
    ],
    details: [
      .init(
        .documented,
        "The extension belongs to the watch app and runs on the watch. An engineer at Apple confirms that reloads of the Smart Stack follow the budget of WI2.",
        [
          .page(
            "forum thread 807219", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/807219")
        ]),
      .init(
        .reported,
        "A widget on the watch face can update its timeline about once in 15 minutes.",
        [
          .page(
            "forum thread 788713", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/788713")
        ]),
    ],
    simulated: "As on an iPhone, with the same budget (WI2).",
    difference:
      "The Smart Stack has no order, and whether a widget is on the active watch face makes no difference to its reloads."
  )
}

extension RuleSource {
  fileprivate static let updatingControls = page(
    "Updating controls locally and remotely", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/updating-controls-locally-and-remotely")
  fileprivate static let controlCenter = page(
    "ControlCenter", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/controlcenter")
  fileprivate static let controlToggle = page(
    "ControlWidgetToggle", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/controlwidgettoggle")
  fileprivate static let controlButton = page(
    "ControlWidgetButton", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/controlwidgetbutton")
}
