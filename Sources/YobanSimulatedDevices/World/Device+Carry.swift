import YobanSimulatedRadio
import YobanVirtualTime

extension Device {
  /// Carries the device to a place in a straight line, and returns on arrival.
  ///
  /// The device moves in steps of one second, or of 10 m at higher speeds. During the movement
  /// `isMoving` is true, and positions have a speed and a course.
  ///
  /// - Parameter speed: in meters per second, above 0.
  public func carry(to destination: Place, at speed: Double) async throws {
    guard
      Misuse.isRight(speed > 0, "\(name) cannot be carried at \(speed) m/s: the speed is above 0.")
    else { return }
    let start = place
    let distance = start.distance(to: destination)
    guard distance > 0, !leavesOut("carries it to \(destination)") else { return }
    post(.user("carries it to \(destination) at \(speed) m/s"))
    let wasMoving = isMoving
    isBeingCarried = true
    isMoving = true
    let course = Geography.course(from: start, to: destination)
    notifyServices { $0.carried(at: speed, course: course) }
    defer {
      notifyServices { $0.carried(at: 0, course: nil) }
      isMoving = wasMoving
      isBeingCarried = false
    }
    let stride = min(speed, 10)
    let steps = max(1, Int((distance / stride).rounded(.up)))
    let began = world.now
    for step in 1...steps {
      let gone = step == steps ? distance : Double(step) * stride
      let arrival = began + .nanoseconds(Int64((gone / speed * 1e9).rounded()))
      try await Task.sleep(for: arrival - world.now)
      let share = gone / distance
      place =
        step == steps
        ? destination
        : Place(
          x: start.x + (destination.x - start.x) * share,
          y: start.y + (destination.y - start.y) * share)
    }
  }
}
