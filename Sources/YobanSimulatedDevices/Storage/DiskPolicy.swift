import YobanPlatformProfiles

/// The constants of a device's disk and its file system (DK1 to DK9).
public struct DiskPolicy: Policy, Sendable, Hashable {
  /// The capacity in bytes.
  @Fact("capacity of the disk in bytes", "DK8", .always(128_000_000_000, .assumed))
  public var capacity: Int64
  /// The free space at the beginning, in bytes.
  @Fact("free space of the disk in bytes", "DK8", .always(64_000_000_000, .assumed))
  public var free: Int64
  /// The size of the blocks that the drive writes as a whole, in bytes.
  @Fact("bytes that the drive writes as a whole", "DK3", .always(4096, .assumed))
  public var blockSize: Int64
  /// The time after which written bytes are durable without being synchronized.
  @Fact("written bytes are durable after", "DK2", .always(.seconds(30), .assumed))
  public var writeBackDelay: Duration
  /// The time after which changes of names and sizes are durable without being synchronized.
  @Fact("changes of names are durable after", "DK4", .always(.seconds(5), .assumed))
  public var commitDelay: Duration
  /// Whether `fsync` leaves the bytes in the cache of the drive, which a loss of power empties.
  @Fact(
    "fsync leaves the bytes in the drive's cache", "DK5", .always(true, .documented))
  public var synchronizesToCacheOnly: Bool
  /// The time from the first unsaved change of a document until the system saves it.
  @Fact("a changed document is saved after", "DK9", .always(.seconds(15), .reported))
  public var documentAutosaveDelay: Duration

  /// The policy of an Android phone, whose kernel empties the drive's cache in `fsync`.
  public static let android = {
    var policy = DiskPolicy(iOS: 17)  // the same in every version
    policy.synchronizesToCacheOnly = false
    return policy
  }()

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}

  package init(of profile: DeviceProfile) {
    self = profile.platform == .android ? .android : Self(iOS: profile.sharedVersion)
  }

  package static var isOfSystem: Bool { false }
}

extension DeviceProfile {
  /// The constants of the disk.
  public var disk: DiskPolicy {
    get { self[DiskPolicy.self] }
    set { self[DiskPolicy.self] = newValue }
  }
}
