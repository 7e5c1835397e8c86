import Chunks
import Foundation
import SimulatedOS
import UIKit
import Yoban

/// A phone app that records itself, and takes what a watch has.
final class BothNightsDelegate: UIResponder, UIApplicationDelegate {
  private var night: NightRecording?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let collector = URL(string: "https://collector.example")!
    var configuration = NightRecording.Configuration(
      device: "bedroom-phone", collector: collector, token: "yb_phone")
    configuration.relay = RelayReceiver.Configuration(
      device: "bedroom-watch", collector: collector, token: "yb_watch")
    do {
      let night = try NightRecording(configuration)
      night.applicationDidFinishLaunching()
      self.night = night
    } catch {
      print("cannot record: \(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    night?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  func start() { try? night?.start(for: .seconds(1_200)) }

  func look() {
    guard let progress = night?.relayProgress else { return }
    print("relayed \(progress.delivered) of \(progress.received)")
  }
}

/// Takes every chunk, whoever sends it.
///
/// Sendable: touched only by the holder of the simulation's baton, and after the run.
final class AcceptingCollector: HTTPGateway, @unchecked Sendable {
  private(set) var paths: Set<String> = []

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let identity = (try? ChunkReader(request.body))?.header.identity else {
      return HTTPExchangeResponse(status: 422, headers: [], body: [])
    }
    paths.insert(URL(string: request.url)?.path ?? "")
    let digest = ChunkDigest(of: request.body).hex
    let receipt = """
      {"bytes":\(request.body.count),"device":"\(identity.device)","gaps":0,"samples":0,\
      "sequence":\(identity.sequence),"sha256":"\(digest)","stream":"\(identity.stream)"}
      """
    return HTTPExchangeResponse(status: 201, headers: [], body: Array(receipt.utf8))
  }
}
