import YobanSimulatedRadio

extension IBeacon {
  var identity: BeaconConstraint { BeaconConstraint(uuid: uuid, major: major, minor: minor) }
}

extension BeaconConstraint {
  func matches(_ beacon: IBeacon) -> Bool {
    uuid == beacon.uuid && (major.map { $0 == beacon.major } ?? true)
      && (minor.map { $0 == beacon.minor } ?? true)
  }

  /// A description with the UUID and the numbers that are set, such as `…0825/1/2`.
  var words: String {
    ([uuid.uuidString] + [major, minor].compactMap { $0.map(String.init) }).joined(separator: "/")
  }
}
