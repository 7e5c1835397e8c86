import CoreBluetooth
import Foundation

/// Keeps one accessory connected while the session is started, also while the app is suspended or
/// terminated, and delivers its data as events and typed values.
///
/// ```swift
/// let session = BluetoothSession(strap, restoreIdentifier: "strap")
/// let events = session.events()
/// session.start()
/// for await event in events { … }
/// ```
///
/// Create the session in `application(_:didFinishLaunchingWithOptions:)`, in every launch and with
/// the same identifier, and keep it until the process ends. The system then restores the state of
/// an earlier launch (BT25), and a session that was running continues by itself. The app needs
/// `bluetooth-central` in `UIBackgroundModes` (BT9, BT24) and `NSBluetoothAlwaysUsageDescription`
/// (BT3): if either is missing, the system terminates the process at its first session. The first
/// session of an app asks the user for permission.
/// An app may use any number of sessions at once, each with its own identifier. Isolated to the
/// main actor; the system calls back on the main queue.
@MainActor
public final class BluetoothSession {
  /// The accessory and the timeouts of a session.
  public struct Configuration: Sendable {
    /// The only accessory that may be selected. Default: the first that the profile accepts.
    public var accessory: AccessoryIdentifier?
    /// The time without success after which the user is asked to bring the accessory closer, if the
    /// app is in the foreground. The connect request itself never times out (BT12). Default 30 s.
    public var connectTimeout = Duration.seconds(30)
    /// The longest time that discovery may take before the session starts over. Default 15 s.
    public var discoveryTimeout = Duration.seconds(15)
    /// The longest wait for the response to a read or write. Default 10 s; after 30 s the
    /// connection ends (BT20).
    public var requestTimeout = Duration.seconds(10)
    /// A time without a connection that is longer than this is a long absence (E2). Default 5 min.
    public var longAbsence = Duration.seconds(300)
    /// The store for the identity of the selected accessory. Default: `AccessoryFile`.
    public var memory: (any AccessoryMemory & Sendable)?

    public init() {}
  }

  public let profile: AccessoryProfile
  let link: AccessoryLink
  var machine: BluetoothSessionMachine
  /// Receive every event immediately, before the readers of streams.
  let broadcaster = EventBroadcaster<BluetoothEvent>()
  let central: CBCentralManager
  private let delegate = CentralDelegate()
  let memory: any AccessoryMemory
  let clock = SessionClock()
  let timer: DeadlineTimer
  /// The actions that are still to be performed.
  var actions: [BluetoothSessionMachine.Action] = []
  var isPerforming = false

  /// Creates the session and its Bluetooth central. It neither scans nor connects before `start()`,
  /// unless the system terminated an earlier launch while its session was running.
  ///
  /// - Parameter restoreIdentifier: the identifier of the session, the same in every launch (BT24);
  ///   no other central of the app may use it.
  public init(
    _ profile: AccessoryProfile, restoreIdentifier: String,
    configuration: Configuration = Configuration()
  ) {
    self.profile = profile
    memory = configuration.memory ?? AccessoryFile(name: restoreIdentifier)
    timer = DeadlineTimer(clock)
    link = AccessoryLink(profile, requestTimeout: configuration.requestTimeout, clock: clock)
    machine = BluetoothSessionMachine(
      times: .init(
        connectTimeout: configuration.connectTimeout.nanoseconds,
        discoveryTimeout: configuration.discoveryTimeout.nanoseconds,
        longAbsence: configuration.longAbsence.nanoseconds),
      pinned: configuration.accessory)
    #if os(watchOS)
      let options: [String: Any]? = nil
    #else
      let options = [CBCentralManagerOptionRestoreIdentifierKey: restoreIdentifier]
    #endif
    central = CBCentralManager(delegate: delegate, queue: .main, options: options)
    delegate.session = self
    link.onEvent = { [weak self] event in self?.received(event) }
  }

  // MARK: From the app

  /// Starts the session. Does nothing when it is started already.
  ///
  /// Connects to the accessory that was selected before, or scans for one. If Bluetooth is off or
  /// not allowed, the session waits for it.
  public func start() {
    let known = remembered()
    let absence = known.map { Duration.seconds(-$0.lastConnected.timeIntervalSinceNow) }
    let now = clock.now
    perform(
      machine.start(
        known: known?.identifier, lastConnected: absence.map { now - $0.nanoseconds }, now: now))
  }

  /// Stops the session: ends the scan and the connection. The last event is `stopped`.
  ///
  /// The accessory stays remembered, and the next start connects to it.
  public func stop() { perform(machine.stop(now: clock.now)) }

  /// Forgets the selected accessory, and selects the next one that is found.
  public func forget() {
    perform(machine.forget(now: clock.now))
  }

  // MARK: What is true now

  /// The state of the session.
  public var state: BluetoothSessionState { machine.state }

  /// Whether Bluetooth is on and the app may use it.
  public var isPoweredOn: Bool { central.state == .poweredOn }

  /// Whether the session is scanning for accessories.
  public var isScanning: Bool { isPoweredOn && central.isScanning }

  /// Whether the accessory is connected.
  public var isConnected: Bool { isPoweredOn && link.peripheral?.state == .connected }

  /// Whether the accessory is connected and discovered, so that it can be used.
  public var isReady: Bool {
    if case .ready = machine.state { isConnected } else { false }
  }

  /// The selected accessory, also while it is not connected.
  public var accessory: AccessoryIdentifier? { machine.accessory }

  /// The name of the accessory, if it is known.
  public var accessoryName: String? { link.peripheral?.name }

  /// The counters of this launch.
  public var counts: BluetoothCounts {
    BluetoothCounts(
      connections: machine.counts.connections, losses: machine.counts.losses,
      failedAttempts: machine.counts.failedAttempts, reads: link.requests.counts.reads,
      writes: link.requests.counts.writes, timeouts: link.requests.counts.timeouts,
      values: link.valueCount, malformedValues: link.malformedCount)
  }

  // MARK: What happens

  /// Returns every event from now on, for one reader, until `stopped`. Call it before `start()`.
  ///
  /// If more than 1,000 events are waiting, the oldest are dropped.
  public func events() -> BluetoothEvents { BluetoothEvents(stream: broadcaster.stream()) }

  /// Returns every value of one characteristic from now on, for one reader, until the session is
  /// stopped.
  ///
  /// Values arrive by notifications and by reads. Malformed values are left out; they are reported
  /// as events.
  public func values<Value>(of characteristic: Characteristic<Value>) -> BluetoothValues<Value> {
    BluetoothValues(events: events(), characteristic: characteristic)
  }

  func post(_ event: BluetoothEvent) {
    broadcaster.post(event)
  }
}
