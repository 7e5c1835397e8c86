extension BluetoothSessionMachine {
  enum Action: Hashable {
    /// Look up a known accessory without scanning (BT19); answer with `retrieved`.
    case retrieve(AccessoryIdentifier)
    /// Scan; answer with `found` for each accessory that the profile accepts.
    case scan
    case stopScan
    /// Connect, beginning after a delay of whole seconds; answer with `connected` or
    /// `failedToConnect`, whenever that is.
    case connect(AccessoryIdentifier, after: Duration)
    /// End a link or a pending connect; for a link, answer with `disconnected`.
    case cancelConnection(AccessoryIdentifier)
    /// Find and subscribe to what the profile names; answer with `discovered` or
    /// `discoveryFailed`.
    case discover(AccessoryIdentifier)
    /// Store that this accessory is taken and was connected just now.
    case remember(AccessoryIdentifier)
    /// Store that no accessory is taken.
    case forget
    /// Call `deadlinePassed` at this time, and at no other.
    case wake(at: Int64)
    /// Call `deadlinePassed` no more.
    case cancelWake
    case report(BluetoothEvent)
  }

  /// What the system knows of an accessory.
  enum Link: Hashable {
    case disconnected, connecting, connected
  }

  /// The times of a session, in nanoseconds.
  struct Times: Hashable {
    /// After how long without success a user is asked to bring the accessory closer.
    var connectTimeout: Int64
    /// How long discovery may take.
    var discoveryTimeout: Int64
    /// Not connected for longer is a long absence.
    var longAbsence: Int64
    /// How long the system may take to end a link.
    var disconnectTimeout: Int64 = 5_000_000_000
  }

  /// What happened so far.
  struct Counts: Hashable {
    var connections = 0
    var losses = 0
    var failedAttempts = 0
  }
}
