import YobanSimulatedDevices

extension Finding {
  static let startedInBackground = Finding(
    "location.keepalive.broken", rule: "LOC1",
    what: "startUpdatingLocation() was called in background.",
    remedy: "Start location updates while the app is in foreground, or hold Always authorization.")

  static let updatesWithoutConsent = Finding(
    "location.keepalive.broken", rule: "LOC1",
    what:
      "The app went to background while it updates its location, and allowsBackgroundLocationUpdates is false: the updates do not keep it running.",
    remedy: "Set allowsBackgroundLocationUpdates = true before startUpdatingLocation().")

  static let updatesFiltered = Finding(
    "location.keepalive.broken", rule: "LOC4",
    what:
      "The app went to background while it updates its location with a distance filter, or with an accuracy coarser than a hundred meters, and the indicator is hidden: the updates do not keep it running.",
    remedy:
      "Set distanceFilter = kCLDistanceFilterNone and desiredAccuracy to a hundred meters or better, or showsBackgroundLocationIndicator = true."
  )

  static let activityWithoutMode = Finding(
    "location.keepalive.broken", rule: "LOC9",
    what:
      "A CLBackgroundActivitySession was made, and UIBackgroundModes lacks location: it does nothing.",
    remedy: "Add location to UIBackgroundModes.")

  static let keepAliveNotRenewed = Finding(
    "location.keepalive.broken", rule: "LOC8",
    what: "Location updates were on, but no background task was begun for about 30 minutes.",
    remedy: "Begin a new background task every 60 s, then end the old one.")

  static let pausedAutomatically = Finding(
    "location.keepalive.broken", rule: "LOC3",
    what: "The system paused location updates of a device lying still.",
    remedy: "Set pausesLocationUpdatesAutomatically = false.")

  static let activityInBackground = Finding(
    "location.keepalive.broken", rule: "LOC9",
    what: "A CLBackgroundActivitySession was made in background: it does nothing.",
    remedy: "Make it while the app is in foreground; make it again at each relaunch.")

  static let forceQuitEndsUpdates = Finding(
    "relaunch.after-force-quit", rule: "LOC10",
    what: "The user force-quit the app while location kept it running: nothing relaunches it.",
    remedy:
      "Monitor a region or significant changes, with Always authorization; they relaunch it.")

  static func missingUsageDescription(_ key: String) -> Finding {
    Finding(
      "plist.missing-key", rule: "LOC11",
      what: "Location authorization was asked for without \(key).",
      remedy: "Add \(key) to Info.plist; without it iOS ignores the request.")
  }

  static func regionLimit(_ call: String, _ limit: Int) -> Finding {
    Finding(
      "region.limit", rule: "BC1",
      what: "\(call) was called with \(limit) regions monitored already: this one is not.",
      remedy:
        "Monitor the nearest \(limit) and exchange them on the way, or one beacon UUID for all."
    )
  }

  static func regionReregistered(_ identifier: String) -> Finding {
    Finding(
      "region.reregistered", rule: "BC10",
      what:
        "startMonitoring(for:) was called for \(identifier), which is monitored since an earlier launch: it is removed and added again, and its state is reported once more.",
      remedy: "Look into monitoredRegions first.")
  }

  static func eventLost(_ event: String) -> Finding {
    Finding(
      "location.event-lost", rule: "BC9",
      what:
        "The app was launched for \(event), but didFinishLaunching made no CLLocationManager with a delegate for it: the event is lost.",
      remedy:
        "Make the manager and set its delegate in didFinishLaunching; for significant changes and visits, start them again there."
    )
  }

  static func monitorOpenTwice(_ name: String) -> Finding {
    Finding(
      "monitor.open-twice", rule: "BC15",
      what:
        "CLMonitor(\"\(name)\") was called while a monitor of this name is open: iOS ends the app.",
      remedy: "Keep one monitor for each name, in an object that lives as long as the process.")
  }

  static func monitorNotIterated(_ name: String) -> Finding {
    Finding(
      "monitor.not-iterated", rule: "BC15",
      what: "The app was launched for an event of CLMonitor \"\(name)\" and does not take it.",
      remedy: "Make the monitor at each launch, and iterate its events all the time.")
  }
}
