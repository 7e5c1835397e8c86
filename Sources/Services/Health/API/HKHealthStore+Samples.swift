import YobanFoundation
internal import YobanSimulatedApple

/// The least time between two deliveries in the background (HK2).
@nonexhaustive public enum HKUpdateFrequency: Int, Sendable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4
}

/// The samples of HealthKit. Completion handlers are called on a background queue.
extension HKHealthStore {
  public typealias Completion = @Sendable (_ success: Bool, _ error: (any Error)?) -> Void

  // MARK: Saving

  /// Saves samples. Returns why nothing was saved.
  func save(_ samples: [HealthSample]) -> HealthFailure? {
    system("save(_:withCompletion:)") { $0.save(samples, for: system.process) } ?? nil
  }

  /// Saves the samples that are not saved yet. Returns why nothing was saved.
  func add(_ samples: [HealthSample]) -> HealthFailure? {
    system("add(_:completion:)") { $0.add(samples, for: system.process) } ?? nil
  }

  func associate(_ samples: [HealthSample], with workout: HKWorkout) {
    system("finishWorkout(completion:)") {
      $0.associate(Set(samples.map(\.uuid)), with: workout.uuid)
    }
  }

  var isOnLockedDevice: Bool { system.process.app.device.isLocked }

  func mayRead(_ sample: HealthSample) -> Bool { system.service.mayRead(sample, system.process) }

  /// Lets samples belong to a stored workout, and saves those that are not saved yet.
  public func add(
    _ samples: [HKSample], to workout: HKWorkout,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let plain = samples.map(\.plain)
    let failure = system("add(_:to:completion:)") {
      $0.add(plain, to: workout.uuid, for: system.process)
    }
    answer(failure ?? nil, completion)
  }

  public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await awaiting { self.add(samples, to: workout, completion: $0) }
  }

  public func save(_ object: HKObject) async throws { try await save([object]) }

  public func save(_ objects: [HKObject]) async throws {
    try await awaiting { self.save(objects, withCompletion: $0) }
  }

  // MARK: Deleting

  func delete(_ identifiers: Set<UUID>) -> Result<Int, HealthFailure> {
    system("delete(_:withCompletion:)") { $0.delete(identifiers, for: system.process) }
      ?? .success(0)
  }

  public func delete(_ object: HKObject) async throws { try await delete([object]) }

  public func delete(_ objects: [HKObject]) async throws {
    try await awaiting { self.delete(objects, withCompletion: $0) }
  }

  public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int
  {
    try await withCheckedThrowingContinuation { continuation in
      deleteObjects(of: objectType, predicate: predicate) { _, count, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: count)
        }
      }
    }
  }

  // MARK: Background delivery

  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws {
    try await awaiting {
      self.enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0)
    }
  }

  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await awaiting { self.disableBackgroundDelivery(for: type, withCompletion: $0) }
  }

  public func disableAllBackgroundDelivery() async throws {
    try await awaiting { self.disableAllBackgroundDelivery(completion: $0) }
  }

  // MARK: Completion

  func answer(_ failure: HealthFailure?, _ completion: @escaping Completion) {
    complete(completion, failure.map { HKError($0) })
  }
}
