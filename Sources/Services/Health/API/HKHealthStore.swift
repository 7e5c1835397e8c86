import YobanFoundation
internal import YobanSimulatedApple
internal import YobanVirtualTime

/// The app's access to HealthKit: the user's permission, workout sessions (WK2), samples (HK4) and deliveries in the
/// background (HK2).
///
/// Sendable: its process never changes.
open class HKHealthStore: NSObject, @unchecked Sendable {
  let system: ServiceHandle<HealthService>
  private let mirroring = Mirroring()

  /// The handler for mirrored workouts.
  ///
  /// Used only by the holder of the simulation's baton.
  private final class Mirroring: @unchecked SimulationConfined {
    var handler: (@Sendable (HKWorkoutSession) -> Void)?
  }

  public override init() {
    system = Self.system(of: .callingOnPhone("HKHealthStore was created"))
    super.init()
  }

  static func system(of process: AppProcess) -> ServiceHandle<HealthService> {
    ServiceHandle(process.app.appleDevice.health, of: process, for: "HKHealthStore")
  }

  open class func isHealthDataAvailable() -> Bool { true }

  // MARK: Queries

  /// Begins a query. A query can be executed once; a second time raises an exception, which terminates the app.
  open func execute(_ query: HKQuery) { query.begin(system) }

  /// Ends a query: its handlers are not called any more.
  open func stop(_ query: HKQuery) { query.stop() }

  /// Samples before this date can neither be saved nor found: never, here.
  open func earliestPermittedSampleDate() -> Date { .distantPast }

  // MARK: Saving

  open func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { save([object], withCompletion: completion) }

  /// Saves objects, all or none. While the device is locked, they are kept until it is unlocked (HK3).
  ///
  /// - Parameter completion: receives the error 5 if the app has not asked for a type, 4 if the user does not allow
  ///   it, and 3 if an object with the same identifier exists.
  open func save(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(save(objects.compactMap { ($0 as? HKSample)?.plain }), completion)
  }

  // MARK: Deleting

  open func delete(
    _ object: HKObject,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { delete([object], withCompletion: completion) }

  /// Deletes objects that this app has saved, all or none; those of others give the error 4.
  open func delete(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    switch delete(Set(objects.map(\.uuid))) {
    case .success: answer(nil, completion)
    case .failure(let failure): answer(failure, completion)
    }
  }

  /// Deletes what this app has saved of a type and matches; what others have saved remains.
  ///
  /// - Parameter completion: receives the number of deleted objects.
  open func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let own = system.service.samples(of: objectType.identifier).filter {
      $0.source == system.process.app.definition.bundleIdentifier
        && predicate.evaluate(with: HKSample.make($0))
    }
    let result = delete(Set(own.map(\.uuid)))
    DispatchQueue.global().async {
      switch result {
      case .success(let count): completion(true, count, nil)
      case .failure(let failure): completion(false, 0, HKError(failure))
      }
    }
  }

  // MARK: Background delivery

