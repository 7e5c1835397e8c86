// On Linux the requests and responses of the URL loading system are a module of their own; its
// URLSession knows no background sessions and is replaced by the one here.
@_exported import Foundation
@_exported import class FoundationNetworking.HTTPURLResponse
@_exported import class FoundationNetworking.URLResponse
@_exported import struct FoundationNetworking.URLRequest
