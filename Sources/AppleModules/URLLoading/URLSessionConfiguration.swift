import Foundation
internal import SimulatedOS

/// How a session behaves: a background session, or one that ends with its process.
///
/// Settings whose effect is not simulated can be made, because ordinary code makes them; a value
/// that would change what happens on a device is reported as a finding when the session is made.
open class URLSessionConfiguration: NSObject, NSCopying {
  /// The identifier of a background session: the same in every launch of the app.
  open private(set) var identifier: String?
  /// What the trace calls a session that is not a background session.
  private(set) var name = "background"
  /// Whether the app is woken or launched when all tasks are done.
  open var sessionSendsLaunchEvents = true
  /// Sent with every request, unless the request has a field of that name.
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  /// The system may wait for better conditions: Wi-Fi, power, no Low Power Mode (FT7, L19). What is
  /// created in background waits for them whatever is set here.
  open var isDiscretionary = false
  /// False: transfers wait for Wi-Fi.
  open var allowsCellularAccess = true
  /// False: transfers wait for Wi-Fi, for a cellular path is expensive.
  open var allowsExpensiveNetworkAccess = true
  /// False is not simulated.
  open var allowsConstrainedNetworkAccess = true
  /// Seconds for the whole transfer, from `resume()` on; then it fails with NSURLErrorTimedOut.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// A container for an app extension. Not simulated.
  open var sharedContainerIdentifier: String?
  /// Without, a transfer fails at once while there is no path. Background sessions always wait,
  /// whatever is set here.
  open var waitsForConnectivity = true
  /// Seconds without progress after which a transfer fails with NSURLErrorTimedOut. Background
  /// sessions try again instead, whatever is set here.
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var httpMaximumConnectionsPerHost = 4
  open var shouldUseExtendedBackgroundIdleMode = false

  /// Transfers run only while the process runs, and end with it. Caches, cookies and credentials are
  /// not simulated. Every use makes a new configuration.
  open class var `default`: URLSessionConfiguration { ofProcess("default") }
  /// As `default`: what it would not keep on the disk is not simulated.
  open class var ephemeral: URLSessionConfiguration { ofProcess("ephemeral") }

  private static func ofProcess(_ name: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.name = name
    configuration.waitsForConnectivity = false
    return configuration
  }

  /// Transfers go on while the app is suspended or gone (FT7).
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
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.waitsForConnectivity = waitsForConnectivity
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
    return copy
  }

  /// The settings that the system acts on.
  var ofTransfers: TransferSettings {
    var settings = TransferSettings()
    settings.sendsLaunchEvents = sessionSendsLaunchEvents
    settings.isDiscretionary = isDiscretionary
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

  /// Settings that would change what happens on a device and change nothing here.
  var settingsNotSimulated: [String] {
    var settings: [String] = []
    if !allowsConstrainedNetworkAccess { settings.append("allowsConstrainedNetworkAccess = false") }
    if let sharedContainerIdentifier {
      settings.append("sharedContainerIdentifier = \"\(sharedContainerIdentifier)\"")
    }
    if shouldUseExtendedBackgroundIdleMode {
      settings.append("shouldUseExtendedBackgroundIdleMode = true")
    }
    // The system tries again by itself: timeoutIntervalForResource is what ends such a transfer.
    if identifier != nil, timeoutIntervalForRequest != 60 {
      settings.append("timeoutIntervalForRequest = \(timeoutIntervalForRequest)")
    }
    return settings
  }
}

extension URLRequest {
  /// Settings that would change what happens on a device and change nothing here.
  var settingsNotSimulated: [String] {
    var settings: [String] = []
    if timeoutInterval != 60 { settings.append("URLRequest.timeoutInterval = \(timeoutInterval)") }
    if httpBodyStream != nil { settings.append("URLRequest.httpBodyStream") }
    return settings
  }
}
