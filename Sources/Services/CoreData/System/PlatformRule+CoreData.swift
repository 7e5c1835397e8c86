import YobanPlatformProfiles

extension [PlatformRule] {
  package static let coreData: Self = [
    .cd1, .cd2, .cd3, .cd4, .cd5, .cd6, .cd7, .cd8, .cd9, .cd10, .sd1,
  ]
}

private func apple(_ title: String, _ path: String) -> RuleSource {
  .page(title, by: "Apple", at: "https://developer.apple.com/documentation/coredata/\(path)")
}
private let context = apple("NSManagedObjectContext", "nsmanagedobjectcontext")
private let magicalRecord = RuleSource.page(
  "+saveWithBlock: crashes if SQLite Core Data stack set up in background before first unlock",
  by: "GitHub, magicalpanda/MagicalRecord, issue 594",
  at: "https://github.com/magicalpanda/MagicalRecord/issues/594")
private let quran = RuleSource.page(
  "Delay Core Data startup until protected data is available",
  by: "GitHub, quran/quran-ios, pull request 974",
  at: "https://github.com/quran/quran-ios/pull/974")
private let careKit = RuleSource.page(
  "An exception of a save while the device is locked",
  by: "GitHub, carekit-apple/CareKit, issue 505",
  at: "https://github.com/carekit-apple/CareKit/issues/505")
private let loopKit = RuleSource.page(
  "Errors of a migration of a shared store", by: "GitHub, LoopKit/LoopKit, pull request 606",
  at: "https://github.com/LoopKit/LoopKit/pull/606")

/// Core Data: CD1 to CD10. SwiftData: SD1.
extension PlatformRule {
  public static let cd1 = PlatformRule(
    "CD1", .coreData, .documented, versions: "iOS 3 and later",
    "Changes of managed objects exist in memory only until their context is saved, and the save of a child context gives them to its parent only; the system saves nothing when it ends a process.",
    sources: [context],
    simulated: "The unsaved objects of a process that ends are a finding, coredata.unsaved.")

  public static let cd2 = PlatformRule(
    "CD2", .coreData, .reported, versions: "iOS 7 and later",
    "A store that is opened before the first unlock after a boot fails with NSCocoaErrorDomain 256, whose userInfo has NSSQLiteErrorDomain 23, \"authorization denied\".",
    sources: [magicalRecord, quran],
    simulated:
      "The error has these codes; an open store of the class complete fails with the error of SQLite while the device is locked."
  )

  public static let cd3 = PlatformRule(
    "CD3", .coreData, .documented, versions: "iOS 5 and later",
    "A store has the protection class completeUntilFirstUserAuthentication unless the option NSPersistentStoreFileProtectionKey gives it another one.",
    sources: [apple("NSPersistentStoreFileProtectionKey", "nspersistentstorefileprotectionkey")],
    simulated: "The files have the class of the option, and otherwise that of the app's folder.")

  public static let cd4 = PlatformRule(
    "CD4", .coreData, .reported, versions: "reports since 2016",
    "A context that is saved while its coordinator has no store raises NSInternalInconsistencyException, which Swift cannot catch; the text names the reason of the failed load, such as (device locked).",
    sources: [careKit],
    simulated:
      "The app ends with this exception, with the reasons device locked, disk full, schema mismatch or migration failure, and unknown."
  )

  public static let cd5 = PlatformRule(
    "CD5", .coreData, .documented, versions: "iOS 7 and later",
    "The journal of a SQLite store is a write-ahead log: after a save, the changes are in the file that ends with -wal.",
    sources: [
      .page(
        "QA1809: New default journaling mode for Core Data SQLite stores", by: "Apple",
        at: "https://developer.apple.com/library/archive/qa/qa1809/_index.html")
    ],
    simulated:
      "Each store is a SQLite file with a write-ahead log on the simulated disk; its tables are not Apple's."
  )

  public static let cd6 = PlatformRule(
    "CD6", .coreData, .documented, versions: "iOS 3 and later",
    "A save of an object that was changed in the store since it was read fails with NSManagedObjectMergeError (133020), unless the merge policy of the context says which values win.",
    sources: [apple("mergePolicy", "nsmanagedobjectcontext/mergepolicy")],
    simulated:
      "As stated; a policy that decides between two contexts is an advice, coredata.merged.")

