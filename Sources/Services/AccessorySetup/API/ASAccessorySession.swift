internal import YobanSimulatedApple
internal import YobanVirtualTime

/// Lets the user set up accessories for the app, and knows those that are set up (AS1).
///
/// Keep it as long as the app needs events. Its handler and its completion handlers run on the queue of `activate`.
/// Sendable: its state belongs to the app's process.
open class ASAccessorySession: NSObject, @unchecked Sendable {
  private let system: ServiceHandle<AccessorySetupService>
  private let receiver = SessionReceiver()
  private var session: AccessorySession?

  public override init() {
    let process = AppProcess.callingOnPhone("ASAccessorySession was created")
    system = ServiceHandle(
      process.app.appleDevice.accessorySetup, of: process, for: "ASAccessorySession")
    super.init()
  }

  /// The accessories that the user has set up for the app; empty before the event `activated`.
  open var accessories: [ASAccessory] {
    (system("accessories") { $0.accessories(session) } ?? []).map(ASAccessory.init)
  }

  /// The settings of the next picker (iOS 26).
  open var pickerDisplaySettings: ASPickerDisplaySettings? {
    didSet { SystemAPI.pickerSettings.reportIfTooNew() }
  }

  /// Starts the session. The handler soon receives `activated` (AS1).
  ///
  /// Without NSAccessorySetupKitSupports in Info.plist, it receives `invalidated` with the error `activationFailed`.
  open func activate(
    on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void
  ) {
    SystemAPI.accessorySession.reportIfTooNew()
    guard session == nil else { return }
    receiver.start(queue, eventHandler)
    session = system("activate(on:eventHandler:)") { $0.activate(system.process, receiver) }
  }

  /// Ends the session, which cannot be used any more. The handler receives `invalidated`.
  open func invalidate() {
    guard let session else { return }
    system("invalidate()") { $0.invalidate(session) }
    receiver.stop()
  }

  // MARK: The picker

  /// Shows the accessories of a Device Discovery Extension. Fails with `extensionNotFound`: there are no such
  /// extensions.
  open func showPicker(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    answer(.extensionNotFound, completionHandler)
  }

  open nonisolated(nonsending) func showPicker() async throws {
    try await result { showPicker(completionHandler: $0) }
  }

  /// Shows the picker (AS4). The completion handler is called when it is closed, after `pickerDidDismiss`: without an
  /// error if an accessory was set up.
  ///
  /// The app is terminated if Info.plist does not list what the descriptors name (AS3). Errors: `pickerRestricted` in
  /// the background or while a central manager uses the old permission, `pickerAlreadyActive`, `invalidRequest` before
  /// the activation, `invalidated` after `invalidate()`, `discoveryTimeout`, `userCancelled` (AS5, AS6).
  open func showPicker(
    for displayItems: [ASPickerDisplayItem],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let items = displayItems.map(\.plain)
    session?.settings = pickerDisplaySettings?.plain ?? AccessoryPickerSettings()
    let queue = receiver.queue
    let problem = system("showPicker(for:completionHandler:)") {
      service -> String? in
      if let problem = service.problem(with: items, system.process) { return problem }
      service.showPicker(items, session, system.process) { failure in
        queue.async { completionHandler(failure?.error) }
      }
      return nil
    }
    if let problem = problem ?? nil {
      AppProcess.raise("NSInvalidArgumentException: \(problem)", of: system.process)
    }
  }

  open nonisolated(nonsending) func showPicker(for displayItems: [ASPickerDisplayItem]) async throws
  {
    try await result { showPicker(for: displayItems, completionHandler: $0) }
  }

  /// Shows accessories of `accessoryDiscovered` in the picker (iOS 26.1, AS10).
  open func updatePicker(
    showing displayItems: [ASDiscoveredDisplayItem],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    SystemAPI.pickerUpdate.reportIfTooNew()
    let shown = displayItems.map { (peer: $0.accessory.plain.identifier, name: $0.name) }
    call("updatePicker(showing:completionHandler:)", completionHandler) {
      $0.updatePicker(shown, session)
    }
  }

  open nonisolated(nonsending) func updatePicker(showing displayItems: [ASDiscoveredDisplayItem])
    async throws
  {
    try await result { updatePicker(showing: displayItems, completionHandler: $0) }
  }

