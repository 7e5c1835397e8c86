import YobanPlatformProfiles

extension PlatformRule {
  public static let wi10 = PlatformRule(
    "WI10", .widgets, .documented, versions: "iOS 18 and later, watchOS 26 and later",
    "A control shows the value that its provider gives when it is added, after its intent has ended, and when the app asks for it with ControlCenter.",
    sources: [.creatingControls, .updatingControls],
    details: [
      .init(
        .documented,
        "The value provider, the template and what they need run in the process of the widget extension. A push of its own type reloads a control, too (WI13).",
        [.controlsSession, .updatingControls]),
      .init(
        .documented,
        "A toggle performs its SetValueIntent with the new value. A button performs its intent; one with an OpenIntent opens the app, if the intent is in the targets of both.",
        [.creatingControls]),
      .init(
        .documented,
        "A provider can throw an error if the value cannot be computed: the control needs to be loaded again at a later date.",
        [.controlsSession]),
      .init(
        .documented,
        "An intent runs on a locked device, too, if its authenticationPolicy is alwaysAllowed, which is the default; otherwise the system asks for authentication first.",
        [
          .page(
            "Adding refinements and configuration to controls", by: "Apple",
            at:
              "https://developer.apple.com/documentation/widgetkit/adding-refinements-and-configuration-to-controls"
          )
        ]),
      .init(
        .documented,
        "A watch also shows controls of a paired iPhone's apps and performs their actions on the iPhone, but none that open the iPhone app; if the watch app has controls, too, only those.",
        [
          .page(
            "What's new in watchOS 26 (WWDC25, 334)", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2025/334")
        ]),
      .init(
        .documented,
        "Apple speaks of system policies for controls, which the WidgetKit Developer Mode removes, without a number.",
        [.controlsSession]),
      .init(
        .assumed,
        "Reloads of controls have no budget, and an intent runs in the process that it would have in a widget (WI8)."
      ),
    ],
    simulated:
      "As stated. After an error the control keeps its old value, and its provider is asked again after an hour, as that of a widget (WI6, assumed). On a locked device a touch that needs authentication, or opens the app, fails with IntentNotFinished.",
    difference:
      "A watch has the controls of its own apps only. A device also asks for the value when the control comes into view."
  )

  public static let wi11 = PlatformRule(
    "WI11", .widgets, .documented, versions: "watchOS 9 and later",
    "A watch app has complications of WidgetKit on the watch face, with timelines as the widgets of an iPhone; from watchOS 10 on they are in the Smart Stack, too.",
    sources: [
      .convertingComplications,
      .page(
        "Developing a WidgetKit strategy", by: "Apple",
        at: "https://developer.apple.com/documentation/widgetkit/developing-a-widgetkit-strategy"),
      .page(
        "Build widgets for the Smart Stack on Apple Watch (WWDC23, 10029)", by: "Apple",
        at: "https://developer.apple.com/videos/play/wwdc2023/10029"),
    ],
    details: [
      .init(
        .documented,
        "A complication receives up to 75 updates a day, depending on how often it is viewed; one on the watch face is always considered viewed, so its budget is at the higher end.",
        [.convertingComplications]),
      .init(
        .documented,
        "An engineer at Apple answers a question about the Smart Stack with the budget of WI2, whose page names 40 to 70 reloads and no platform.",
        [
          .page(
            "forum thread 807219", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/807219")
        ]),
      .init(
        .reported,
        "A widget on the watch face could update its timeline about once in 15 minutes.",
        [
          .page(
            "forum thread 788713", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/788713")
        ]),
      .init(
        .documented,
        "Buttons and toggles work in the widgets of a watch from watchOS 11 on.",
        [
          .page(
            "What's new in watchOS 11 (WWDC24, 10205)", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2024/10205")
        ]),
    ],
    simulated: "As on an iPhone (WI2), with 75 reloads in a day.",
    difference:
      "The Smart Stack has no order and takes every family, and whether a complication is on the active watch face makes no difference to its reloads."
  )
}

extension RuleSource {
  fileprivate static let creatingControls = page(
    "Creating controls to perform actions across the system", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/creating-controls-to-perform-actions-across-the-system"
  )
  fileprivate static let updatingControls = page(
    "Updating controls locally and remotely", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/updating-controls-locally-and-remotely")
  fileprivate static let controlsSession = page(
    "Extend your app's controls across the system (WWDC24, 10157)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2024/10157")
  fileprivate static let convertingComplications = page(
    "Migrating ClockKit complications to WidgetKit", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/converting-a-clockkit-app")
}
