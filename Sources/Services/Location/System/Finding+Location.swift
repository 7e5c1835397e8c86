import YobanSimulatedDevices

extension Finding {
  static let startedInBackground = Finding(
    .locationKeepaliveBroken, rule: .loc1,
    what: "startUpdatingLocation() was called in background.",
    remedy: "Start location updates while the app is in foreground, or hold Always authorization.")

  static let updatesWithoutConsent = Finding(
    .locationKeepaliveBroken, rule: .loc1,
    what:
      "The app went to background while it updates its location, and allowsBackgroundLocationUpdates is false: the updates do not keep it running.",
    remedy: "Set allowsBackgroundLocationUpdates = true before startUpdatingLocation().")

  static let updatesFiltered = Finding(
    .locationKeepaliveBroken, rule: .loc4,
    what:
      "The app went to background while it updates its location with a distance filter, or with an accuracy coarser than a hundred meters, and the indicator is hidden: the updates do not keep it running.",
    remedy:
      "Set distanceFilter = kCLDistanceFilterNone and desiredAccuracy to a hundred meters or better, or showsBackgroundLocationIndicator = true."
  )

  static let activityWithoutMode = Finding(
    .locationKeepaliveBroken, rule: .loc9,
    what:
      "A CLBackgroundActivitySession was made, and UIBackgroundModes lacks location: it does nothing.",
    remedy: "Add location to UIBackgroundModes.")

  static let keepAliveNotRenewed = Finding(
    .locationKeepaliveBroken, rule: .loc8,
    what: "Location updates were on, but no background task was begun for about 30 minutes.",
    remedy: "Begin a new background task every 60 s, then end the old one.")

  static let pausedAutomatically = Finding(
    .locationKeepaliveBroken, rule: .loc3,
    what: "The system paused location updates of a device lying still.",
    remedy: "Set pausesLocationUpdatesAutomatically = false.")

  static let activityInBackground = Finding(
    .locationKeepaliveBroken, rule: .loc9,
    what: "A CLBackgroundActivitySession was made in background: it does nothing.",
    remedy: "Make it while the app is in foreground; make it again at each relaunch.")

  static let forceQuitEndsUpdates = Finding(
    .relaunchAfterForceQuit, rule: .loc10,
    what: "The user force-quit the app while location kept it running: nothing relaunches it.",
    remedy:
      "Monitor a region or significant changes, with Always authorization; they relaunch it.")

  static func missingUsageDescription(_ key: String) -> Finding {
    Finding(
      .plistMissingKey, rule: .loc11,
      what: "Location authorization was asked for without \(key).",
      remedy: "Add \(key) to Info.plist; without it iOS ignores the request.")
  }

  static func regionLimit(_ call: String, _ limit: Int) -> Finding {
    Finding(
      .regionLimit, rule: .bc1,
      what: "\(call) was called with \(limit) regions monitored already: this one is not.",
      remedy:
        "Monitor the nearest \(limit) and exchange them on the way, or one beacon UUID for all."
    )
  }

  static func regionsWithoutEnd(_ identifier: String, _ count: Int) -> Finding {
    Finding(
      .regionWithoutEnd, rule: .bc1,
      what:
        "startMonitoring(for:) was called \(count) times within a minute, the last time for \(identifier).",
      remedy:
        "Do not register again in monitoringDidFailFor: the same region fails for the same reason. Look into monitoredRegions, and stop the regions that are far away first."
    )
  }

  static func regionReregistered(_ identifier: String) -> Finding {
    Finding(
      .regionReregistered, rule: .bc10,
      what:
        "startMonitoring(for:) was called for \(identifier), which is monitored since an earlier launch: it is removed and added again, and its state is reported once more.",
      remedy: "Look into monitoredRegions first.")
  }

  static func eventLost(_ event: String) -> Finding {
    Finding(
      .locationEventLost, rule: .bc9,
      what:
        "The app was launched for \(event), but didFinishLaunching made no CLLocationManager with a delegate for it: the event is lost.",
      remedy:
        "Make the manager and set its delegate in didFinishLaunching; for significant changes, start them again there."
    )
  }

  static func locationPushLate(_ time: Duration) -> Finding {
    Finding(
      .locationPushLate, rule: .loc12,
      what:
        "didReceiveLocationPushPayload has not called its completion handler within \(time), and serviceExtensionWillTerminate has not, either: the system ends the extension.",
      remedy:
        "Keep the completion handler, and call it after the position has arrived, after an error, and in serviceExtensionWillTerminate."
    )
  }

  static func monitorOpenTwice(_ name: String) -> Finding {
    Finding(
      .monitorOpenTwice, rule: .bc15,
      what:
        "CLMonitor(\"\(name)\") was called while a monitor of this name is open: iOS ends the app.",
      remedy: "Keep one monitor for each name, in an object that lives as long as the process.")
  }

  static func monitorWithoutSession(_ event: String) -> Finding {
    Finding(
      .monitorWithoutSession, rule: .loc9,
      what:
        "\(event) of a CLMonitor has changed while the app is not in use, and the app holds no CLServiceSession for Always: the event waits until the app is in foreground.",
      remedy:
        "Hold CLServiceSession(authorization: .always): make it in foreground, and again in didFinishLaunching of each launch."
    )
  }

  static func monitorBeforeUnlock(_ name: String) -> Finding {
    Finding(
      .monitorBeforeUnlock, rule: .bc15,
      what:
        "CLMonitor(\"\(name)\") was called before the first unlock after the boot: its conditions are stored in a protected file.",
      remedy:
        "If isProtectedDataAvailable is false, make the monitor after protectedDataDidBecomeAvailableNotification."
    )
  }

  static func monitorNotIterated(_ name: String) -> Finding {
    Finding(
      .monitorNotIterated, rule: .bc15,
      what: "The app was launched for an event of CLMonitor \"\(name)\" and does not take it.",
      remedy: "Make the monitor at each launch, and iterate its events all the time.")
  }
}

extension Finding.Kind {
  /// The app was launched for an event and made no manager that receives it.
  public static let locationEventLost = Self("location.event-lost")
  /// Location updates do not keep the app running.
  public static let locationKeepaliveBroken = Self("location.keepalive.broken")
  /// A Location Push Service Extension did not complete a push in time.
  public static let locationPushLate = Self("location.push-late")
  /// The app was launched for an event of a `CLMonitor` and does not read its events.
  public static let monitorNotIterated = Self("monitor.not-iterated")
  /// A `CLMonitor` was opened before the first unlock after a boot.
  public static let monitorBeforeUnlock = Self("monitor.before-unlock")
  /// An event of a `CLMonitor` waits, because the app holds no service session for Always.
  public static let monitorWithoutSession = Self("monitor.without-session")
  /// A `CLMonitor` was opened while one of this name is open.
  public static let monitorOpenTwice = Self("monitor.open-twice")
  /// The app monitors more regions than the system allows.
  public static let regionLimit = Self("region.limit")
  /// A region was registered again that is monitored already.
  public static let regionReregistered = Self("region.reregistered")
  /// The app registers regions again and again.
  public static let regionWithoutEnd = Self("region.without-end")
}
