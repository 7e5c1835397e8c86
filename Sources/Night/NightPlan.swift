import Foundation
import SimulatedOS

/// What a night is like: how long, which device, which motion, what goes wrong.
public struct NightPlan: Sendable {
  public var hours: Double
  public var seed: UInt64
  public var motion: Motion
  /// Parts of the keep-alive recipe that are left out on purpose (experiment E5).
  public var leftOut: Set<RecipePart>
  /// What happens to the phone during the night, in any order.
  public var incidents: [Incident]
  /// Seconds between two samples of each motion sensor.
  public var sampleInterval = 0.01
  /// Whether the sleeper wears a chest strap, whose heart rate is recorded, too.
  public var hasStrap = false

  public init(
    hours: Double = 12, seed: UInt64 = 1, motion: Motion = .generated,
    leftOut: Set<RecipePart> = [],
    incidents: [Incident] = []
  ) {
    self.hours = hours
    self.seed = seed
    self.motion = motion
    self.leftOut = leftOut
    self.incidents = incidents
  }

  /// Where the sensors' samples come from.
  public enum Motion: Sendable, Hashable {
    case generated
    /// The recording of an iPhone in a folder (`ip12_acc.csv`, `ip12_gyr.csv`), looped.
    case recorded(URL)

    func source(seed: UInt64) throws -> any MotionSource {
      switch self {
      case .generated: GeneratedMotion(seed: seed)
      case .recorded(let folder): try RecordedMotion(folder: folder, prefix: "ip12")
      }
    }
  }

  /// A part of the iPhone's keep-alive recipe (E5, LOC8).
  public enum RecipePart: String, Sendable, Hashable, CaseIterable {
    /// Location updates.
    case location
    /// The background task renewed every 60 s.
    case renewal
    /// `pausesLocationUpdatesAutomatically = false`.
    case noAutoPause = "no-auto-pause"
  }

  /// Something that happens at a time of the night.
  public struct Incident: Sendable, Hashable {
    /// Since the recording was started.
    public var after: Duration
    public var what: What

    public init(_ what: What, after: Duration) {
      self.what = what
      self.after = after
    }

    public enum What: Sendable, Hashable {
      /// The app is removed from memory; the person opens it again later.
      case jetsam(reopenedAfter: Duration)
      case forceQuit(reopenedAfter: Duration)
      case reboot(reopenedAfter: Duration)
      case offline(for: Duration)
      /// The strap is out of reach.
      case strapAway(for: Duration)
      /// The collector is killed with SIGKILL and started again later.
      case collectorKilled(restartedAfter: Duration)
    }
  }
}
