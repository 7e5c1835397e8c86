#if !os(watchOS)
  import Chunks
  import Foundation

  /// A watched region as a stream of a recording, like that of any sensor.
  ///
  /// The app owns the watch: create it before the recording. A recording starts the watch if it is
  /// not started, and leaves it running at its end. While the user does not grant the permission
  /// that the watch needs, the recording has a gap with the cause `not-authorized`. While location
  /// services are off, and until the first state is known, the cause is `sensor-off`.
  ///
  /// Isolated to the main actor.
  @MainActor
  public final class RegionSource: SampleSource {
    public let stream: StreamDescription
    private let watch: RegionWatch
    private let region: String
    private let reportsProximity: Bool
    private let value: HeldValue

    /// Returns a source for whether the device is in the region, 1 or 0: stream `region-<name>`.
    ///
    /// A sample is valid until the next one, also while the process does not run, and is repeated
    /// once a minute. An exit has the time at which it happened, not the later time at which it was
    /// reported.
    ///
    /// - Throws: `ChunkError.invalidName` if the name of the region is not valid for a stream.
    public static func presence(
      _ watch: RegionWatch, _ region: String
    ) throws(ChunkError) -> RegionSource {
      RegionSource(
        watch, region, try .held("region-\(region)", "inside"), reportsProximity: false,
        repeatedEvery: .seconds(60))
    }

    /// Returns a source for the proximity of the nearest beacon of the region: stream
    /// `proximity-<name>`. The values are those of `CLProximity`: 0 unknown or outside, 1
    /// immediate, 2 near, 3 far.
    ///
    /// A sample is valid until the next one while the process runs. It is repeated each 10 s, and
    /// more than 25 s without a sample are a gap.
    ///
    /// - Throws: `ChunkError.invalidName` if the name of the region is not valid for a stream.
    public static func proximity(
      _ watch: RegionWatch, _ region: String
    ) throws(ChunkError) -> RegionSource {
      let stream = try StreamDescription(
        name: "proximity-\(region)", channels: [Channel(name: "proximity", unit: "")],
        timeout: .seconds(25))
      return RegionSource(
        watch, region, stream, reportsProximity: true, repeatedEvery: .seconds(10))
    }

    private init(
      _ watch: RegionWatch, _ region: String, _ stream: StreamDescription, reportsProximity: Bool,
      repeatedEvery interval: Duration
    ) {
      self.watch = watch
      self.region = region
      self.stream = stream
      self.reportsProximity = reportsProximity
      // Checked at each repetition: a permission may be withdrawn while the process is suspended.
      value = HeldValue(repeatedEvery: interval, whileKnown: { [watch] in watch.isAllowedNow })
    }

    public func start(deliveringTo sink: SampleSink) {
      value.start(sink)
      watch.watchEvents.addObserver(self) { [weak self] event in self?.note(event, sink) }
      do throws(RegionWatchError) {
        try watch.start()
      } catch {
        return sink.fail(SampleSourceFailure(cause: .sensorOff, message: error.message))
      }
      if watch.problem == nil, watch.isConfirmed(region) { giveState() } else { sink.fail(failure) }
    }

    public func stop() {
      watch.watchEvents.removeObserver(self)
      value.stop()
    }

    private func note(_ event: RegionWatch.WatchEvent, _ sink: SampleSink) {
      switch event {
      case .event(.exited(let change)) where change.region.name == region:
        if !reportsProximity, watch.problem == nil {
          value.set(0, age: -change.date.timeIntervalSinceNow)
        }
      case .event(.proximity(let change)) where change.region.name == region:
        if reportsProximity, watch.problem == nil { value.set(Double(change.proximity.rawValue)) }
      case .event(.problem(let problem)) where problem == watch.problem:
        value.forget()
        sink.fail(failure)
      case .confirmed(region):
        if watch.problem == nil { giveState() }
      case .inDoubt(region):
        if reportsProximity { giveState() } else { value.doubt() }
      case .stopped:
        value.forget()
        sink.fail(failure)
      case .event, .confirmed, .inDoubt: break
      }
    }

    private func giveState() {
      if reportsProximity { return value.set(Double(watch.proximity(in: region).rawValue)) }
      switch watch.presence(in: region) {
      case .unknown: break
      case .inside: value.set(1)
      case .outside: value.set(0)
      }
    }

    private var failure: SampleSourceFailure {
      switch watch.problem {
      case nil:
        SampleSourceFailure(
          cause: .sensorOff, message: "It is not known yet whether \(region) is near.")
      case .locationServicesOff?:
        SampleSourceFailure(
          cause: .sensorOff, message: RegionProblem.locationServicesOff.message)
      case let problem?:
        SampleSourceFailure(cause: .notAuthorized, message: problem.message)
      }
    }
  }
#endif
