/// Freedom of the system: ends that come early, other times and another order. L20, FT10 and TM4.
extension PlatformRule {
  static let l20 = PlatformRule(
    "L20", .reported, versions: "iOS 6 and later",
    "When the user changes a privacy permission of a running app in Settings, the system ends the app without a callback.",
    sources: [
      .thread("lionheart/openradar-mirror", 3370), .thread("delba/Permission", 30),
      .thread("RestComm/restcomm-ios-sdk", 398),
    ],
    details: [
      .init(
        .reported,
        "The log of a device says: Quitting application in response to privacy settings change.",
        [.thread("delba/Permission", 30)]),
      .init(
        .reported,
        "It happens for contacts, photos, the camera and the microphone, whether the permission is given or withdrawn, and not for notifications.",
        [
          .thread("sparrowcode/PermissionsKit", 125), .thread("RestComm/restcomm-ios-sdk", 398),
          .thread("heardrwt/RHAddressBook", 20),
        ]),
      .init(
        .reported,
        "A session of Apple about privacy in iOS 6 is said to state that the expiration handlers of background tasks are called first. The session was not read.",
        [.thread("morenoh149/react-native-contacts", 9)]),
      .init(
        .assumed,
        "Bluetooth and Motion & Fitness are as the microphone. Location and Health are as notifications: their frameworks tell a running app about the change."
      ),
    ],
    simulated:
      "AppleDevice.withdraw(_:from:) and giveBack(_:to:) end the app for Bluetooth, motion and the microphone. For location, notifications and Health the app goes on running. No handler is called before.",
    difference:
      "setAuthorization of a service changes a permission without this end, as an answer in a dialog does. On a real device the system may launch an app again in the background."
  )

  static let ft10 = PlatformRule(
    "FT10", .reported, versions: "iOS 13 and later",
    "The system decides when it runs the pending requests of an app: it may run a refresh task and a processing task of one app at the same time, in one process.",
    sources: [.thread("nextcloud/ios", 2225), .thread("immich-app/immich", 22111)],
    details: [
      .init(
        .documented,
        "earliestBeginDate is the earliest time of a launch. Apple gives no latest time.",
        [LifecycleSource.header("BGTaskRequest.h")]),
      .init(
        .reported,
        "The log of an app shows the beginning of its processing task and of its refresh task within one second.",
        [.thread("nextcloud/ios", 2225)]),
      .init(
        .assumed,
        "A task or fetch may come at its earliest time, and as late as four times the longest usual delay."
      ),
      .init(
        .assumed,
        "The system may call the expiration handler of a task at any time, as it may for background tasks (BG1)."
      ),
    ],
    simulated:
      "Tasks run one by one at the times of FT3 and FT4. An exploration may choose other times, and may choose that the requests that may run do so together with another one. AppleDevice.takeBackTime(of:) expires the tasks of an app early.",
    difference: "How often a real device runs tasks together is unknown.")

  static let tm4 = PlatformRule(
    "TM4", .assumed, versions: "all versions",
    "When events of several processes are due at the same time, any of these processes may run first.",
    sources: [],
    simulated:
      "Events that are due at the same time happen in the order in which they were planned. An exploration may choose that the events of another process come first; the events of one process stay in their order.",
    difference:
      "On a device with several processors, processes run at the same time.")
}
