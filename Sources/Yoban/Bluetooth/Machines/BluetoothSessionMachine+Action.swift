extension BluetoothSessionMachine {
  enum Action: Hashable {
    /// Look up a known accessory without scanning (BT19). Answer with `retrieved`.
    case retrieve(AccessoryIdentifier)
    /// Scan. Answer with `found` for each accessory that the profile accepts.
    case scan
    case stopScan
    /// Connect after a delay of whole seconds. Answer with `connected` or `failedToConnect`,
    /// whenever that happens.
    case connect(AccessoryIdentifier, after: Duration)
    /// End a connection or a pending connect. For a connection, answer with `disconnected`.
    case cancelConnection(AccessoryIdentifier)
    /// Discover and subscribe to the attributes of the profile. Answer with `discovered` or
    /// `discoveryFailed`.
    case discover(AccessoryIdentifier)
    /// Store that this accessory is selected and was connected just now.
    case remember(AccessoryIdentifier)
    /// Store that no accessory is selected.
    case forget
    /// Call `deadlinePassed` at this time. Replaces an earlier `wake`.
    case wake(at: Int64)
    /// Do not call `deadlinePassed` any more.
    case cancelWake
    case report(BluetoothEvent)
  }

  /// The system's connection state of an accessory.
  enum Link: Hashable {
    case disconnected, connecting, connected
  }

  /// The timeouts of a session, in nanoseconds.
  struct Times: Hashable {
    /// The time without success after which the user is asked to bring the accessory closer.
    var connectTimeout: Int64
    /// The longest time that discovery may take.
    var discoveryTimeout: Int64
    /// A time without a connection that is longer than this is a long absence.
    var longAbsence: Int64
    /// The longest time that the system may take to end a connection.
    var disconnectTimeout: Int64 = 5_000_000_000
  }

  /// The number of connections, losses and failed attempts so far.
  struct Counts: Hashable {
    var connections = 0
    var losses = 0
    var failedAttempts = 0
  }
}
