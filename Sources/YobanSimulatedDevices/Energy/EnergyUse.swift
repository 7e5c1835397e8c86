import YobanVirtualTime

/// A part of a device that draws power.
package enum EnergyConsumer: Int, Sendable, Hashable, CaseIterable {
  /// The device without any app: nothing is awake.
  case asleep
  /// The processor, awake and idle.
  case awake
  /// Busy cores of the processor; the level is their number.
  case core
  case screen
  /// The receiver of Bluetooth; the level is the share of time in which it listens.
  case bluetoothReceiver
  /// The processor, while it looks at every advertisement in the air.
  case advertisements
  case satellites
  case motionSensors
  /// The sensor of the heart rate and the display of a workout.
  case heartRate
  case audio

  /// The highest level. Uses that want more together share it, because a part is on only once.
  var limit: Double { self == .core ? .infinity : 1 }
}

/// One thing that keeps a part of a device on.
package struct EnergyUse: Sendable, Hashable {
  /// The name of the app; nil for the device itself.
  package let app: String?
  /// The cause in a few words, such as `GPS: best accuracy`.
  package let cause: String
  package let consumer: EnergyConsumer
  /// The share of the part that is on: 1 for all of it, or as the consumer says.
  package let level: Double

  package init(_ app: String?, _ cause: String, _ consumer: EnergyConsumer, level: Double = 1) {
    (self.app, self.cause, self.consumer, self.level) = (app, cause, consumer, level)
  }
}

/// A transfer of bytes over a radio, which stays on for a while afterwards.
package struct EnergyBurst: Sendable, Hashable {
  package let app: String?
  package let radio: BatteryRadio
  package let from: VirtualInstant
  package let until: VirtualInstant
  package let sent: Int64
  package let received: Int64
  /// The parts of the time in which the radio sends and receives.
  package let sending: Duration
  package let receiving: Duration

  package init(
    _ app: String?, over radio: BatteryRadio, from: VirtualInstant, until: VirtualInstant,
    sent: Int64, received: Int64, sending: Duration, receiving: Duration
  ) {
    (self.app, self.radio, self.from, self.until) = (app, radio, from, max(from, until))
    (self.sent, self.received) = (max(0, sent), max(0, received))
    (self.sending, self.receiving) = (max(.zero, sending), max(.zero, receiving))
  }
}
