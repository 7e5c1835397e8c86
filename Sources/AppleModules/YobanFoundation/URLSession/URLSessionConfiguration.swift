import Foundation
import FoundationNetworking
internal import YobanNetwork
internal import YobanSimulatedDevices

/// The settings of a session: of a background session, or of one that ends with its process.
///
/// All settings can be changed, because ordinary code changes them. If a value would change the
/// behavior on a device but is not simulated, creating the session reports a finding.
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked SimulationConfined {
  /// The identifier of a background session, which must be the same in every launch of the app.
  open private(set) var identifier: String?
  /// The name in the trace of a session that is not a background session.
  private(set) var name = "background"
  /// Whether the app is resumed or launched when all tasks have ended.
  open var sessionSendsLaunchEvents = true
  /// Header fields for every request. A field of the request itself takes precedence.
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  /// Whether the system may wait for better conditions: Wi-Fi, power, no Low Power Mode (FT7, L19).
  /// Tasks that are created in the background wait for them even if this is false.
  open var isDiscretionary = false
  /// Whether transfers may use a cellular path. If false, they wait for Wi-Fi.
  open var allowsCellularAccess = true
  /// Whether transfers may use an expensive path. If false, they wait for Wi-Fi, because a cellular
  /// path is expensive.
  open var allowsExpensiveNetworkAccess = true
  /// Whether transfers may use a constrained path, in Low Data Mode. If false, they wait.
  open var allowsConstrainedNetworkAccess = true
  /// The longest duration of a transfer in seconds, counted from `resume()`. After it, the transfer
  /// fails with NSURLErrorTimedOut.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// The container of an app extension. Not simulated.
  open var sharedContainerIdentifier: String?
  /// Whether transfers wait while there is no path. If false, they fail immediately. Background
  /// sessions always wait.
  open var waitsForConnectivity = true
  /// Seconds without progress after which a transfer fails with NSURLErrorTimedOut. Background
  /// sessions always retry instead.
  open var timeoutIntervalForRequest: TimeInterval = 60
  /// Has no effect here: transfers share one link.
  open var httpMaximumConnectionsPerHost = 4
  /// Has no effect here: nothing is cached.
  open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  /// Nothing is cached here; another value than nil reports a finding.
  open var urlCache: URLCache?
  /// The subclasses of `URLProtocol` that may load requests in place of the network, in order. Has
  /// no effect in background sessions, as at Apple. Not nil, so that
  /// `configuration.protocolClasses?.insert(…)` has an effect; a device's list has the system's own
  /// classes, and this one is empty.
  open var protocolClasses: [AnyClass]? = []
  /// Has no effect here: there are no cookies.
  open var httpShouldSetCookies = true
  open var shouldUseExtendedBackgroundIdleMode = false

  /// The configuration of a session whose transfers run only while the process runs, and end with
  /// it. Caches, cookies and credentials are not simulated. Each access returns a new
  /// configuration.
  open class var `default`: URLSessionConfiguration { ofProcess("default") }
  /// As `default`. The difference, that nothing is written to the disk, is not simulated.
  open class var ephemeral: URLSessionConfiguration { ofProcess("ephemeral") }

  private static func ofProcess(_ name: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.name = name
    configuration.waitsForConnectivity = false
    return configuration
  }

  /// Returns the configuration of a session whose transfers continue while the app is suspended and
  /// after it was terminated (FT7).
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.identifier = identifier
    return configuration
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration()
    copy.identifier = identifier
    copy.name = name
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.isDiscretionary = isDiscretionary
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.requestCachePolicy = requestCachePolicy
    copy.urlCache = urlCache
    copy.protocolClasses = protocolClasses
    copy.httpShouldSetCookies = httpShouldSetCookies
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.waitsForConnectivity = waitsForConnectivity
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
    return copy
  }

  /// The settings that affect the system.
  var ofTransfers: TransferSettings {
    var settings = TransferSettings()
    settings.sendsLaunchEvents = sessionSendsLaunchEvents
    settings.isDiscretionary = isDiscretionary
    settings.allowsConstrained = allowsConstrainedNetworkAccess
    settings.allowsCellular = allowsCellularAccess && allowsExpensiveNetworkAccess
    if timeoutIntervalForResource != 604_800 {
      let seconds = min(max(0, timeoutIntervalForResource), 1e9)
      settings.resourceTimeout = .nanoseconds(Int64(seconds * 1e9))
    }
    settings.waitsForConnectivity = waitsForConnectivity
    if timeoutIntervalForRequest != 60 {
      let seconds = min(max(0, timeoutIntervalForRequest), 1e9)
      settings.requestTimeout = .nanoseconds(Int64(seconds * 1e9))
    }
    return settings
  }

  /// Settings that would change the behavior on a device but have no effect here.
  var settingsNotSimulated: [String] {
    var settings: [String] = []
    if urlCache != nil { settings.append("urlCache") }
    if let sharedContainerIdentifier {
      settings.append("sharedContainerIdentifier = \"\(sharedContainerIdentifier)\"")
    }
    if shouldUseExtendedBackgroundIdleMode {
      settings.append("shouldUseExtendedBackgroundIdleMode = true")
    }
    // The system retries by itself; only timeoutIntervalForResource ends such a transfer.
    if identifier != nil, timeoutIntervalForRequest != 60 {
      settings.append("timeoutIntervalForRequest = \(timeoutIntervalForRequest)")
    }
    return settings
  }
}
