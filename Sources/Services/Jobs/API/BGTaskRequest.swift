internal import YobanSimulatedApple

/// A request to the scheduler. Apps create one of the subclasses.
open class BGTaskRequest: NSObject, NSCopying {
  open private(set) var identifier: String
  /// The earliest time for the task, which may begin much later (FT2); nil for no limit.
  open var earliestBeginDate: Date?

  fileprivate init(_ identifier: String) {
    self.identifier = identifier
    super.init()
  }

  var kind: ScheduledTaskRequest.Kind { preconditionFailure("a request is one of the subclasses") }

  var request: ScheduledTaskRequest {
    ScheduledTaskRequest(identifier, kind, earliestBeginDate: earliestBeginDate)
  }

  open func copy(with zone: NSZone? = nil) -> Any { Self.make(request) }

  /// Creates a request from the scheduler's form.
  static func make(_ request: ScheduledTaskRequest) -> BGTaskRequest {
    let copy: BGTaskRequest
    switch request.kind {
    case .refresh: copy = BGAppRefreshTaskRequest(identifier: request.identifier)
    case .processing(let requiresNetwork, let requiresPower):
      let processing = BGProcessingTaskRequest(identifier: request.identifier)
      processing.requiresNetworkConnectivity = requiresNetwork
      processing.requiresExternalPower = requiresPower
      copy = processing
    case .continued(let own):
      let continued = BGContinuedProcessingTaskRequest(
        identifier: request.identifier, title: own.title, subtitle: own.subtitle)
      continued.strategy = own.waits ? .queue : .fail
      continued.requiredResources = own.needsGPU ? .gpu : []
      copy = continued
    }
    copy.earliestBeginDate = request.earliestBeginDate
    return copy
  }
}

/// Requests a launch of about 30 s, at a time that depends on how the app is used (FT3).
open class BGAppRefreshTaskRequest: BGTaskRequest {
  public init(identifier: String) { super.init(identifier) }
  override var kind: ScheduledTaskRequest.Kind { .refresh }
}

/// Requests some minutes of work while the device is idle (FT4).
open class BGProcessingTaskRequest: BGTaskRequest {
  open var requiresNetworkConnectivity = false
  /// Whether the task requires external power. This also disables the CPU monitor while it runs
  /// (L11).
  open var requiresExternalPower = false

  public init(identifier: String) { super.init(identifier) }

  override var kind: ScheduledTaskRequest.Kind {
    .processing(requiresNetwork: requiresNetworkConnectivity, requiresPower: requiresExternalPower)
  }
}

/// Requests that work which the user began continues in the background, from now on (FT5).
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  @nonexhaustive public enum SubmissionStrategy: Int, Sendable {
    /// The submission fails if the task cannot begin immediately.
    case fail = 0
    /// The task waits until it can begin, or until the user force-quits the app.
    case queue = 1
  }

  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Requires the entitlement `com.apple.developer.background-tasks.continued-processing.gpu`.
    public static let gpu = Resources(rawValue: 1)
  }

  open var title: String
  open var subtitle: String
  open var strategy = SubmissionStrategy.queue
  open var requiredResources: Resources = []

  /// - Parameter identifier: Begins with the bundle identifier, and matches an entry of Info.plist
  ///   that ends with `.*`.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier)
    SystemAPI.continuedTask.reportIfTooNew()
  }

  override var kind: ScheduledTaskRequest.Kind {
    .continued(
      .init(
        title: title, subtitle: subtitle, waits: strategy == .queue,
        needsGPU: requiredResources.contains(.gpu)))
  }
}
