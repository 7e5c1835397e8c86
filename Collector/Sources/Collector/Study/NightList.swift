import Foundation

/// A part of the list of devices that have sent in a night, and of those that have not.
struct NightList: Sendable {
  var window: NightWindow
  /// nil for all devices.
  var group: String?
  var devices: [DeviceNight]
  var counts: NightStates.Counts
  var groups: [(name: String, counts: NightStates.Counts)]
  /// The position after which the next part begins; nil if this is the last one.
  var next: NightStatePosition?
  /// Now, in seconds since 1970.
  var now: Int64

  static func load(
    _ window: NightWindow, group: String?, after: NightStatePosition?, atMost limit: Int,
    now: Int64,
    from storage: any CollectorStorage
  ) async throws(StorageError) -> NightList {
    let states = try await storage.nightStates(
      NightQuestion(
        times: window.times, group: group, after: after, limit: limit.clampedAdd(1), now: now))
    let positions = states.devices.prefix(limit)
    let descriptions = try await storage.descriptions(of: positions.map(\.device))
    var devices: [DeviceNight] = []
    for position in positions {
      devices.append(
        try await .load(
          position, descriptions[position.device], in: window.times, from: storage))
    }
    let own = group.map { name in states.groups.first { $0.name == name }?.counts ?? .init() }
    return NightList(
      window: window, group: group, devices: devices, counts: own ?? states.all,
      groups: states.groups, next: states.devices.count > limit ? positions.last : nil, now: now)
  }

  /// The end of the night, or now if that is earlier, in nanoseconds since 1970.
  var end: Int64 {
    min(window.times.upperBound, now.clampedMultiply(1_000_000_000))
  }
}
