import Foundation
import VirtualTime

/// A simulated world: devices, networks, and the virtual time they share.
///
/// ```swift
/// let world = try World(seed: 1)
/// try await world.run {
///   let phone = world.addDevice("phone", .iPhone(iOS: 17))
///   let app = try phone.install(NightApp.definition)
///   await phone.open(app)
///   try await Task.sleep(for: .seconds(12 * 3600))
/// }
/// ```
///
/// Sendable: everything in it is touched only by the holder of the simulation's baton, or before
/// `run` and after it, when nothing of the simulation runs.
public final class World: @unchecked Sendable {
  public let simulation: Simulation
  public let trace = Trace()
  public private(set) var devices: [Device] = []
  public internal(set) var accessories: [Accessory] = []
  /// Who is on the air, and how far it carries.
  public private(set) lazy var radio = Radio(self)
  /// Reaches servers of the host for the devices; without one, every transfer fails to connect.
  public var gateway: (any HTTPGateway)?
  let folder: URL

  /// - Parameters:
  ///   - seed: the root of every random draw; same seed, same trace.
  ///   - folder: where the devices' disks are kept, made and removed by this world. Default: a new
  ///     folder among the host's temporary ones.
  /// - Throws: what Foundation throws if the folder cannot be made.
  public init(seed: UInt64 = 1, folder: URL? = nil) throws {
    simulation = Simulation(seed: seed)
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory
      .appending(path: "yoban-world-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A text of an app without what differs from run to run: where this world keeps its disks, and the
  /// addresses in the descriptions of objects. `/phone/example.app/Data/Documents` is what remains of a
  /// path.
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

  /// Adds a device that is switched on and unlocked. Its name is unique in the world.
  public func addDevice(_ name: String, _ profile: DeviceProfile) -> Device {
    precondition(!devices.contains { $0.name == name }, "there is a device named \(name) already")
    let device = Device(name, profile, in: self)
    devices.append(device)
    device.power.begin()
    radio.add(device.bluetooth.role)
    return device
  }

  /// Pairs a watch with an iPhone: each has at most one counterpart.
  public func pair(_ watch: Device, with phone: Device) {
    precondition(watch.profile.platform == .watchOS, "\(watch.name) is no watch")
    precondition(phone.profile.platform == .iOS, "\(phone.name) is no iPhone")
    precondition(
      watch.counterpart == nil && phone.counterpart == nil, "a device has one counterpart")
    watch.counterpart = phone
    phone.counterpart = watch
    watch.post(.power("paired with \(phone.name)"))
    watch.watchLink.link?.update()
  }

  public var now: VirtualInstant { simulation.now }
}
