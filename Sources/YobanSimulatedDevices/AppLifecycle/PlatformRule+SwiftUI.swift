import YobanPlatformProfiles

extension [PlatformRule] {
  package static let swiftUI: Self = [
    .su1, .su2, .su3,
  ]
}

extension PlatformRule {
  public static let su1 = PlatformRule(
    "SU1", .swiftUI, .documented, versions: "iOS 14 and later; task iOS 15 and later",
    "An action of onAppear runs before the first frame with the view; the task of a view begins before the view appears and is canceled when the view disappears.",
    sources: [
      .page(
        "onAppear(perform:)", by: "Apple",
        at: "https://developer.apple.com/documentation/swiftui/view/onappear(perform:)"),
      .page(
        "task(name:priority:file:line:_:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/swiftui/view/task(name:priority:file:line:_:)"
      ),
    ],
    details: [
      .init(
        .reported,
        "The main view receives onAppear before the app receives a change of the scene's phase.",
        [
          .page(
            "SwiftUI app lifecycle: issues with ScenePhase and using AppDelegate adaptors",
            by: "Jesse Squires",
            at: "https://jessesquires.com/blog/2024/06/29/swiftui-scene-phase")
        ]),
      .init(
        .reported,
        "onAppear runs around the arrival of pushes although the user does not open the app.",
        [.thread("amplitude/Amplitude-Swift", 392)]),
      .init(.assumed, "Views appear from the inside out."),
    ],
    simulated:
      "Views appear while the scene connects, before the phase changes. A launch in background without a scene makes no view, so that neither onAppear nor task runs. LifecyclePolicy.backgroundSceneOnLaunch connects a scene; then both run.",
    difference:
      "Apple does not document which launches in background connect the scene of an app of SwiftUI."
  )

  public static let su2 = PlatformRule(
    "SU2", .swiftUI, .documented, versions: "iOS 16 and later",
    "The system considers a background task of a scene complete when the action returns. If the action has not returned when its time ends, the system cancels the action's task.",
    sources: [
      .page(
        "backgroundTask(_:action:)", by: "Apple",
        at: "https://developer.apple.com/documentation/swiftui/scene/backgroundtask(_:action:)")
    ],
    simulated:
      "An app refresh is registered with BGTaskScheduler when the app's body is first evaluated. The action of a URL session runs for the events of a background session whose identifier matches; its return is the completion handler.",
    difference: "There is no bluetoothAlert and no snapshot, which a watch has.")

  public static let su3 = PlatformRule(
    "SU3", .swiftUI, .documented, versions: "iOS 13 and later",
    "A URL that launches an app with scenes is among the options of the scene's connection; a running app receives it in scene(_:openURLContexts:).",
    sources: [
      .page(
        "Defining a custom URL scheme for your app", by: "Apple",
        at:
          "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app"
      )
    ],
    details: [
      .init(
        .assumed,
        "An app that returns to the foreground receives the URL after sceneWillEnterForeground and before sceneDidBecomeActive."
      )
    ],
    simulated:
      "phone.open(url, in: app) opens a URL with a scheme of CFBundleURLTypes, also in an app that the user has swiped away. Actions of onOpenURL run after the views exist.",
    difference: "Universal links are not simulated.")
}
