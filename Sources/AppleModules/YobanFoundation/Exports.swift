// On Linux, the requests and responses of the URL loading system are in a separate module. The
// URLSession of that module has no background sessions and is replaced by the one in this module.
@_exported import Foundation
import FoundationNetworking

public typealias URLRequest = FoundationNetworking.URLRequest
public typealias NSURLRequest = FoundationNetworking.NSURLRequest
public typealias NSMutableURLRequest = FoundationNetworking.NSMutableURLRequest
public typealias URLResponse = FoundationNetworking.URLResponse
public typealias HTTPURLResponse = FoundationNetworking.HTTPURLResponse
public typealias CachedURLResponse = FoundationNetworking.CachedURLResponse
public typealias URLCache = FoundationNetworking.URLCache
public typealias HTTPCookie = FoundationNetworking.HTTPCookie
public typealias URLCredential = FoundationNetworking.URLCredential
public typealias URLProtectionSpace = FoundationNetworking.URLProtectionSpace
public typealias URLAuthenticationChallenge = FoundationNetworking.URLAuthenticationChallenge
public typealias URLAuthenticationChallengeSender =
  FoundationNetworking.URLAuthenticationChallengeSender

/// The authentication methods of a protection space.
public let NSURLAuthenticationMethodDefault = FoundationNetworking.NSURLAuthenticationMethodDefault
public let NSURLAuthenticationMethodHTTPBasic =
  FoundationNetworking.NSURLAuthenticationMethodHTTPBasic
public let NSURLAuthenticationMethodHTTPDigest =
  FoundationNetworking.NSURLAuthenticationMethodHTTPDigest
/// Never occurs, because TLS is not simulated.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
public let NSURLAuthenticationMethodClientCertificate =
  "NSURLAuthenticationMethodClientCertificate"

/// The key of the data with which a failed or canceled download continues, in the `userInfo` of
/// its error.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
  /// The data with which the download continues; nil if it must start again.
  public var downloadTaskResumeData: Data? {
    userInfo[NSURLSessionDownloadTaskResumeData] as? Data
  }
}
