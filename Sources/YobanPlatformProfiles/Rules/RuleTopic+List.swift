/// The pages of `docs/rules`.
extension RuleTopic {
  /// Launch, foreground, background, suspension and termination of an app.
  public static let lifecycle = RuleTopic(
    title: "App life cycle",
    page: "lifecycle",
    summary:
      "The callbacks of a launch and of each transition, suspension, what terminates a process, and what launches it again."
  )

  /// The data that an app can read and write while the device is locked.
  public static let lockedDevice = RuleTopic(
    title: "Files and the locked device",
    page: "locked-device",
    summary:
      "Which files, defaults and keychain items an app can read while the device is locked and before its first unlock, and what an update of the app changes."
  )

  /// The content of the disk after a kill, a panic of the kernel and a loss of power, and a full disk.
  public static let disk = RuleTopic(
    title: "The disk",
    page: "disk",
    systems: .all,
    summary:
      "Which writes are still there after a kill, a panic of the kernel and a loss of power, and what happens when the disk is full."
  )

  /// The life cycle of an app of SwiftUI.
  public static let swiftUI = RuleTopic(
    title: "SwiftUI's life cycle",
    page: "swiftui",
    summary: "When views appear, and how an app of SwiftUI gets its scene, its tasks and URLs.")

  /// `beginBackgroundTask` and `endBackgroundTask` of UIApplication.
  public static let backgroundTasks = RuleTopic(
    title: "Background task assertions",
    page: "background-tasks",
    summary:
      "How long beginBackgroundTask keeps an app running, what happens at the end, and the keep-alive handler of VoIP apps."
  )

  /// Launches of an app in the background for work that the app or its server requested.
  public static let jobs = RuleTopic(
    title: "Fetch, scheduled tasks, push and transfers",
    page: "jobs",
    summary:
      "Background fetch, BGTaskScheduler with its three kinds of task, silent pushes and background URLSession."
  )

  /// Core Bluetooth on the iPhone.
  public static let bluetooth = RuleTopic(
    title: "Core Bluetooth",
    page: "bluetooth",
    summary: "Managers, scans, connections, requests, state restoration and the peripheral role.")

  /// The shared radio that all simulated devices use.
  public static let radio = RuleTopic(
    title: "Radio",
    page: "radio",
    systems: .all,
    summary:
      "How far a signal carries, failures of a connection, and the clocks of accessories.")

  /// Region monitoring and ranging with `CLLocationManager`, and `CLMonitor`.
  public static let beacons = RuleTopic(
    title: "Beacons and regions",
    page: "beacons",
    summary:
      "Monitoring of beacon regions and circular regions, ranging, launches for region events, the permission they need, and CLMonitor."
  )

  /// Location updates in the background.
  public static let location = RuleTopic(
    title: "Location updates",
    page: "location",
    summary:
      "Which location updates keep an app running in background, and which launch it: standard updates, significant changes, visits, and the sessions of iOS 17 and 18."
  )

  /// Audio that plays or records in the background.
  public static let audio = RuleTopic(
    title: "Background audio",
    page: "audio",
    summary:
      "How long playing or recording audio keeps an app running in background, what an interruption does, what App Review accepts, and who may use the microphone."
  )

  /// Calls of CallKit, and VoIP pushes.
  public static let calls = RuleTopic(
    title: "Calls and VoIP pushes",
    page: "calls",
    summary:
      "What launches an app for an incoming call, what ends one that reports none, which actions an app owes, and how long a call keeps it running."
  )

  /// Local notifications.
  public static let notifications = RuleTopic(
    title: "Notifications",
    page: "notifications",
    summary:
      "Who may notify the user, how many requests wait and for how long, what the user sees of a notification, and how the app receives the user's response."
  )

  /// Live Activities of ActivityKit.
  public static let liveActivities = RuleTopic(
    title: "Live Activities",
    page: "live-activities",
    summary:
      "Who may start a Live Activity, how long it lives, what updates it, and what a push that starts one does for its app."
  )

  /// AccessorySetupKit.
  public static let accessorySetup = RuleTopic(
    title: "AccessorySetupKit",
    page: "accessory-setup",
    summary:
      "How the user sets up accessories with a picker instead of giving a permission, and which events an app receives."
  )

  /// Widgets of WidgetKit.
  public static let widgets = RuleTopic(
    title: "Widgets",
    page: "widgets",
    summary:
      "When the system asks for the timeline of a widget, how many reloads it allows, and in which process the app's code runs for it."
  )

  /// Intents of App Intents.
  public static let appIntents = RuleTopic(
    title: "App Intents",
    page: "app-intents",
    summary:
      "Where the system performs an intent of an app, for how long, and which intents may start a Live Activity or run on."
  )

  /// Run time, sensors and battery of an app on Apple Watch.
  public static let watch = RuleTopic(
    title: "Apple Watch",
    page: "watch",
    summary:
      "The wrist, workout sessions, extended runtime sessions, motion sensors, background refreshes, Bluetooth in the background and the battery."
  )

  /// The connection between a watch and its iPhone.
  public static let watchLink = RuleTopic(
    title: "WatchConnectivity",
    page: "watch-link",
    summary:
      "Activation, messages, application contexts, user infos, files, sizes, speed and errors of the session between a watch and its iPhone."
  )

  public static let health = RuleTopic(
    title: "Health data",
    page: "health",
    summary:
      "The permissions of HealthKit, what the system wakes an app for, what a locked device gives, and the errors of saving and reading."
  )

  public static let coreData = RuleTopic(
    title: "Core Data",
    page: "core-data",
    summary:
      "What a kill takes from the objects of an app, a store on a locked device, conflicts of contexts, queues, and migrations."
  )

  /// Background work on Android phones with API levels 26 to 37.
  public static let android = RuleTopic(
    title: "Android",
    page: "android",
    systems: .android,
    summary:
      "Services, wake locks, Doze, standby buckets, makers' restrictions, Bluetooth scans and connections, sensors, jobs and force stop."
  )

  /// The energy of a device and its apps.
  public static let energy = RuleTopic(
    title: "Energy",
    page: "energy",
    systems: .all,
    summary:
      "What the processor, the radios, the sensors and the screen draw from the battery, and how much the batteries hold."
  )

  /// The environment of a device.
  public static let world = RuleTopic(
    title: "Network, time and motion sensors",
    page: "world",
    systems: .all,
    summary:
      "How fast the simulated network is, what apps learn of a changed clock, time zone or locale, and which values motion sensors can have."
  )

  /// The topics in the order of `docs/rules`.
  public static let all: [RuleTopic] = [
    .lifecycle, .lockedDevice, .disk, .swiftUI, .backgroundTasks, .jobs, .bluetooth,
    .accessorySetup, .radio, .beacons, .location, .audio, .calls, .notifications, .liveActivities,
    .widgets, .appIntents, .watch,
    .watchLink,
    .health,
    .coreData,
    .android, .world, .energy,
  ]
}
