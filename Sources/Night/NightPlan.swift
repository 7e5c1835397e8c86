import Foundation
import SimulatedOS

/// What a night is like: how long, which devices, which motion, what goes wrong.
public struct NightPlan: Sendable {
  /// What it is called in reports.
  public var title = "A night"
  public var hours: Double
  public var seed: UInt64
  /// Who records, in the order of `NightDevice`. A watch without its iPhone still has it at hand,
  /// to bring its recordings to the collector.
  public var devices: Set<NightDevice>
  public var motion: Motion
  /// Parts of the keep-alive recipe that are left out on purpose (experiment E5).
  public var leftOut: Set<RecipePart>
  /// What happens to the devices during the night, in any order.
  public var incidents: [Incident]
  /// Samples of each motion sensor per second, 1 to 100.
  public var rateHz = 100
  /// Seconds between two samples of each motion sensor.
  public var sampleInterval: Double { 1 / Double(rateHz) }
  /// How much goes into one upload, in seconds.
  public var chunkSeconds = 300
  /// Whether the sleeper wears a chest strap, whose heart rate is recorded, too.
  public var hasStrap = false
  /// Whether there is a beacon in each room, whose comings and goings are recorded, too.
  public var hasBeacons = false
  /// Whether a processing task runs while the phone is charged and nobody uses it.
  public var hasNightlyTask = false
  /// The iPhone's system at the beginning.
  public var systemVersion: SystemVersion = 17
  public var watchVersion: SystemVersion = 10
  public var apiLevel = 36
  public var maker = AndroidModel.stock
  /// Whether the user stops the iPhone's recording only when the watch has sent everything, so that
  /// location keeps the receiving app running (the cure of article S4).
  public var stopsPhoneLast = false
  /// What becomes of a file whose receiver does not run (WC5).
  public var linkMode = WatchLinkPolicy.Mode.observed

  /// Names of the relay's shortcuts, which make it wrong, to see that it is noticed.
  public var shortcuts: Set<String> = []

  public init(
    hours: Double = 12, seed: UInt64 = 1, devices: Set<NightDevice> = [.iphone],
    motion: Motion = .generated, leftOut: Set<RecipePart> = [], incidents: [Incident] = []
  ) {
    self.hours = hours
    self.seed = seed
    self.devices = devices
    self.motion = motion
    self.leftOut = leftOut
    self.incidents = incidents
  }

  /// Where the sensors' samples come from.
  public enum Motion: Sendable, Hashable {
    case generated
    /// The recordings in a folder, looped: of an iPhone (`ip12_acc.csv`, `ip12_gyr.csv`), which the
    /// watch plays, too, and of an Android phone (`s25_acc.csv`, `s25_gyr.csv`).
    case recorded(URL)

    func source(of device: NightDevice, seed: UInt64) throws -> any MotionSource {
      switch self {
      case .generated:
        switch device {
        case .iphone: GeneratedMotion(seed: seed)
        case .watch: GeneratedMotion(seed: seed &+ 1)
        case .android: GeneratedMotion(seed: seed &+ 2, grid: .galaxy)
        }
      case .recorded(let folder):
        try RecordedMotion(folder: folder, prefix: device == .android ? "s25" : "ip12")
      }
    }
  }

  /// A place with a beacon, out of reach of the other beacons.
  public enum Room: String, Sendable, Hashable, CaseIterable {
    case bedroom, kitchen, office, workshop, garden

    /// 60 m from one to the next; the beacons reach half of that.
    var place: Place { Place(x: 60 * Double(Self.allCases.firstIndex(of: self)!)) }
  }

  /// Something that happens at a time of the night.
  public struct Incident: Sendable, Hashable {
    /// Since the first recording was started.
    public var after: Duration
    public var device: NightDevice
    public var what: What

    public init(_ what: What, of device: NightDevice = .iphone, after: Duration) {
      self.what = what
      self.device = device
      self.after = after
    }

    /// Where a time until the app is reopened is nil, nobody opens it: it comes back by itself, or
    /// not before the end.
    public enum What: Sendable, Hashable {
      /// The app is removed from memory.
      case jetsam(reopenedAfter: Duration?)
      case forceQuit(reopenedAfter: Duration?)
      case reboot(reopenedAfter: Duration?)
      /// A later system is installed, which takes a quarter of an hour and a reboot.
      case update(toIOS: SystemVersion)
      case offline(for: Duration)
      /// The device is far from the others: a watch without its phone, or the other way round.
      case outOfReach(for: Duration)
      /// The strap is out of reach.
      case strapAway(for: Duration)
      /// The collector is killed with SIGKILL and started again later.
      case collectorKilled(restartedAfter: Duration)
      /// The user carries the phone to another room.
      case walk(to: Room)
      case charger(isConnected: Bool)
    }
  }
}

extension NightPlan {
  /// 24 hours with everything in one app: recorder, strap, five beacons, a nightly task, and a
  /// force-quit, a reboot and an update of the system, after none of which anybody opens the app.
  public static func day(seed: UInt64 = 1) -> NightPlan {
    func at(_ hours: Double, _ what: Incident.What) -> Incident {
      Incident(what, after: .seconds(hours * 3600))
    }
    var plan = NightPlan(
      hours: 24, seed: seed,
      incidents: [
        at(1, .walk(to: .kitchen)), at(2, .walk(to: .office)),
        at(5, .forceQuit(reopenedAfter: nil)), at(5.25, .walk(to: .kitchen)),
        at(6, .walk(to: .workshop)), at(8, .reboot(reopenedAfter: nil)),
        at(9, .walk(to: .garden)), at(11, .walk(to: .kitchen)), at(13, .walk(to: .bedroom)),
        at(14, .charger(isConnected: true)), at(19, .update(toIOS: 18)),
        at(23, .charger(isConnected: false)),
      ])
    plan.title = "A day"
    // Nine streams: a tenth of the uploads does.
    plan.chunkSeconds = 600
    plan.hasStrap = true
    plan.hasBeacons = true
    plan.hasNightlyTask = true
    return plan
  }
}
