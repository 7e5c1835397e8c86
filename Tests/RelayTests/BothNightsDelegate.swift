import Chunks
import CollectorContract
import CoreMotion
import Foundation
import YobanTesting
import UIKit
import Yoban

/// The delegate of a phone app that records its own sensors and receives the chunks of a watch.
final class BothNightsDelegate: UIResponder, UIApplicationDelegate {
  private var night: PhoneRecording?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let collector = URL(string: "https://collector.example")!
    let motion = CMMotionManager()
    var configuration = PhoneRecording.Configuration(
      device: "bedroom-phone",
      sources: [
        MotionSource(.accelerometer, manager: motion), MotionSource(.gyroscope, manager: motion),
      ],
      collector: collector, token: "yb_phone")
    configuration.relay = RelayReceiver.Configuration(
      device: "bedroom-watch", collector: collector, token: "yb_watch")
    do {
      let night = try PhoneRecording(configuration)
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

/// A collector that accepts every chunk from any sender.
///
/// Sendable: accessed only by the code that currently runs in the simulation, and after the run.
final class AcceptingCollector: HTTPGateway, @unchecked Sendable {
  private(set) var paths: Set<String> = []

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    guard let identity = (try? ChunkReader(request.body))?.header.identity else {
      return HTTPExchangeResponse(status: 422, headers: [], body: [])
    }
    paths.insert(URL(string: request.url)?.path ?? "")
    let digest = ChunkDigest(of: request.body).hex
    let receipt = Receipt(
      device: identity.device, stream: identity.stream, sequence: identity.sequence,
      sha256: digest, bytes: request.body.count, samples: 0, gaps: 0)
    return HTTPExchangeResponse(status: 201, headers: [], body: receipt.json)
  }
}
