internal import YobanSimulatedApple

/// The values of a call that an app changes. A property that was not set leaves the present value of the call.
open class CXCallUpdate: NSObject, NSCopying {
  private(set) var details = CallDetails()

  public override init() { super.init() }

  open var remoteHandle: CXHandle? {
    get { details.handle.map(CXHandle.init) }
    set { details.handle = newValue?.handle }
  }
  /// The name that the user sees.
  open var localizedCallerName: String? {
    get { details.name }
    set { details.name = newValue }
  }
  open var supportsHolding: Bool {
    get { details.supportsHolding ?? true }
    set { details.supportsHolding = newValue }
  }
  open var supportsGrouping: Bool {
    get { details.supportsGrouping ?? true }
    set { details.supportsGrouping = newValue }
  }
  open var supportsUngrouping: Bool {
    get { details.supportsUngrouping ?? true }
    set { details.supportsUngrouping = newValue }
  }
  open var supportsDTMF: Bool {
    get { details.supportsDTMF ?? true }
    set { details.supportsDTMF = newValue }
  }
  open var hasVideo: Bool {
    get { details.hasVideo ?? false }
    set { details.hasVideo = newValue }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CXCallUpdate()
    copy.details = details
    return copy
  }
}
