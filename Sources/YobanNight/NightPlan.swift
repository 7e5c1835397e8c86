import Foundation
import YobanSimulatedOS

/// The plan of a night: its length, its devices, their motion, and the incidents.
public struct NightPlan: Sendable {
  /// The title in reports.
  public var title = "A night"
  public var hours: Double
  public var seed: UInt64
  /// The devices that record. A watch without its iPhone in this set still has an iPhone, which
  /// sends its recordings to the collector.
  public var devices: Set<NightDevice>
  public var motion: Motion
  /// Parts of the keep-alive recipe that are omitted on purpose (experiment E5).
  public var leftOut: Set<RecipePart>
  /// The incidents of the night, in any order.
  public var incidents: [Incident]
  /// Samples of each motion sensor per second, 1 to 100.
  public var rateHz = 100
  /// Seconds between two samples of each motion sensor.
  public var sampleInterval: Double { 1 / Double(rateHz) }
  /// The length of one upload, in seconds.
  public var chunkSeconds = 300
  /// Whether the sleeper wears a chest strap, whose heart rate is recorded, too.
  public var hasStrap = false
  /// Whether each room has a beacon; the app then records when it enters and leaves the beacons'
  /// regions.
  public var hasBeacons = false
  /// Whether a processing task runs while the phone is charging and not in use.
  public var hasNightlyTask = false
  /// The iPhone's iOS version at the beginning.
  public var systemVersion: SystemVersion = 17
  public var watchVersion: SystemVersion = 10
  public var apiLevel = 36
  public var maker = AndroidModel.stock
  /// Whether the user stops the iPhone's recording only after the watch has sent everything, so
  /// that location keeps the receiving app running (the solution of article S4).
  public var stopsPhoneLast = false
  /// By how much the clocks of devices run fast, in parts per million; below 0 if they run slow (TM5). Unless this is
  /// empty, the watch compares its clock with that of the phone.
  public var clockDrifts: [NightDevice: Double] = [:]
  /// The handling of a file whose receiver does not run (WC5).
  public var linkMode = Behavior.observed

  /// Deliberate errors of the relay, to check that the data loss is detected.
  public var relayFaults: Set<RelayFault> = []

  /// `relayFaults`, and the error of the simple relay that `leftOut` may ask for.
  var injectedRelayFaults: Set<RelayFault> {
    leftOut.contains(.relay) ? relayFaults.union([.deletesAtDidFinish]) : relayFaults
  }

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

  /// The source of the sensors' samples.
  public enum Motion: Sendable, Hashable {
    case generated
    /// The recordings in a folder, repeated in a loop: of an iPhone (`ip12_acc.csv`,
    /// `ip12_gyr.csv`), also used for the watch, and of an Android phone (`s25_acc.csv`,
    /// `s25_gyr.csv`).
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

  /// A room with a beacon, out of range of the other beacons.
  public enum Room: String, Sendable, Hashable, CaseIterable {
    case bedroom, kitchen, office, workshop, garden

    /// The rooms are 60 m apart; the range of the beacons is half of that.
    var place: Place { Place(x: 60 * Double(Self.allCases.firstIndex(of: self)!)) }
  }

  /// An event at a time of the night.
  public struct Incident: Sendable, Hashable {
    /// The time since the start of the first recording.
    public var after: Duration
    public var device: NightDevice
    public var what: What

    public init(_ what: What, of device: NightDevice = .iphone, after: Duration) {
      self.what = what
      self.device = device
      self.after = after
    }

    /// If `reopenedAfter` is nil, the user does not open the app: the system launches it, or it
    /// does not run again before the end of the night.
    public enum What: Sendable, Hashable {
      /// The app is removed from memory.
      case jetsam(reopenedAfter: Duration?)
      case forceQuit(reopenedAfter: Duration?)
      case reboot(reopenedAfter: Duration?)
      /// A newer system version is installed; this takes 15 minutes and a reboot.
      case update(toIOS: SystemVersion)
      case offline(for: Duration)
      /// The device is out of range of the others, such as a watch without its phone.
      case outOfReach(for: Duration)
      /// The strap is out of range.
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
  /// 24 hours with all features in one app: recorder, strap, five beacons, a nightly task. There is
  /// a force-quit, a reboot and a system update, and the user does not open the app after any of
  /// them.
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
    // Nine streams: chunks of 600 s keep the number of uploads low.
    plan.chunkSeconds = 600
    plan.hasStrap = true
    plan.hasBeacons = true
    plan.hasNightlyTask = true
    return plan
  }
}