  /// Ends the search of a picker with filtering: without anything to show, it times out (iOS 26.1, AS10).
  open func finishPickerDiscovery(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    SystemAPI.pickerFinish.reportIfTooNew()
    call("finishPickerDiscovery(completionHandler:)", completionHandler) {
      $0.finishDiscovery(session)
    }
  }

  open nonisolated(nonsending) func finishPickerDiscovery() async throws {
    try await result { finishPickerDiscovery(completionHandler: $0) }
  }

  // MARK: Accessories

  /// Finishes the setup of an accessory in the state `awaitingAuthorization` (AS9).
  open func finishAuthorization(
    for accessory: ASAccessory, settings: ASAccessorySettings,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    call("finishAuthorization(for:settings:completionHandler:)", completionHandler) {
      $0.finishAuthorization(accessory.plain.identifier, ssid: settings.ssid, session)
    }
  }

  open nonisolated(nonsending) func finishAuthorization(
    for accessory: ASAccessory, settings: ASAccessorySettings
  )
    async throws
  {
    try await result {
      finishAuthorization(for: accessory, settings: settings, completionHandler: $0)
    }
  }

  /// Refuses an accessory in the state `awaitingAuthorization` (AS9).
  open func failAuthorization(
    for accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    call("failAuthorization(for:completionHandler:)", completionHandler) {
      $0.failAuthorization(accessory.plain.identifier, session)
    }
  }

  open nonisolated(nonsending) func failAuthorization(for accessory: ASAccessory) async throws {
    try await result { failAuthorization(for: accessory, completionHandler: $0) }
  }

  /// Ends the app's access to an accessory (AS8).
  open func removeAccessory(
    _ accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    call("removeAccessory(_:completionHandler:)", completionHandler) {
      $0.removeAccessory(accessory.plain.identifier, session)
    }
  }

  open nonisolated(nonsending) func removeAccessory(_ accessory: ASAccessory) async throws {
    try await result { removeAccessory(accessory, completionHandler: $0) }
  }

  /// Asks the user for a new name (AS9); a test plans the answer with `accessorySetup.answerRename`.
  open func renameAccessory(
    _ accessory: ASAccessory, options renameOptions: ASAccessory.RenameOptions = [],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    call("renameAccessory(_:options:completionHandler:)", completionHandler) {
      $0.renameAccessory(accessory.plain.identifier, session)
    }
  }

  open nonisolated(nonsending) func renameAccessory(
    _ accessory: ASAccessory, options renameOptions: ASAccessory.RenameOptions = []
  ) async throws {
    try await result {
      renameAccessory(accessory, options: renameOptions, completionHandler: $0)
    }
  }

  /// Replaces the descriptor of an accessory (iOS 26, AS9).
  open func updateAuthorization(
    for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    SystemAPI.authorizationUpdate.reportIfTooNew()
    call("updateAuthorization(for:descriptor:completionHandler:)", completionHandler) {
      $0.updateAuthorization(accessory.plain.identifier, descriptor.plain, session)
    }
  }

  open nonisolated(nonsending) func updateAuthorization(
    for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor
  ) async throws {
    try await result {
      updateAuthorization(for: accessory, descriptor: descriptor, completionHandler: $0)
    }
  }

  // MARK: Answers

  private func call(
    _ name: String, _ completion: @escaping @Sendable ((any Error)?) -> Void,
    _ body: (AccessorySetupService) -> AccessorySetupFailure?
  ) {
    guard let failure = system(name, body) else { return }
    answer(failure, completion)
  }

  private func answer(
    _ failure: AccessorySetupFailure?, _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let error = failure?.error
    receiver.queue.async { completion(error) }
  }

  private nonisolated(nonsending) func result(
    _ body: (@escaping @Sendable ((any Error)?) -> Void) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      body { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }
}

/// Passes the events of the system to the handler of a session, on its queue and in order.
private final class SessionReceiver: AccessorySetupEventReceiver, @unchecked SimulationConfined {
  private(set) var queue = DispatchQueue.main
  private var handler: ((ASAccessoryEvent) -> Void)?

  func start(_ queue: DispatchQueue, _ handler: @escaping (ASAccessoryEvent) -> Void) {
    (self.queue, self.handler) = (queue, handler)
  }

  /// Releases the handler after the events that are on the queue.
  func stop() { queue.async { [self] in handler = nil } }

  func received(_ notice: AccessoryNotice) {
    queue.async { [self] in handler?(ASAccessoryEvent(notice)) }
  }
}
