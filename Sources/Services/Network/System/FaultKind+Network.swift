import YobanSimulatedDevices

// The faults of the network of a device, and of its requests to servers.
extension FaultKind {
  public static let offline = FaultKind(
    "offline", "has no network for 10 minutes", for: .seconds(600), traits: [.everyday],
    weaker: [.networkSlow],
    .device(lasting: { device in
      let path = device.network.path
      device.network.path = .offline
      return { device.network.path = path == .offline ? .wifi : path }
    }))

  public static let networkSlow = FaultKind(
    "network-slow", "has a slow network for 10 minutes", for: .seconds(600), traits: [.everyday],
    onRequests { network in
      // Longer than a refresh task may run, and shorter than the usual timeout of a request.
      network.slowDown(by: .seconds(40), factor: 100)
      return { network.endSlowness() }
    })

  public static let serverError = FaultKind(
    "server-error", "receives the answer 500 from every server for 2 minutes", for: .seconds(120),
    traits: [.optional],
    onRequests { network in
      network.serverStatus = 500
      return { network.serverStatus = nil }
    })

  public static let answerLost = FaultKind(
    "answer-lost", "does not receive the next answer of a server", for: .seconds(120),
    traits: [.everyday],
    weaker: [.requestDoubled], onRequests { $0.expect(.answerLost) })

  public static let requestDoubled = FaultKind(
    "request-doubled", "sends the next request twice to its server", for: .seconds(120),
    traits: [.optional], onRequests { $0.expect(.doubled) })

  /// The effect of a fault of requests, which cannot happen in a world without servers.
  private static func onRequests(
    _ begin: @escaping @Sendable (NetworkService) -> FaultEffect.End
  ) -> FaultEffect {
    .device(if: { $0.world.gateway != nil }, lasting: { begin($0.network) })
  }
}

extension NetworkService {
  /// Adds a fault of the next exchange. The function that is returned removes it if it has not happened.
  fileprivate func expect(_ fault: ExchangeFault) -> FaultEffect.End {
    exchangeFaults.append(fault)
    return { self.exchangeFaults.removeAll { $0 == fault } }
  }
}
