import YobanSimulatedDevices
import YobanVirtualTime

/// A fault of one exchange with a server.
public enum ExchangeFault: String, Sendable, Hashable, CaseIterable {
  /// The server does what is requested, but its answer is lost: the connection breaks. A background
  /// session sends the request again (FT7); another one fails with NSURLErrorNetworkConnectionLost.
  case answerLost
  /// The server receives the request twice, for example because the first connection broke. The app gets
  /// the second answer.
  case doubled
}

// A slow path, and servers that do not work. They are the same for all apps of the device.
extension NetworkService {
  struct Slowness {
    var latency: Duration
    var factor: Int64
  }

  /// Makes the path slow: every exchange takes `latency` longer, and bytes take `factor` times as long.
  /// The uploads of background sessions that have begun become slower, too; other transfers that have begun
  /// keep their times. Does nothing if the path is slow already.
  ///
  /// - Parameter factor: 1 or more.
  public func slowDown(by latency: Duration, factor: Int64) {
    guard slowness == nil,
      Misuse.isRight(factor >= 1, "a network cannot be \(factor) times as slow: use 1 or more.")
    else { return }
    slowness = Slowness(latency: latency, factor: factor)
    self.latency += latency
    uplinkBytesPerSecond /= factor
    downlinkBytesPerSecond /= factor
    device.transfer.pathSpeedChanged(by: factor, over: 1)
    device.post(.network("slow"))
  }

  /// Ends the effect of `slowDown(by:factor:)`.
  public func endSlowness() {
    guard let slowness else { return }
    self.slowness = nil
    latency -= slowness.latency
    uplinkBytesPerSecond *= slowness.factor
    downlinkBytesPerSecond *= slowness.factor
    device.transfer.pathSpeedChanged(by: 1, over: slowness.factor)
    device.post(.network("fast"))
  }

  /// Sends a request to its server, with the faults that the device has.
  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let gateway = device.world.gateway else { throw HTTPExchangeError.cannotConnect }
    if let serverStatus {
      return HTTPExchangeResponse(
        status: serverStatus, headers: [HTTPField("Content-Length", "0")], body: [])
    }
    guard !exchangeFaults.isEmpty else { return try gateway.exchange(request) }
    let fault = exchangeFaults.removeFirst()
    _ = try gateway.exchange(request)
    switch fault {
    case .answerLost:
      device.post(.network("the answer to \(request.method) \(request.url) is lost"))
      throw HTTPExchangeError.connectionLost
    case .doubled:
      device.post(.network("\(request.method) \(request.url) arrives twice"))
      return try gateway.exchange(request)
    }
  }
}
