import YobanPlatformProfiles

extension [PlatformRule] {
  package static let disk: Self = [
    .dk1, .dk2, .dk3, .dk4, .dk5, .dk6, .dk7, .dk8, .dk9,
  ]
}

private let fsyncPage = RuleSource.page(
  "fsync(2)", by: "Apple",
  at:
    "https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html"
)
private let ext4Page = RuleSource.page(
  "ext4 General Information", by: "The Linux kernel documentation",
  at: "https://www.kernel.org/doc/html/latest/admin-guide/ext4.html")
private let alice = RuleSource.page(
  "All File Systems Are Not Created Equal: On the Complexity of Crafting Crash-Consistent Applications (ALICE)",
  by: "USENIX OSDI 2014",
  at: "https://www.usenix.org/conference/osdi14/technical-sessions/presentation/pillai")
private let crashMonkey = RuleSource.page(
  "Finding Crash-Consistency Bugs with Bounded Black-Box Crash Testing (CrashMonkey and ACE)",
  by: "USENIX OSDI 2018",
  at: "https://www.usenix.org/conference/osdi18/presentation/mohan")
private let diskWrites = RuleSource.page(
  "Reducing disk writes", by: "Apple",
  at: "https://developer.apple.com/documentation/xcode/reducing-disk-writes")

/// The disk: DK1 to DK9.
extension PlatformRule {
  public static let dk1 = PlatformRule(
    "DK1", .disk, .documented, versions: "all versions",
    "A call that has returned survives the end of its process; a panic of the kernel and a loss of power can lose what was not synchronized.",
    sources: [fsyncPage, alice],
    details: [
      .init(
        .documented,
        "A jetsam, a force-quit, a crash and an orderly reboot lose nothing that a call has passed to the system."
      ),
      .init(
        .documented,
        "What a process has only in its own memory, such as the buffer of a FILE, is lost with it."),
    ],
    simulated:
      "Device.losePower and Device.panic lose a part of the pending operations that the rules DK2 to DK7 allow, drawn from the world's random stream, set by the test or decided by an exploration.",
    difference:
      "What the simulated system itself stores (the keychain, regions, transfers, notifications) is durable at once."
  )

  public static let dk2 = PlatformRule(
    "DK2", .disk, .assumed, versions: "all versions",
    "Written bytes become durable in any order of files and blocks, at the latest some time after the write.",
    sources: [alice, ext4Page],
    details: [
      .init(
        .documented, "Linux writes changed pages to the drive when they are 30 s old.",
        [
          .page(
            "Documentation for /proc/sys/vm", by: "The Linux kernel documentation",
            at: "https://www.kernel.org/doc/html/latest/admin-guide/sysctl/vm.html")
        ]),
      .init(.assumed, "APFS does so in the same time."),
      .init(
        .documented,
        "Android 9 and earlier wrote changed pages when they were 2 s old. On F2FS, data that was not synchronized waits for a checkpoint, in AOSP every 200 s.",
        [.page("init.rc (changes 58ff5075a and rootdir)", by: "Android Open Source Project")]),
    ],
    simulated:
      "Bytes that are older than DiskPolicy.writeBackDelay are durable. Of younger ones, each block survives with its content after any number of the writes to it.",
    difference:
      "Bytes that are written through a mapping (mmap) count as written when the file is mapped, and again after each synchronization."
  )

  public static let dk3 = PlatformRule(
    "DK3", .disk, .assumed, versions: "all versions",
    "A write is torn at block boundaries only: a block is written as a whole or not at all.",
    sources: [alice, crashMonkey],
    details: [
      .init(.assumed, "A block has 4096 bytes."),
      .init(
        .assumed,
        "A file is as long as the last block of it that survives; a block before that which does not survive is zeros where the file had no bytes before."
      ),
    ],
    simulated: "Each block of an unsynchronized write survives or is lost on its own.",
    difference: nil)

  public static let dk4 = PlatformRule(
    "DK4", .disk, .assumed, versions: "all versions",
    "Changes of names and truncations become durable in their order, as a journal writes them, and independently of the content of the files.",
    sources: [alice, ext4Page],
    details: [
      .init(
        .documented, "ext4 writes its journal at least every 5 s.", [ext4Page]),
      .init(
        .reported,
        "A rename can therefore be durable before the content of the renamed file, which then is empty or has holes.",
        [alice]),
      .init(
        .assumed,
        "APFS, which copies on write and has no journal, also changes names in their order."),
      .init(
        .documented,
        "F2FS, which Android phones have had since about 2018, goes back to its last checkpoint, in AOSP 200 s old at most.",
        [.page("rootdir/init.rc", by: "Android Open Source Project")]),
    ],
    simulated:
      "Of the changes of names, folders and sizes that are younger than DiskPolicy.commitDelay, the first ones survive, up to a drawn one.",
    difference:
      "ext4 writes the content of a file before a rename that replaces another file (auto_da_alloc). The simulator does not, because no document says that other file systems do. F2FS and its longer time are not simulated."
  )

