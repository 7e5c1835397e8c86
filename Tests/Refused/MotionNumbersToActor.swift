// accepted
import CoreMotion

actor Recorder {
  func record(_ x: Double, at time: TimeInterval) {}
}

final class Sampler {
  let manager = CMMotionManager()
  let recorder = Recorder()

  func start() {
    let recorder = recorder
    manager.startAccelerometerUpdates(to: OperationQueue()) { data, _ in
      guard let data else { return }
      let (x, time) = (data.acceleration.x, data.timestamp)
      Task { await recorder.record(x, at: time) }
    }
  }
}
