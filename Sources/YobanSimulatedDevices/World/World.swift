import Foundation
import YobanPlatformProfiles
import YobanSimulatedRadio
import YobanVirtualTime

/// A simulated world: devices, accessories, networks, and the virtual time that they share.
///
/// ```swift
/// let world = try World(seed: 1)
/// try await world.run {
///   let phone = try world.addPhone("phone", .iPhone(iOS: 17))
///   let app = try phone.install(NightApp.definition)
///   await phone.open(app)
///   try await Task.sleep(for: .seconds(12 * 3600))
/// }
/// ```
public final class World: @unchecked SimulationConfined {
  public let simulation: Simulation
  public let trace = Trace()
  public private(set) var devices: [Device] = []
  public internal(set) var accessories: [Accessory] = []
  /// The radio: all senders, and their range.
  public private(set) lazy var radio = Radio(simulation) { [unowned self] accessory, what in
    trace.post(
      TraceEvent(instant: now, device: accessory, process: nil, kind: .accessory(what)))
  }
  /// The gateway through which devices reach servers on the host; without it, every transfer fails
  /// to connect.
  public var gateway: (any HTTPGateway)?
  let folder: URL
  var systemCallDecision: ((AppSystemCall) -> SystemCallAnswer)?
  /// Asked before `onSystemCall`, which is asked if the answer is `proceed`. For the faults of an exploration.
  package var systemCallFaults: ((AppSystemCall) -> SystemCallAnswer)? {
    didSet { for device in devices { device.updateSystemCallObservers() } }
  }
  var recordsWrites = false

  /// - Parameters:
  ///   - seed: the seed of all random values; the same seed gives the same trace.
  ///   - folder: the folder for the devices' disks, which this world creates and removes. Default:
  ///     a new folder in the host's memory (/dev/shm) if there is 1 GiB of space, otherwise in the
  ///     host's temporary folder.
  /// - Throws: an error of Foundation if the folder cannot be created.
  public init(seed: UInt64 = 1, folder: URL? = nil) throws {
    simulation = Simulation(seed: seed)
    self.folder = folder ?? WorldFolders.next()
    try WorldFolders.make(self.folder)
    trace.onFlood = { [unowned self] event in
      let process = event.process.map { "\($0) on \(event.device)" } ?? event.device
      simulation.end(with: .livelock(now, process: process, doing: event.kind.words))
    }
    simulation.onEscape = { [unowned self] escape, process in
      let finding = TraceEvent.Kind.finding(Finding(escape))
      if let app = process.existingResident(AppProcess.self) {
        app.post(finding)
      } else {
        trace.post(TraceEvent(instant: now, device: process.name, process: nil, kind: finding))
      }
    }
  }

  deinit { removeFolder() }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  /// Removes what the world holds, when nobody needs it any more. An app that was killed in a blocking
  /// call may keep references to the world for ever.
  package func discard() {
    devices = []
    accessories = []
    gateway = nil
    trace.onEvent = nil
    trace.onFlood = nil
    removeFolder()
  }

  /// Returns an app's text without the parts that differ between runs: the folder of this world,
  /// and the addresses in the descriptions of objects. For example, a path becomes
  /// `/phone/example.app/Data/Documents`.
  func portable(_ text: String) -> String {
    var text = text
    if text.contains(folder.lastPathComponent) { text = text.replacing(folder.path, with: "") }
    if text.contains(": 0x0000") { text = text.replacing(/: 0x[0-9a-f]{16}>/, with: ">") }
    return text
  }

  /// Runs the scenario in virtual time; see `Simulation.run`.
  public func run<Result: Sendable>(
    _ scenario: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await simulation.run(scenario)
  }

  /// Adds a device that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   the platform.
  package func add<Added: Device>(
    _ name: String, _ profile: DeviceProfile, _ platform: Platform,
    _ make: (String, DeviceProfile, World) -> Added
  ) throws(WorldError) -> Added {
    guard !devices.contains(where: { $0.name == name }) else { throw .nameIsTaken(name) }
    guard profile.platform == platform else { throw .wrongProfile(profile.title, for: platform) }
    let device = make(name, profile, self)
    devices.append(device)
    device.power.begin()
    radio.add(device.ownPeer)
    if simulation.choices.leavesOff(name) { device.power.beginEmpty() }
    return device
  }

  public var now: VirtualInstant { simulation.now }
}
