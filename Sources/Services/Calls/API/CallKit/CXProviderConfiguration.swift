internal import YobanSimulatedApple

/// The look of a provider's calls, and their largest number.
open class CXProviderConfiguration: NSObject, NSCopying {
  /// Nil, except for a configuration that was created with a name.
  @available(iOS, introduced: 10.0, deprecated: 14.0, message: "No longer supported")
  open var localizedName: String? { name }
  private let name: String?
  open var ringtoneSound: String?
  open var iconTemplateImageData: Data?
  /// The number of groups of calls that the app can have at a time; a further start is refused. A call that is in no
  /// group with another one counts as a group.
  open var maximumCallGroups = 2
  open var maximumCallsPerCallGroup = 5
  open var includesCallsInRecents = true
  open var supportsVideo = false
  open var supportedHandleTypes: Set<CXHandle.HandleType> = []

  public override init() {
    SystemAPI.callConfiguration.reportIfTooNew()
    name = nil
    super.init()
  }

  @available(iOS, introduced: 10.0, deprecated: 14.0)
  public init(localizedName: String) {
    name = localizedName
    super.init()
  }

  private init(_ other: CXProviderConfiguration) {
    name = other.name
    super.init()
    ringtoneSound = other.ringtoneSound
    iconTemplateImageData = other.iconTemplateImageData
    maximumCallGroups = other.maximumCallGroups
    maximumCallsPerCallGroup = other.maximumCallsPerCallGroup
    includesCallsInRecents = other.includesCallsInRecents
    supportsVideo = other.supportsVideo
    supportedHandleTypes = other.supportedHandleTypes
  }

  open func copy(with zone: NSZone? = nil) -> Any { CXProviderConfiguration(self) }
}
