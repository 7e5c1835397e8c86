import YobanSimulatedDevices

extension Finding {
  static let noWorkoutMode = Finding(
    .plistMissingKey, rule: .wk2,
    what:
      "A workout session was started without the background mode workout-processing: it gives no run time.",
    remedy: "Name workout-processing in WKBackgroundModes of the watch app's Info.plist.")

  static func workoutNotAuthorized(_ error: HealthError) -> Finding {
    Finding(
      .healthkitNotAuthorized, rule: .wk2,
      what:
        "A workout session was started without permission to share workouts: HKError \(error.rawValue).",
      remedy:
        "Call requestAuthorization(toShare:read:completion:) with HKObjectType.workoutType() to share, and start after its answer."
    )
  }

  static let workoutInBackground = Finding(
    .healthkitStartedInBackground, rule: .wk2,
    what: "A workout session was started in background, which fails from watchOS 10 on.",
    remedy:
      "Start it while the app is in front, or when the iPhone app has called startWatchApp(toHandle:)."
  )

  private static let notRecovered =
    "The app was launched after it had ended during a workout, and did not recover the session."

  static let workoutNotRecovered = Finding(
    .healthkitNotRecovered, rule: .wk2, what: notRecovered,
    remedy:
      "Call HKHealthStore.recoverActiveWorkoutSession(completion:) in handleActiveWorkoutRecovery()."
  )

  static let phoneWorkoutNotRecovered = Finding(
    .healthkitNotRecovered, rule: .hk6, what: notRecovered,
    remedy:
      "Call HKHealthStore.recoverActiveWorkoutSession(completion:) when the connection options of the scene say shouldHandleActiveWorkoutRecovery."
  )
}

extension Finding {
  static let noDataSource = Finding(
    .healthkitNoDataSource, rule: .wk14,
    what:
      "The app has recovered its workout session, and did not give the builder a data source again: it collects no samples.",
    remedy:
      "Set associatedWorkoutBuilder().dataSource to a new HKLiveWorkoutDataSource, and set the delegates again."
  )

  static let mirrorNotValid = Finding(
    .healthkitMirrorNotValid, rule: .wk13,
    what:
      "A mirrored workout session was called after its connection had ended: the call has no effect.",
    remedy:
      "Release the session in workoutSession(_:didDisconnectFromRemoteDeviceWithError:), and use the one that the workoutSessionMirroringStartHandler receives next."
  )

  static let noMirroringHandler = Finding(
    .healthkitNoMirroringHandler, rule: .wk13,
    what:
      "The watch mirrored its workout, and the iPhone app has no workoutSessionMirroringStartHandler: it does not get the session.",
    remedy:
      "Set workoutSessionMirroringStartHandler of an HKHealthStore in didFinishLaunching, because a launch in background shows no views."
  )
}

extension Finding.Kind {
  /// A recovered workout collects nothing, because its builder has no data source.
  public static let healthkitNoDataSource = Self("healthkit.no-data-source")
  /// A mirrored session was used after its connection had ended.
  public static let healthkitMirrorNotValid = Self("healthkit.mirror-not-valid")
  /// A mirrored workout found no handler.
  public static let healthkitNoMirroringHandler = Self("healthkit.no-mirroring-handler")
  /// A workout began without the permission to share workouts.
  public static let healthkitNotAuthorized = Self("healthkit.not-authorized")
  /// The launch after the end of a workout's process did not recover the session.
  public static let healthkitNotRecovered = Self("healthkit.not-recovered")
  /// A workout began in the background.
  public static let healthkitStartedInBackground = Self("healthkit.started-in-background")
}
