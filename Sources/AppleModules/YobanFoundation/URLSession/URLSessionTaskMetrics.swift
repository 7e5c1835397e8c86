import Foundation
internal import YobanNetwork
internal import YobanSimulatedDevices
internal import YobanVirtualTime

/// The times of a task, with one entry for each request that it sent.
open class URLSessionTaskMetrics: NSObject, @unchecked SimulationConfined {
  @nonexhaustive public enum ResourceFetchType: Int, Sendable {
    case unknown = 0
    case networkLoad = 1
    case serverPush = 2
    case localCache = 3
  }

  open internal(set) var transactionMetrics: [URLSessionTaskTransactionMetrics] = []
  /// From the first `resume()` to the end.
  open internal(set) var taskInterval = DateInterval()
  open internal(set) var redirectCount = 0
}

/// The times of one request and its response. The name lookup, the connection and TLS are not
/// simulated; their times are nil.
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked SimulationConfined {
  public let request: URLRequest
  open internal(set) var response: URLResponse?
  open internal(set) var fetchStartDate: Date?
  open internal(set) var domainLookupStartDate: Date?
  open internal(set) var domainLookupEndDate: Date?
  open internal(set) var connectStartDate: Date?
  open internal(set) var connectEndDate: Date?
  open internal(set) var secureConnectionStartDate: Date?
  open internal(set) var secureConnectionEndDate: Date?
  open internal(set) var requestStartDate: Date?
  open internal(set) var requestEndDate: Date?
  open internal(set) var responseStartDate: Date?
  open internal(set) var responseEndDate: Date?
  open internal(set) var networkProtocolName: String?
  open internal(set) var isProxyConnection = false
  open internal(set) var isReusedConnection = false
  open internal(set) var resourceFetchType = URLSessionTaskMetrics.ResourceFetchType.unknown
  open internal(set) var countOfRequestBodyBytesSent: Int64 = 0
  open internal(set) var countOfResponseBodyBytesReceived: Int64 = 0
  open internal(set) var isCellular = false
  open internal(set) var isExpensive = false
  open internal(set) var isConstrained = false

  init(_ request: URLRequest, fetchStart: Date = Date()) {
    self.request = request
    fetchStartDate = fetchStart
  }

  /// Notes the dates of the current attempt, as the device's clock showed them when something happened.
  func note(_ transfer: TransferTask, _ session: URLSession) {
    func date(_ instant: VirtualInstant?) -> Date? {
      instant.map { session.process.app.device.clockReading(at: $0).date }
    }
    requestStartDate = date(transfer.timing.requestStart)
    requestEndDate = date(transfer.timing.requestEnd)
    responseStartDate = date(transfer.timing.responseStart)
    responseEndDate = date(transfer.timing.responseEnd)
  }
}
