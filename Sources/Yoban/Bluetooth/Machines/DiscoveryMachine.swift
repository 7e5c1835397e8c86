/// Finds what a profile names on a connected accessory and subscribes to its values.
///
/// What is known already, from a restoration for instance (BT26), is not asked for again: it was
/// found with this profile, so that an optional part that is not known is not there. A part that is
/// missing is reported and left out; an answer that fails ends the discovery. All requests of a
/// step are made at once, because the system sends them one after the other (BT20).
///
/// Pure; perform the actions in their order. Each request has one answer.
struct DiscoveryMachine {
  enum Action: Hashable {
    /// Answer with `servicesFound`.
    case discoverServices([AttributeIdentifier])
    /// Answer with `characteristicsFound`.
    case discoverCharacteristics([AttributeIdentifier], of: AttributeIdentifier)
    /// Answer with `subscribed`.
    case subscribe(AttributePath)
    case report(BluetoothProblem)
    /// Everything that is there is found and subscribed.
    case finish
    /// The accessory or the system did not answer as it must.
    case fail(BluetoothFailure)
  }

  enum State: Hashable {
    /// No discovery is under way.
    case idle
    case findingServices
    /// The services that have not answered yet.
    case findingCharacteristics([AttributeIdentifier])
    /// The characteristics that have not answered yet.
    case subscribing([AttributePath])
  }

  /// A service as far as it is known; nil for characteristics that were never asked for.
  struct FoundService: Hashable {
    var identifier: AttributeIdentifier
    var characteristics: [FoundCharacteristic]?
  }

  struct FoundCharacteristic: Hashable {
    var identifier: AttributeIdentifier
    var canNotify: Bool
    var isNotifying = false
  }

  private(set) var state = State.idle
  private let wanted: [ServiceProfile]
  private var found: [AttributePath: FoundCharacteristic] = [:]
  /// The wanted services that the accessory has.
  private var foundServices: Set<AttributeIdentifier> = []

  init(_ services: [ServiceProfile]) { wanted = services }

  /// Begins, or begins again. Late answers to an earlier discovery must not follow.
  ///
  /// - Parameter services: nil if the accessory was never asked, or may have changed.
  mutating func begin(known services: [FoundService]?) -> [Action] {
    reset()
    state = .findingServices
    let known = Set((services ?? []).map(\.identifier))
    if let services, wanted.allSatisfy({ !$0.isRequired || known.contains($0.identifier) }) {
      return servicesFound(services, nil)
    }
    return [.discoverServices(wanted.map(\.identifier))]
  }

  /// The accessory is gone, or its services are.
  mutating func reset() {
    state = .idle
    found = [:]
    foundServices = []
  }

  /// - Parameter services: all that are known of the accessory.
  mutating func servicesFound(
    _ services: [FoundService], _ failure: BluetoothFailure?
  ) -> [Action] {
    guard state == .findingServices else { return [] }
    if let failure { return fail(failure) }
    var actions: [Action] = []
    var unanswered: [AttributeIdentifier] = []
    for profile in wanted {
      guard let service = services.first(where: { $0.identifier == profile.identifier }) else {
        if profile.isRequired { actions.append(.report(.missingService(profile.identifier))) }
        continue
      }
      foundServices.insert(service.identifier)
      if let known = service.characteristics, hasRequired(known, of: profile) {
        note(known, of: service.identifier)
      } else {
        let characteristics = profile.characteristics.map(\.path.characteristic)
        unanswered.append(service.identifier)
        actions.append(.discoverCharacteristics(characteristics, of: service.identifier))
      }
    }
    state = .findingCharacteristics(unanswered)
    return unanswered.isEmpty ? actions + subscribe() : actions
  }

  /// - Parameter characteristics: all that are known of the service.
  mutating func characteristicsFound(
    _ characteristics: [FoundCharacteristic], of service: AttributeIdentifier,
    _ failure: BluetoothFailure?
  ) -> [Action] {
    guard case .findingCharacteristics(var unanswered) = state,
      let place = unanswered.firstIndex(of: service)
    else { return [] }
    if let failure { return fail(failure) }
    note(characteristics, of: service)
    unanswered.remove(at: place)
    state = .findingCharacteristics(unanswered)
    return unanswered.isEmpty ? subscribe() : []
  }

  /// A subscription began, or was refused.
  mutating func subscribed(_ path: AttributePath, _ failure: BluetoothFailure?) -> [Action] {
    guard case .subscribing(var unanswered) = state,
      let place = unanswered.firstIndex(of: path)
    else { return [] }
    let problem = failure.map { [Action.report(.subscriptionFailed(path, $0))] } ?? []
    unanswered.remove(at: place)
    state = .subscribing(unanswered)
    return problem + finishIfAnswered()
  }

  // MARK: Steps

  private func hasRequired(_ known: [FoundCharacteristic], of profile: ServiceProfile) -> Bool {
    profile.characteristics.allSatisfy { characteristic in
      characteristic.uses.contains(.isOptional)
        || known.contains { $0.identifier == characteristic.path.characteristic }
    }
  }

  private mutating func note(
    _ characteristics: [FoundCharacteristic], of service: AttributeIdentifier
  ) {
    for characteristic in characteristics {
      let path = AttributePath(service: service, characteristic: characteristic.identifier)
      // Of two with one UUID, the first.
      if found[path] == nil { found[path] = characteristic }
    }
  }

  private mutating func subscribe() -> [Action] {
    var actions: [Action] = []
    var unanswered: [AttributePath] = []
    for characteristic in wanted.flatMap(\.characteristics) {
      let (path, uses) = (characteristic.path, characteristic.uses)
      guard let known = found[path] else {
        if foundServices.contains(path.service), !uses.contains(.isOptional) {
          actions.append(.report(.missingCharacteristic(path)))
        }
        continue
      }
      guard !uses.isDisjoint(with: [.notifies, .notifiesIfPossible]) else { continue }
      if !known.canNotify {
        if uses.contains(.notifies) { actions.append(.report(.cannotNotify(path))) }
      } else if !known.isNotifying {
        unanswered.append(path)
        actions.append(.subscribe(path))
      }
    }
    state = .subscribing(unanswered)
    return actions + finishIfAnswered()
  }

  private mutating func finishIfAnswered() -> [Action] {
    guard state == .subscribing([]) else { return [] }
    state = .idle
    return [.finish]
  }

  private mutating func fail(_ failure: BluetoothFailure) -> [Action] {
    reset()
    return [.fail(failure)]
  }
}
