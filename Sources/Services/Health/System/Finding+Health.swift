import YobanSimulatedDevices

// The deliveries of samples.

extension Finding {
  static let missingDeliveryEntitlement = Finding(
    .healthkitNotEntitled, rule: .hk2,
    what:
      "Background delivery was enabled without the entitlement com.apple.developer.healthkit.background-delivery.",
    remedy: "Switch HealthKit Background Delivery on in Xcode, in the capability HealthKit.")

  static func updateNotCompleted(_ types: [String]) -> Finding {
    Finding(
      .healthkitUpdateNotCompleted, rule: .hk2,
      what:
        "The app did not call the completion handler of an observer query for \(types.map(HealthService.short).joined(separator: ", ")): after the third time the system stops to wake it.",
      remedy:
        "Execute the observer queries in didFinishLaunching, and call the completion handler of each update."
    )
  }
}

extension Finding.Kind {
  /// The handler of an observer query did not call its completion.
  public static let healthkitUpdateNotCompleted = Self("healthkit.update-not-completed")
}
