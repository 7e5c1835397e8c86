import Foundation

/// How a background session behaves.
open class URLSessionConfiguration: NSObject {
  /// The identifier of a background session: the same in every life of the app.
  open private(set) var identifier: String?
  /// The system may wait for better conditions. Has no effect yet; see Known differences.
  open var isDiscretionary = false
  /// Whether the app is woken or launched when all tasks are done.
  open var sessionSendsLaunchEvents = true
  open var allowsCellularAccess = true
  open var allowsExpensiveNetworkAccess = true
  open var allowsConstrainedNetworkAccess = true
  open var waitsForConnectivity = true
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 604_800
  open var httpMaximumConnectionsPerHost = 4
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var sharedContainerIdentifier: String?
  open var shouldUseExtendedBackgroundIdleMode = false

  /// Transfers go on while the app is suspended or gone (FT7).
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.identifier = identifier
    return configuration
  }
}