  public static let cd7 = PlatformRule(
    "CD7", .coreData, .documented, versions: "iOS 8 and later",
    "A context and its objects may be used only in the blocks of perform and performAndWait, and those of the main queue also on the main thread; the argument -com.apple.CoreData.ConcurrencyDebug 1 stops the app at another use.",
    sources: [
      context,
      .page(
        "Core Data Concurrency Debugging", by: "Ole Begemann",
        at: "https://oleb.net/blog/2014/06/core-data-concurrency-debugging/"),
    ],
    simulated: "Another use is a finding, coredata.wrong-queue, and works.")

  public static let cd8 = PlatformRule(
    "CD8", .coreData, .documented, versions: "iOS 3 and later",
    "A store of another version of its model is migrated when it is opened, if the options say so and the mapping can be inferred; otherwise it fails to open with 134100, 134130 or 134140.",
    sources: [
      apple(
        "Migrating your data model automatically", "migrating-your-data-model-automatically"),
      apple(
        "shouldMigrateStoreAutomatically",
        "nspersistentstoredescription/shouldmigratestoreautomatically"),
    ],
    simulated:
      "As stated, with attributes and relationships that are added, removed or renamed, and default values."
  )

  public static let cd9 = PlatformRule(
    "CD9", .coreData, .assumed, versions: "iOS 3 and later",
    "A process that ends in the middle of a lightweight migration leaves the store as it was, and the next launch migrates it again.",
    sources: [loopKit],
    details: [
      .init(
        .assumed,
        "A log of a shipped app shows a migrated copy in a file of its own, which replaces the store at the end; no source measured a kill in between."
      ),
      .init(
        .documented,
        "A lightweight migration of a SQLite store can happen in place, with statements of SQL only.",
        [.page("Core Data Model Versioning and Data Migration Programming Guide", by: "Apple")]),
    ],
    simulated: "The tables are replaced in one transaction of SQLite.")

  public static let cd10 = PlatformRule(
    "CD10", .coreData, .reported, versions: "all versions",
    "A save holds the lock of its SQLite file until it ends, and the system ends an app that it suspends meanwhile with 0xdead10cc if the file is in the container of an App Group.",
    sources: [
      .page(
        "SQLite Databases in App Group Containers: Just Don't", by: "Ryan Ashcraft",
        at: "https://ryanashcraft.com/sqlite-databases-in-app-group-containers")
    ],
    details: [
      .init(
        .documented,
        "The time for a save has to be requested well before it begins, with beginBackgroundTask or, in an extension, beginActivity.",
        [
          .page(
            "Understanding the exception types in a crash report", by: "Apple",
            at:
              "https://developer.apple.com/documentation/xcode/understanding-the-exception-types-in-a-crash-report"
          )
        ]),
      .init(
        .assumed,
        "How long a save takes depends on its size and on the device: here up to 2 s, in which its thread waits."
      ),
    ],
    simulated:
      "A save takes no time. An exploration lets it hold the lock for up to 2 s, the decision save-duration, and the thread of the save and every other use of the coordinator wait for its end."
  )

  public static let sd1 = PlatformRule(
    "SD1", .coreData, .documented, versions: "iOS 17 and later",
    "The main context of SwiftData saves by itself when the app enters the background or the foreground, and periodically while the app is used; a context that the app makes saves only when the app asks for it.",
    sources: [
      .page(
        "Dive deeper into SwiftData", by: "Apple, WWDC23",
        at: "https://developer.apple.com/videos/play/wwdc2023/10196/"),
      .page(
        "autosaveEnabled", by: "Apple",
        at: "https://developer.apple.com/documentation/swiftdata/modelcontext/autosaveenabled"),
    ],
    details: [
      .init(
        .assumed,
        "The period of the saves while the app is used is not documented: here it is 10 s.")
    ],
    simulated:
      "As stated. What a kill finds unsaved is the finding coredata.unsaved.")
}
