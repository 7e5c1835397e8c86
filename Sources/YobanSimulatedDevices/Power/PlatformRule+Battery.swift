import YobanPlatformProfiles

extension [PlatformRule] {
  package static let battery: Self = [
    .wk11
  ]
}

extension PlatformRule {
  public static let wk11 = PlatformRule(
    "WK11", .watch, .reported, versions: "all versions",
    "Apple rates the battery of a watch at 18 to 42 hours, depending on the model, for a day with an hour of workout.",
    sources: [
      .page(
        "Apple Watch Ultra battery life", by: "MacRumors",
        at: "https://www.macrumors.com/2022/09/07/apple-watch-ultra-60-hour-battery-launch/")
    ],
    details: [
      .init(
        .reported,
        "The Ultra is rated at 36 hours, the Ultra 3 at 42 hours, the Series 11 at 24 hours and most other models at 18 hours. Apple's own battery pages were not read.",
        [
          .page("The Apple Watch Ultra's battery life just blew me away", by: "Tom's Guide")
        ]),
      .init(
        .assumed,
        "A 12-hour workout session with motion recording nearly empties the battery of an older model. What each sensor rate uses is not published."
      ),
    ],
    simulated:
      "A watch without running sensors lasts 18 hours, an Ultra 36 hours. Each sensor rate, a workout session and every byte over a radio use more (`DeviceProfile.battery`). When the battery is empty, the watch shuts down and every process ends with `batteryEmpty`; on its charger it boots by itself at 2 %.",
    difference:
      "The simulated battery does not age, and cold has no effect on it. An iPhone uses `batteryDrainPerHour` whatever it does and stays on, unless its profile says otherwise."
  )
}
