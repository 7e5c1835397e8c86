import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS
@testable import YobanSimulatedAndroid

/// The numbers of Android, copied by hand from the platform rules, and what API levels changed.
@Suite struct AndroidPolicyTests {
  private static let levels = Array(26...37)

  @Test(arguments: levels)
  func `the numbers of every API level (AN1, AN8, AN9, AN17)`(level: Int) {
    let policy = AndroidPolicy(api: SystemVersion(level), .stock)
    #expect(policy.startForegroundLimit == .seconds(level < 28 ? 5 : level < 33 ? 10 : 30))
    #expect(policy.whileIdleAlarms == (level < 34 ? 1 : 7))
    #expect(policy.whileIdleWindow == .seconds((level < 34 ? 9 : 60) * 60))
    #expect(policy.exactWhileIdlePerHour == (level < 31 ? nil : 72))
    #expect(policy.jobBudget == .seconds(10 * 60))
    #expect(policy.workingSetWindow == .seconds((level < 36 ? 2 : 4) * 3600))
    #expect(policy.frequentWindow == .seconds((level < 36 ? 8 : 12) * 3600))
    #expect(policy.rareWindow == .seconds(24 * 3600))
    #expect([policy.workingSetAlarms, policy.frequentAlarms] == [10, 2])
    #expect(policy.minimumPeriod == .seconds(15 * 60))
    #expect(policy.jobLimit == .seconds((level < 31 ? 10 : 30) * 60))
    #expect(policy.maker.isEmpty)
  }

  /// The rules that apply from a certain API level on.
  @Test(arguments: levels)
  func
    `rules that changed with an API level (AN3, AN4, AN5, AN6, AN9, AN10, AN21, AN22, AN23, AN25)`(
      level: Int
    )
  {
    let policy = AndroidPolicy(api: SystemVersion(level), .stock)
    #expect(policy.demandsServicePermission == (level >= 28))
    #expect(policy.hasBuckets == (level >= 28))
    #expect(policy.supportsServiceTypes == (level >= 29))
    #expect(policy.separatesBackgroundLocation == (level >= 29))
    #expect(policy.restrictsWhileInUse == (level >= 30))
    #expect(policy.refusesBackgroundStarts == (level >= 31))
    #expect(policy.demandsServiceType == (level >= 34))
    #expect(policy.shortServiceLimit == (level >= 34 ? .seconds(180) : nil))
    #expect(policy.timedServiceLimit == (level >= 35 ? .seconds(6 * 3600) : nil))
    #expect(policy.timedServiceWindow == .seconds(24 * 3600))
    #expect(policy.bootRefusesTypes == (level >= 35))
    #expect(policy.hasTaskManager == (level >= 33))
    #expect(policy.restrictsAudioFocus == (level >= 35))
    #expect(policy.hardensAudio == (level >= 37))
    #expect(policy.audioGrace == .seconds(5))
    #expect(policy.unusedAfter == (level >= 30 ? .seconds(90 * 86_400) : nil))
    #expect(policy.hibernatesUnusedApps == (level >= 31))
    #expect(policy.makerDarkLimit == (level < 28 ? .seconds(20 * 60) : nil))
    #expect(policy.makerWithholdsWakeLocks == (30...33).contains(level))
    #expect(
      [policy.userJobLimit, policy.userJobNotificationLimit] == [.seconds(43_200), .seconds(10)])
  }

  @Test func `each maker has the restrictions that are reported of it (AN10)`() {
    let table: [AndroidModel: MakerRestrictions] = [
      .stock: [], .aggressive: [.endsServices, .stopsOnSwipe, .putsToSleep],
      .asus: [.endsAtScreenOff, .needsAutostart],
      .huawei: [.endsServices, .needsAutostart, .cannotBeLifted],
      .nokia: [.endsInTheDark, .cannotBeLifted], .oneplus: [.stopsOnSwipe, .needsAutostart],
      .oppo: [.endsAtScreenOff, .needsAutostart], .samsung: [.sleepsDeeply, .withholdsWakeLocks],
      .vivo: [.needsAutostart], .xiaomi: [.stopsOnSwipe, .needsAutostart],
    ]
    for model in AndroidModel.allCases {
      #expect(AndroidPolicy(api: 34, model).maker == table[model])
      #expect(AndroidPolicy(of: .android(api: 34, model)).maker == table[model])
    }
  }

  @Test func `an app has its manifest, and holds only permissions of the API level (AN3)`() throws {
    let manifest = AndroidManifest(
      package: "example.app", targetSdkVersion: 34,
      permissions: ["android.permission.WAKE_LOCK", "ACTIVITY_RECOGNITION"],
      components: [.service(".Work", foregroundServiceType: [.health, .location])])
    #expect(manifest.components[0].name == "Work")
    #expect(manifest.components[0].foregroundServiceType.names == "location|health")
    let app = AppDefinition.android(manifest, name: "App", settings: InfoPlist(["RateHz": 50])) {}
    #expect(AndroidManifest(app) == manifest)
    #expect(app.infoPlist.values["RateHz"] as? Int == 50)
    for (level, held) in [(28, true), (29, false)] {
      let world = try World()
      let phone = try world.addAndroidPhone("phone", .android(api: level))
      let installed = try phone.install(app)
      #expect(phone.android.holds("android.permission.WAKE_LOCK", installed))
      #expect(phone.android.holds("ACTIVITY_RECOGNITION", installed) == held)
      #expect(!phone.android.holds("CAMERA", installed))
    }
  }
}
