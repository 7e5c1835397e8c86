import CoreBluetooth
import Foundation

/// Keeps one accessory connected for as long as it is wanted, also while the app is suspended or
/// gone, and gives what it says as events and typed values.
///
/// ```swift
/// let session = BluetoothSession(strap, restoreIdentifier: "strap")
/// let events = session.events()
/// session.start()
/// for await event in events { … }
/// ```
///
/// Create it in `application(_:didFinishLaunchingWithOptions:)`, in every launch and with the same
/// identifier, and keep it as long as the process launches: the system then gives back what an earlier
/// launch had (BT25), and a session that was running goes on by itself. The app needs
/// `bluetooth-central` in `UIBackgroundModes` (BT9, BT24) and `NSBluetoothAlwaysUsageDescription`
/// (BT3): without either the system ends the process at its first session. The first session of an
/// app asks the user for permission.
///
/// Any number of sessions work side by side, each with an identifier of its own. Isolated to the
/// main actor; the system calls back on the main queue.
@MainActor
public final class BluetoothSession {
  /// Which accessory, and how patient the session is.
  public struct Configuration: Sendable {
    /// The only accessory that is ever taken. Default: the first that the profile accepts.
    public var accessory: AccessoryIdentifier?
    /// After how long without success a user who looks at the app is asked to bring the accessory
    /// closer. The connect itself never ends (BT12). Default 30 s.
    public var connectTimeout = Duration.seconds(30)
    /// How long discovery may take before the session begins again. Default 15 s.
    public var discoveryTimeout = Duration.seconds(15)
    /// How long a read or write waits for its answer. Default 10 s; 30 s end the link (BT20).
    public var requestTimeout = Duration.seconds(10)
    /// Not connected for longer is a long absence (E2). Default 5 min.
    public var longAbsence = Duration.seconds(300)
    /// Where it is kept which accessory was taken. Default: `AccessoryFile`.
    public var memory: (any AccessoryMemory & Sendable)?

    public init() {}
  }

  public let profile: AccessoryProfile
  let link: AccessoryLink
  var machine: BluetoothSessionMachine
  private let eventStreams = EventStreams<BluetoothEvent>()
  /// Hear every event at once, before the readers of streams get it.
  let observers = EventObservers<BluetoothEvent>()
  let central: CBCentralManager
  private let delegate = CentralDelegate()
  let memory: any AccessoryMemory
  let clock = SessionClock()
  let timer: DeadlineTimer
  /// What is still to be performed, while it is.
  var actions: [BluetoothSessionMachine.Action] = []
  var isPerforming = false

  /// Connects to the system. Nothing is scanned or connected before `start()`, unless an earlier
  /// launch of the process was ended by the system while its session ran.
  ///
  /// - Parameter restoreIdentifier: names the session, the same in every launch (BT24); no other
  ///   central of the app may have it.
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
    link.onEvent = { [weak self] event in self?.heard(event) }
  }

  // MARK: From the app

  /// An accessory is wanted from now on. Nothing happens when one is wanted already.
  ///
  /// Connects to the accessory that was taken before, or scans for one. Bluetooth that is off or
  /// not allowed is waited for.
  public func start() {
    let known = remembered()
    let absence = known.map { Duration.seconds(-$0.lastConnected.timeIntervalSinceNow) }
    let now = clock.now
    perform(
      machine.start(
        known: known?.identifier, lastConnected: absence.map { now - $0.nanoseconds }, now: now))
  }

  /// No accessory is wanted any more: ends scan and link. Events end with `stopped`.
  ///
  /// The accessory stays remembered, and the next start connects to it.
  public func stop() { perform(machine.stop(now: clock.now)) }

  /// Lets the accessory go, and takes the next that is found.
  public func forget() {
    perform(machine.forget(now: clock.now))
  }

  // MARK: What is true now

  /// Where the session stands.
  public var state: BluetoothSessionState { machine.state }

  /// Whether Bluetooth is on and the app may use it.
  public var isPoweredOn: Bool { central.state == .poweredOn }

  /// Whether accessories are looked for.
  public var isScanning: Bool { isPoweredOn && central.isScanning }

  /// Whether there is a link.
  public var isConnected: Bool { isPoweredOn && link.peripheral?.state == .connected }

  /// Whether the accessory can be used.
  public var isReady: Bool {
    if case .ready = machine.state { isConnected } else { false }
  }

  /// The accessory that is taken, also while there is no link.
  public var accessory: AccessoryIdentifier? { machine.accessory }

  /// The name that the accessory has given, if any.
  public var accessoryName: String? { link.peripheral?.name }

  /// What happened in this process launch.
  public var counts: BluetoothCounts {
    BluetoothCounts(
      connections: machine.counts.connections, losses: machine.counts.losses,
      failedAttempts: machine.counts.failedAttempts, reads: link.requests.counts.reads,
      writes: link.requests.counts.writes, timeouts: link.requests.counts.timeouts,
      values: link.valueCount, malformedValues: link.malformedCount)
  }

  // MARK: What happens

  /// Every event from now on, for one reader, until `stopped`. Call it before `start()`.
  ///
  /// The oldest are dropped when more than 1,000 wait.
  public func events() -> BluetoothEvents { BluetoothEvents(stream: eventStreams.stream()) }

  /// Every value of one characteristic from now on, for one reader, until the session is stopped.
  ///
  /// Values come from notifications and from reads. Malformed ones are left out; they are events.
  public func values<Value>(of characteristic: Characteristic<Value>) -> BluetoothValues<Value> {
    BluetoothValues(events: events(), characteristic: characteristic)
  }

  func post(_ event: BluetoothEvent) {
    observers.tell(event)
    eventStreams.post(event)
  }
}