  /// Wakes or launches the app when samples of a type are saved or deleted (HK2). The app needs an
  /// `HKObserverQuery` for the type, which it executes in didFinishLaunching, and whose completion handler it
  /// calls.
  ///
  /// - Parameters:
  ///   - frequency: the least time between two deliveries; for some types, the system delivers at most once in an
  ///     hour.
  ///   - completion: receives the error 4 without the entitlement
  ///     `com.apple.developer.healthkit.background-delivery`.
  open func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let frequency = HealthFrequency(rawValue: frequency.rawValue) ?? .immediate
    let isEnabled =
      system("enableBackgroundDelivery(for:frequency:withCompletion:)") {
        $0.enableDelivery(type.identifier, frequency, for: system.process)
      } ?? false
    let error =
      isEnabled
      ? nil
      : HKError(
        .authorizationDenied,
        "Missing com.apple.developer.healthkit.background-delivery entitlement.")
    complete(completion, error)
  }

  open func disableBackgroundDelivery(
    for type: HKObjectType,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    system.service.disableDelivery(type.identifier, for: system.process)
    answer(nil, completion)
  }

  open func disableAllBackgroundDelivery(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    system.service.disableDelivery(nil, for: system.process)
    answer(nil, completion)
  }

  // MARK: The user

  /// Throws `errorNoData`: the user has not entered it, here.
  open func dateOfBirthComponents() throws -> DateComponents { throw HKError.noData }

  // MARK: Permission

  /// Requests authorization from the user for the types that were not requested before. Raises an
  /// exception, which terminates the app, if Info.plist lacks NSHealthUpdateUsageDescription (to
  /// share) or NSHealthShareUsageDescription (to read).
  ///
  /// - Parameter completion: Called on a background queue. True does not mean that the user agreed.
  ///   The error is `errorAuthorizationDenied` without the entitlement
  ///   `com.apple.developer.healthkit`.
  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let (share, read) = (names(typesToShare ?? []), names(typesToRead ?? []))
    system("requestAuthorization(toShare:read:completion:)") {
      $0.requestAuthorization(share: share, read: read, for: system.process) { refusal in
        complete(completion, refusal.map(HKError.init))
      }
    }
  }

  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws {
    SystemAPI.healthAuthorizationAsync.reportIfTooNew()
    try await awaiting {
      self.requestAuthorization(toShare: typesToShare, read: typesToRead, completion: $0)
    }
  }

  /// Returns whether the app may share a type.
  open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    switch system.service.authorization(toShare: type.identifier, of: system.process.app) {
    case .notDetermined: .notDetermined
    case .sharingDenied: .sharingDenied
    case .sharingAuthorized: .sharingAuthorized
    }
  }

  /// Determines whether a request for these types would ask the user. Calls `completion` on a
  /// background queue.
  open func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let status = requestStatus(typesToShare, typesToRead)
    DispatchQueue.global().async { completion(status, nil) }
  }

  open func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus { requestStatus(typesToShare, typesToRead) }

  private func requestStatus(
    _ share: Set<HKSampleType>, _ read: Set<HKObjectType>
  ) -> HKAuthorizationRequestStatus {
    system.service.wouldAsk(share: names(share), read: names(read), of: system.process.app)
      ? .shouldRequest : .unnecessary
  }

  // MARK: Workouts

  /// Receives the mirror of each session that the watch mirrors, on a background queue. Set it in didFinishLaunching:
  /// the system launches the app in background for it. It is called again, with another session, after the connection
  /// was lost (WK13).
  open var workoutSessionMirroringStartHandler: (@Sendable (HKWorkoutSession) -> Void)? {
    get { mirroring.handler }
    set {
      SystemAPI.mirroringHandler.reportIfTooNew()
      mirroring.handler = newValue
      system("workoutSessionMirroringStartHandler") {
        $0.onMirroring(
          for: system.process,
          newValue.map { handler in
            { [self] mirror in
              let session = HKWorkoutSession(mirroring: mirror, self)
              DispatchQueue.global().async { handler(session) }
            }
          })
      }
    }
  }

  /// Returns the session of an earlier launch that has not ended, or nil (WK2, WK14). Call this in
  /// `handleActiveWorkoutRecovery()`, or on an iPhone when the options of the scene say
  /// `shouldHandleActiveWorkoutRecovery`; set the session's delegate, and the builder's delegate and data source.
  ///
  /// - Parameter completion: Called on a background queue.
  open func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    let found = system("recoverActiveWorkoutSession(completion:)") {
      $0.recover(for: system.process)
    }
    let session = (found ?? nil).map { HKWorkoutSession(recovering: $0, self) }
    DispatchQueue.global().async { completion(session, nil) }
  }

  open func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
    try await withCheckedThrowingContinuation { continuation in
      recoverActiveWorkoutSession { session, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: session)
        }
      }
    }
  }

  /// Launches or resumes the app's companion on the watch, which may begin a workout (WK2). Called
  /// on the iPhone.
  ///
  /// - Parameter completion: Called on a background queue, with true if the watch app was launched.
  open func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    system("startWatchApp(with:completion:)") {
      $0.startWatchApp(workoutConfiguration.plain, for: system.process) { isLaunched in
        let error = isLaunched ? nil : HKError(.unknown, "Unable to launch the watch app")
        DispatchQueue.global().async { completion(isLaunched, error) }
      }
    }
  }

  open func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
    try await awaiting { self.startWatchApp(with: workoutConfiguration, completion: $0) }
  }

  func makeSession(
    _ configuration: HKWorkoutConfiguration, _ receiver: WorkoutSessionReceiver
  ) throws(HKError) -> WorkoutSession {
    guard system.service.offersWorkoutSessions else {
      throw HKError(
        .healthDataUnavailable, "Workout sessions run on a watch, or on an iPhone from iOS 26 on")
    }
    if let problem = configuration.problem { throw HKError(.invalidArgument, problem) }
    return system.service.makeSession(configuration.plain, for: system.process, receiver)
  }

  func adopt(_ session: WorkoutSession, _ receiver: WorkoutSessionReceiver) {
    system.service.adopt(session, for: system.process, receiver)
  }

  func date(_ instant: VirtualInstant) -> Date { system.process.date(instant) }
}

/// Calls a method that has a completion handler, and waits for it.
func awaiting(
  _ body: (@escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void) -> Void
) async throws {
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    body { _, error in
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }
}

/// Calls a completion handler on a background queue.
func complete(
  _ completion: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void,
  _ error: HKError?
) {
  DispatchQueue.global().async { completion(error == nil, error) }
}

/// Returns the identifiers of types, sorted.
private func names(_ types: Set<some HKObjectType>) -> [String] {
  types.map(\.identifier).sorted()
}

extension HKError {
  init(_ refusal: HealthRefusal) {
    switch refusal {
    case .missingEntitlement:
      self.init(.authorizationDenied, "Missing com.apple.developer.healthkit entitlement.")
    case .nothingRequested: self.init(.invalidArgument, "No types were requested")
    }
  }
}
