import Foundation

/// How a background session behaves.
///
/// Settings whose effect is not simulated can be made, because ordinary code makes them; a value
/// that would change what happens on a device is reported as a finding when the session is made.
open class URLSessionConfiguration: NSObject, NSCopying {
  /// The identifier of a background session: the same in every life of the app.
  open private(set) var identifier: String?
  /// Whether the app is woken or launched when all tasks are done.
  open var sessionSendsLaunchEvents = true
  /// Sent with every request, unless the request has a field of that name.
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  /// The system may wait for better conditions. True is not simulated.
  open var isDiscretionary = false
  /// False is not simulated.
  open var allowsCellularAccess = true
  /// False is not simulated.
  open var allowsExpensiveNetworkAccess = true
  /// False is not simulated.
  open var allowsConstrainedNetworkAccess = true
  /// Seconds for the whole transfer. Other values than the default, seven days, are not simulated.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// A container for an app extension. Not simulated.
  open var sharedContainerIdentifier: String?
  /// Background sessions always wait, whatever is set here.
  open var waitsForConnectivity = true
  /// Background sessions try again after this time, whatever is set here.
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var httpMaximumConnectionsPerHost = 4
  open var shouldUseExtendedBackgroundIdleMode = false

  /// Transfers go on while the app is suspended or gone (FT7).
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.identifier = identifier
    return configuration
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration()
    copy.identifier = identifier
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.isDiscretionary = isDiscretionary
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.waitsForConnectivity = waitsForConnectivity
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
    return copy
  }

  /// Settings that would change what happens on a device and change nothing here.
  var settingsNotSimulated: [String] {
    var settings: [String] = []
    if isDiscretionary { settings.append("isDiscretionary = true") }
    if !allowsCellularAccess { settings.append("allowsCellularAccess = false") }
    if !allowsExpensiveNetworkAccess { settings.append("allowsExpensiveNetworkAccess = false") }
    if !allowsConstrainedNetworkAccess { settings.append("allowsConstrainedNetworkAccess = false") }
    if timeoutIntervalForResource != 604_800 {
      settings.append("timeoutIntervalForResource = \(timeoutIntervalForResource)")
    }
    if let sharedContainerIdentifier {
      settings.append("sharedContainerIdentifier = \"\(sharedContainerIdentifier)\"")
    }
    return settings
  }
}