  public static let dk5 = PlatformRule(
    "DK5", .disk, .documented, versions: "all versions",
    "On Apple's systems, fsync passes the bytes to the drive, which can still lose them with its power and write them in another order; F_FULLFSYNC empties the drive's cache.",
    sources: [fsyncPage],
    details: [
      .init(
        .documented,
        "Android's kernel empties the drive's cache in fsync, if the file system uses barriers, which is the default.",
        [ext4Page]),
      .init(
        .assumed,
        "After fsync a panic of the kernel loses nothing of the file, because the drive keeps its power. Apple's page of fsync says that some data can be lost when the system crashes."
      ),
      .init(
        .assumed, "The drive does not lose its cache later than the file system's write-back time."),
      .init(
        .documented,
        "F_FULLFSYNC is a best-effort guarantee: data can still be lost at a sudden loss of power.",
        [
          .page(
            "Reducing disk writes", by: "Apple",
            at: "https://developer.apple.com/documentation/xcode/reducing-disk-writes")
        ]),
      .init(
        .documented,
        "Android phones with F2FS and fsync_mode=nobarrier do not empty the cache of the drive in fsync.",
        [.page("device/google/crosshatch (change e02e4813)", by: "Android Open Source Project")]),
    ],
    simulated:
      "On an iPhone or a watch, what fsync, fdatasync, msync or sync has synchronized survives a panic, and is drawn at a loss of power as what was not synchronized. After fcntl with F_FULLFSYNC it survives both. On Android fsync is enough, and F_FULLFSYNC fails with EINVAL.",
    difference:
      "F_FULLFSYNC always holds, and a panic takes nothing that fsync has passed on.")

  public static let dk6 = PlatformRule(
    "DK6", .disk, .documented, versions: "all versions",
    "F_BARRIERFSYNC passes the bytes to the drive as fsync does, and orders what the drive has got before it ahead of what it gets later.",
    sources: [diskWrites],
    details: [],
    simulated:
      "If anything survives of what the drive got after a barrier, everything survives that it had before.",
    difference: nil)

  public static let dk7 = PlatformRule(
    "DK7", .disk, .assumed, versions: "all versions",
    "Synchronizing a file makes its content and its last change of names durable; synchronizing a folder makes the names in it durable.",
    sources: [alice, crashMonkey],
    details: [
      .init(
        .reported, "A journaling file system makes all earlier changes of names durable with it.",
        [alice]),
      .init(
        .assumed,
        "A rename after the last synchronization of the file is not durable until its folder is synchronized."
      ),
      .init(
        .documented,
        "Conflict: fsync of Linux does not necessarily make the name of the file durable, and F2FS does less than ext4 by default.",
        [
          .page(
            "fsync(2)", by: "The Linux man-pages project",
            at: "https://man7.org/linux/man-pages/man2/fsync.2.html")
        ]),
    ],
    simulated:
      "fsync and fdatasync of a file end the journal's pending part after the last change that concerns the file, those of a folder after the last change of a name in it.",
    difference: "fdatasync is as fsync.")

  public static let dk8 = PlatformRule(
    "DK8", .disk, .documented, versions: "all versions",
    "A write for which the disk has no room fails with ENOSPC; a part of it can be written.",
    sources: [
      .page(
        "write(2)", by: "Apple",
        at:
          "https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/write.2.html"
      )
    ],
    details: [
      .init(.assumed, "A device has 128 GB, of which 64 GB are free."),
      .init(.assumed, "A new file or folder needs a free block."),
    ],
    simulated:
      "Device.storage.free sets the free space, which statvfs and FileManager report. From then on the writes of apps use it up, block by block, and deletions free it.",
    difference:
      "Until the scenario sets it, the free space does not change. What the system stores, such as UserDefaults, needs no space. Overwriting bytes of a file needs none either, although APFS copies on write."
  )

  public static let dk9 = PlatformRule(
    "DK9", .disk, .documented, versions: "all versions",
    "A UIDocument with unsaved changes saves itself periodically, and when the app enters the background.",
    sources: [
      .page(
        "autosave(completionHandler:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/uikit/uidocument/autosave(completionhandler:)")
    ],
    details: [
      .init(
        .reported, "About 15 s pass between a change and the save.",
        [
          .page(
            "Long delay between updateChangeCount and actual save on UIDocument",
            by: "Apple Developer Forums", at: "https://developer.apple.com/forums/thread/52099")
        ]),
      .init(.assumed, "The save at the entry into the background has a background task."),
      .init(
        .documented,
        "Apple says that the period varies with several factors. No page says that a document saves itself on the way to the background, and one project disputes it.",
        [
          .page(
            "UIDocument", by: "Apple",
            at: "https://developer.apple.com/documentation/uikit/uidocument"),
          .thread("louisdh/textor", 2),
        ]),
    ],
    simulated:
      "The first change after a save starts the delay. The content is asked for on the main queue, and written as a whole on another queue.",
    difference: "A document is one file: packages of files, versions and iCloud are missing.")
}
