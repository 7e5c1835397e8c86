// On Linux the requests and responses of the URL loading system are a module of their own; its
// URLSession knows no background sessions and is replaced by the one here.
@_exported import Foundation
import FoundationNetworking

public typealias URLRequest = FoundationNetworking.URLRequest
public typealias URLResponse = FoundationNetworking.URLResponse
public typealias HTTPURLResponse = FoundationNetworking.HTTPURLResponse
