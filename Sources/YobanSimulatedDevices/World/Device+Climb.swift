import YobanVirtualTime

extension Device {
  /// Carries the device up or down to an altitude, as on a staircase or in an elevator, and returns
  /// on arrival.
  ///
  /// The altitude changes in steps of one tenth of a second. `place` does not change, and neither
  /// does `isMoving`.
  ///
  /// - Parameters:
  ///   - destination: in meters above sea level.
  ///   - speed: in meters per second, above 0.
  public func climb(to destination: Double, at speed: Double) async throws {
    precondition(speed > 0, "a device climbs at a speed above 0 m/s")
    let (start, began) = (altitude, world.now)
    guard destination != start else { return }
    post(.user("carries it up or down to \(destination) m above sea level at \(speed) m/s"))
    isClimbing = true
    defer { isClimbing = false }
    let steps = max(1, Int((abs(destination - start) / speed * 10).rounded(.up)))
    let duration = abs(destination - start) / speed * 1e9
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      try await Task.sleep(for: began + .nanoseconds(Int64(duration * share)) - world.now)
      altitude = step == steps ? destination : start + (destination - start) * share
    }
  }
}
