// On Linux, the requests and responses of the URL loading system are in a separate module. The
// URLSession of that module has no background sessions and is replaced by the one in this module.
@_exported import Foundation
import FoundationNetworking

public typealias URLRequest = FoundationNetworking.URLRequest
public typealias URLResponse = FoundationNetworking.URLResponse
public typealias HTTPURLResponse = FoundationNetworking.HTTPURLResponse
