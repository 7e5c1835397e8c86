// refused: sending 'data' risks causing data races
// Samples are not Sendable: a handler that passes a sample to an actor must copy the numbers out.
import CoreMotion

actor Recorder {
  func record(_ data: CMAccelerometerData) {}
}

final class Sampler {
  let manager = CMMotionManager()
  let recorder = Recorder()

  func start() {
    let recorder = recorder
    manager.startAccelerometerUpdates(to: OperationQueue()) { data, _ in
      guard let data else { return }
      Task { await recorder.record(data) }
    }
  }
}
