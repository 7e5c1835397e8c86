extension Device {
  /// Sets the clock, as the user does in Settings: what apps read as the date changes by the difference,
  /// and they are notified (TM1). Time since the boot, timers and the simulation's own time are not
  /// affected.
  ///
  /// - Parameter difference: positive to set the clock ahead, negative to set it back.
  public func setClock(by difference: Duration) {
    let seconds = abs(difference.seconds)
    post(.user("sets the clock \(seconds) s \(difference < .zero ? "back" : "ahead")"))
    clock.change(by: difference)
    for service in services { service.clockWasSet(by: difference) }
  }

  /// The time of the device's clock at the start of the simulation, in nanoseconds since 1970. It changes
  /// when the clock is set.
  package var wallClockAtStart: Int64 { clock.wallClockAtStart }
}
