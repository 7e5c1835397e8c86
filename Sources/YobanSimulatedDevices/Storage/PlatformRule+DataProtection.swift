import YobanPlatformProfiles

extension [PlatformRule] {
  package static let dataProtection: Self = [
    .dp1, .dp2, .dp3, .dp4, .dp5, .dp10,
  ]
}

private let protectionClasses = RuleSource.page(
  "Data Protection classes, Apple Platform Security", by: "Apple",
  at: "https://support.apple.com/guide/security/data-protection-classes-secb010e978a/web")
private let defaultsBeforeUnlock = RuleSource.page(
  "NSUserDefaults values lost on background launch, with an answer of Apple",
  by:
    "Apple Developer Forums",
  at: "https://forums.developer.apple.com/message/279061")

/// Data Protection: DP1 to DP5, and DP10.
extension PlatformRule {
  public static let dp1 = PlatformRule(
    "DP1", .lockedDevice, .documented, versions: "iOS 4 and later",
    "Every file has a class of protection, which decides whether it is accessible while the device is locked.",
    sources: [protectionClasses],
    details: [
      .init(
        .documented,
        "NSFileProtectionComplete: not accessible from 10 s after the lock until the next unlock, if the passcode is required immediately."
      ),
      .init(
        .documented,
        "NSFileProtectionCompleteUnlessOpen: a file can be created while the device is locked, and an open file can be used."
      ),
      .init(
        .documented,
        "NSFileProtectionCompleteUntilFirstUserAuthentication: accessible from the first unlock after a boot on, also while the device is locked."
      ),
      .init(.documented, "NSFileProtectionNone: always accessible."),
      .init(
        .documented, "Without a passcode the classes have no effect.",
        [
          .page(
            "Encrypting Your App's Files", by: "Apple",
            at: "https://developer.apple.com/documentation/uikit/encrypting-your-app-s-files")
        ]),
      .init(.assumed, "A call for a file that is not accessible fails with EPERM."),
      .init(
        .assumed, "A file of the class complete unless open can be created before the first unlock."
      ),
    ],
    simulated:
      "open, fopen, mkstemp, and reading and writing an open file fail with EPERM as the class says; Foundation reports NSFileReadNoPermissionError and NSFileWriteNoPermissionError. The size and the dates of a file can always be read, and it can be renamed and deleted.",
    difference:
      "Memory that is mapped from a file stays accessible. A copy of a file has the class of a new file. The time until the passcode is required is always: immediately."
  )

  public static let dp2 = PlatformRule(
    "DP2", .lockedDevice, .documented, versions: "iOS 7 and later",
    "The files of an app for which it asks for no protection are protected until the first user authentication.",
    sources: [defaultsBeforeUnlock, protectionClasses],
    details: [
      .init(.documented, "This is so from iOS 7 on; before, they had no protection."),
      .init(
        .documented,
        "The entitlement com.apple.developer.default-data-protection sets another class.",
        [
          .page(
            "Data Protection Entitlement", by: "Apple",
            at:
              "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.default-data-protection"
          )
        ]),
      .init(
        .documented, "A new file has the class of its folder.",
        [
          .page(
            "forum answer 706258", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/706258")
        ]),
    ],
    simulated:
      "A new file has the class that the call asks for, or else that of the nearest folder above it that has one, or else the default of the app.",
    difference:
      "A folder takes part with the class that it has when the file is created; on a device it has had a class since its own creation."
  )

  public static let dp3 = PlatformRule(
    "DP3", .lockedDevice, .documented, versions: "iOS 7 and later",
    "An app can be launched in background before the first unlock after a boot, and then reads none of its files of the default class.",
    sources: [defaultsBeforeUnlock],
    details: [
      .init(
        .reported,
        "From iOS 15 on, developers also saw this in processes that the system had prewarmed (L15).",
        [
          .page(
            "Beware UserDefaults: a tale of hard to find bugs, and lost data",
            by: "Christian Selig", at: "https://christianselig.com/2024/10/beware-userdefaults"),
          .page(
            "Solving pre-warming challenges with Live Activities and protected data in iOS",
            by: "Shape",
            at:
              "https://shape.dk/news-and-knowledge/solving-pre-warming-challenges-with-live-activities-and-protected-data-in-ios"
          ),
        ])
    ],
    simulated:
      "A launch for a region, a significant change or a visit, and a prewarmed launch, can come before the first unlock (L17, L15). Such a process sees the files as DP1 says.",
    difference: nil)

  public static let dp4 = PlatformRule(
    "DP4", .lockedDevice, .reported, versions: "iOS 7 and later",
    "In a process that was launched before the first unlock, UserDefaults has none of the app's values, also after the unlock, until the app is launched again.",
    sources: [defaultsBeforeUnlock],
    details: [
      .init(
        .documented,
        "The values are in a file of the app's container, which is protected until the first unlock."
      ),
      .init(
        .reported, "Defaults that the app sets in such a process overwrite the stored ones.",
        [
          .page(
            "rdar 16761393, NSUserDefaults before the first unlock", by: "Open Radar",
            at: "http://www.openradar.me/16761393")
        ]),
      .init(.assumed, "Only the keys that the process sets are overwritten."),
      .init(
        .reported,
        "Conflict: one app reads its values again after the unlock in the same process (2026), and another project says that this depends on the version of iOS.",
        [.thread("loopandlearn/LoopFollow", 710), .thread("RevenueCat/purchases-ios", 4623)]),
    ],
    simulated:
      "UserDefaults.standard is empty in such a process until its end. What the process sets is written as soon as the file is accessible, key by key.",
    difference: "The suites of an App Group follow the same rule.")

  public static let dp5 = PlatformRule(
    "DP5", .lockedDevice, .documented, versions: "iOS 4 and later",
    "UIApplication says whether protected data is available, and notifies the app when the device is locked and unlocked.",
    sources: [
      .page(
        "isProtectedDataAvailable", by: "Apple",
        at: "https://developer.apple.com/documentation/uikit/uiapplication/isprotecteddataavailable"
      ),
      .page(
        "applicationProtectedDataWillBecomeUnavailable(_:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationprotecteddatawillbecomeunavailable(_:)"
      ),
    ],
    details: [
      .init(.assumed, "A suspended app is notified when it is resumed."),
      .init(
        .assumed, "The property becomes false when the keys are discarded, 10 s after the lock."),
    ],
    simulated:
      "The delegate is called and the notification is posted at the lock and at the unlock of a device with a passcode. The property is false while files of complete protection are not accessible.",
    difference: nil)

  public static let dp10 = PlatformRule(
    "DP10", .lockedDevice, .reported, versions: "all versions",
    "An update of an app keeps its files and changes the path of its container, so that absolute paths that the app has stored are no longer valid.",
    sources: [
      .page(
        "Never save absolute file paths in your iOS app", by: "Aleksandar Vacić",
        at: "https://aplus.rs/2013/never-save-absolute-file-paths-in-your-ios-app/")
    ],
    details: [
      .init(
        .documented,
        "The locations of the standard directories are an implementation detail; an app must ask the system for them.",
        [
          .page(
            "TN2406: Changes To App Containers In iOS 8", by: "Apple",
            at: "https://developer.apple.com/library/archive/technotes/tn2406/_index.html")
        ]),
      .init(
        .assumed,
        "The process of the app ends as by a kill of the system, and background transfers of its files continue."
      ),
    ],
    simulated:
      "An update ends the process, moves the container and keeps everything in it; the permissions, regions and transfers of the app stay. The container of an App Group does not move.",
    difference: "A device may move the container at other times, too.")
}
