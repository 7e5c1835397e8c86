import Foundation
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

  // MARK: Queries

  /// Begins a query. A query can be executed once; a second time raises an exception, which terminates the app.
  public func execute(_ query: HKQuery) { query.begin(system) }

  /// Ends a query: its handlers are not called any more.
  public func stop(_ query: HKQuery) { query.stop() }

  /// Samples before this date can neither be saved nor found: never, here.
  public func earliestPermittedSampleDate() -> Date { .distantPast }

  // MARK: Saving

  public func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { save([object], withCompletion: completion) }

  /// Saves objects, all or none. While the device is locked, they are kept until it is unlocked (HK3).
  ///
  /// - Parameter completion: receives the error 5 if the app has not asked for a type, 4 if the user does not allow it,
  ///   and 3 if an object with the same identifier exists.
  public func save(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(save(objects.compactMap { ($0 as? HKSample)?.plain }), completion)
  }

  /// Saves samples. Returns why nothing was saved.
  func save(_ samples: [HealthSample]) -> HealthFailure? {
    system("save(_:withCompletion:)") { $0.save(samples, for: system.process) } ?? nil
  }

  public func save(_ object: HKObject) async throws { try await save([object]) }

  public func save(_ objects: [HKObject]) async throws {
    try await awaiting { self.save(objects, withCompletion: $0) }
  }

  // MARK: Deleting

  public func delete(
    _ object: HKObject,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { delete([object], withCompletion: completion) }

  /// Deletes objects that this app has saved, all or none; those of others give the error 4.
  public func delete(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    switch delete(Set(objects.map(\.uuid))) {
    case .success: answer(nil, completion)
    case .failure(let failure): answer(failure, completion)
    }
  }

  private func delete(_ identifiers: Set<UUID>) -> Result<Int, HealthFailure> {
    system("delete(_:withCompletion:)") { $0.delete(identifiers, for: system.process) }
      ?? .success(0)
  }

  public func delete(_ object: HKObject) async throws { try await delete([object]) }

  public func delete(_ objects: [HKObject]) async throws {
    try await awaiting { self.delete(objects, withCompletion: $0) }
  }

  /// Deletes what this app has saved of a type and matches; what others have saved remains.
  ///
  /// - Parameter completion: receives the number of deleted objects.
  public func deleteObjects(
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

  /// Wakes or launches the app when samples of a type are saved or deleted (HK2). The app needs an
  /// `HKObserverQuery` for the type, which it executes in didFinishLaunching, and whose completion handler it
  /// calls.
  ///
  /// - Parameters:
  ///   - frequency: the least time between two deliveries; for some types, the system delivers at most once in an hour.
  ///   - completion: receives the error 4 without the entitlement
  ///     `com.apple.developer.healthkit.background-delivery`.
  public func enableBackgroundDelivery(
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
    DispatchQueue.global().async { completion(error == nil, error) }
  }

  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws {
    try await awaiting {
      self.enableBackgroundDelivery(for: type, frequency: frequency, withCompletion: $0)
    }
  }

  public func disableBackgroundDelivery(
    for type: HKObjectType,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    system.service.disableDelivery(type.identifier, for: system.process)
    answer(nil, completion)
  }

  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await awaiting { self.disableBackgroundDelivery(for: type, withCompletion: $0) }
  }

  public func disableAllBackgroundDelivery(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    system.service.disableDelivery(nil, for: system.process)
    answer(nil, completion)
  }

  public func disableAllBackgroundDelivery() async throws {
    try await awaiting { self.disableAllBackgroundDelivery(completion: $0) }
  }

  // MARK: The user

  /// Throws `errorNoData`: the user has not entered it, here.
  public func dateOfBirthComponents() throws -> DateComponents { throw HKError.noData }

  // MARK: Completion

  private func answer(_ failure: HealthFailure?, _ completion: @escaping Completion) {
    let error = failure.map { HKError($0) }
    DispatchQueue.global().async { completion(error == nil, error) }
  }
}
