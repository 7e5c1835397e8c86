import YobanVirtualTime

/// Moments that a scenario stores for later.
final class Moments: @unchecked SimulationConfined {
  var on = VirtualInstant.start
  var off = VirtualInstant.start
}
