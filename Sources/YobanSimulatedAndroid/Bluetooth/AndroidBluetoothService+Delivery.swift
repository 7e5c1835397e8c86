import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

extension AndroidBluetoothService {
  /// Delivers a result to the app.
  func deliver(_ result: AndroidScanResult, to scan: AndroidScan) {
    switch scan.receiver {
    case .intent(let intent):
      device.android.deliver(scanResult: result, with: intent, to: scan.app)
    case .receiver(let receiver, _):
      guard let process = scan.process else { return }
      // The controller wakes the CPU for an app in the foreground.
      if device.android.isForeground(process) {
        device.android.wakeProcessor(for: policy.wake)
      }
      process.process.onMain { [weak scan] in
        if scan?.isReceiving == true { receiver.found(result) }
      }
    }
  }

  /// The address of an accessory, as an app on this phone reads it.
  public func address(of accessory: Accessory) -> String { address(of: accessory.peer) }

  /// Returns the address of a peer, which is always the same in worlds with the same seed.
  func address(of peer: any RadioPeer) -> String {
    var stream = RandomStream(
      seed: device.world.simulation.seed, name: "\(peer.radioName)/address")
    return (0..<6).map { _ in
      let byte = String(stream.next(below: 256), radix: 16, uppercase: true)
      return byte.count == 1 ? "0" + byte : byte
    }.joined(separator: ":")
  }

  /// Returns the peer with an address; nil if none has it.
  func peer(at address: String) -> (any RadioPeer)? {
    device.world.radio.peers.first {
      $0 !== ownPeer && self.address(of: $0) == address
    }
  }

  /// Returns whether results are withheld from an app (AN15).
  ///
  /// - Throws: `SecurityException` without the permission to scan.
  func access(_ app: InstalledApp) throws(AndroidException) -> Bool {
    let permissions = permissions(of: app)
    switch BluetoothAccess.scan(
      api: level(of: app), permissions, isLocationOn: isLocationOn)
    {
    case .allowed: return false
    case .withheld: return true
    case .refused(let permission):
      throw AndroidException(
        .security, "Need android.permission.\(permission) permission for startScan")
    }
  }

  /// Checks the permission to connect.
  ///
  /// - Throws: `SecurityException` without it.
  package func checkConnect(_ process: AppProcess, _ call: String) throws(AndroidException) {
    let app = process.app
    guard
      let permission = BluetoothAccess.missingToConnect(
        api: level(of: app), permissions(of: app))
    else { return }
    throw AndroidException(
      .security, "Need android.permission.\(permission) permission for \(call)")
  }

  private func level(of app: InstalledApp) -> Int {
    min(device.profile.version.major, device.android.targetSdkVersion(of: app))
  }

  /// Whether an app scans without deriving its location from the results: then its scans need no location (AN12).
  func isNeverForLocation(_ app: InstalledApp) -> Bool {
    level(of: app) >= 31 && permissions(of: app).isNeverForLocation
  }

  private func permissions(of app: InstalledApp) -> BluetoothAccess.Permissions {
    func has(_ permission: String) -> Bool { device.android.holds(permission, app) }
    return BluetoothAccess.Permissions(
      hasAdmin: has("BLUETOOTH_ADMIN"), hasScan: has("BLUETOOTH_SCAN"),
      hasConnect: has("BLUETOOTH_CONNECT"), hasLegacyBluetooth: has("BLUETOOTH"),
      hasFineLocation: has("ACCESS_FINE_LOCATION"),
      hasCoarseLocation: has("ACCESS_COARSE_LOCATION"),
      isNeverForLocation: has("BLUETOOTH_SCAN.neverForLocation"))
  }
}

extension AndroidPhone {
  /// Switches location on or off for the whole phone: scans without filters need it (AN12).
  public func setLocation(isOn: Bool) {
    post(.user("switches location \(isOn ? "on" : "off")"))
    bluetooth.isLocationOn = isOn
  }
}

extension ScanDuty {
  /// Returns the beginning of the first window after a time.
  func nextWindow(after moment: VirtualInstant, since start: VirtualInstant) -> VirtualInstant {
    let passed = max(0, (moment - start).nanoseconds) / interval.nanoseconds
    return start + .nanoseconds((passed + 1) * interval.nanoseconds)
  }
}

extension Finding {
  static func scanThrottled(_ policy: AndroidBluetoothPolicy) -> Finding {
    Finding(
      .androidScanThrottled, rule: .an11,
      what:
        "startScan was called more than \(policy.scanStartLimit) times in "
        + "\(policy.scanStartWindow): this scan does not run, and no callback says so.",
      remedy: "Start one scan and keep it; do not stop and start it to get fresh results.")
  }

  static func scanDowngraded(after limit: Duration, to mode: ScanMode) -> Finding {
    let effect =
      mode == .opportunistic
      ? "it only receives what the scans of other apps find"
      : "it listens as in SCAN_MODE_LOW_POWER, whatever mode was requested"
    return Finding(
      .androidScanDowngraded, rule: .an11,
      what: "A scan has run for \(limit): from now on \(effect), and no callback says so.",
      remedy:
        "Stop the scan and start it again before that time, not more than five times in 30 s, and give it a filter."
    )
  }

  static let unfilteredScreenOff = Finding(
    .androidScanUnfilteredScreenOff, rule: .an12,
    what: "A scan without filters finds nothing while the screen or location is off.",
    remedy: "Give startScan a ScanFilter, such as the UUID of a service.")

  static let scanWithheld = Finding(
    .androidScanNoPermission, rule: .an15,
    what: "A scan runs whose results are withheld: the app may not know where the phone is.",
    remedy:
      "Ask for ACCESS_FINE_LOCATION and have location switched on; from API 31 on declare "
      + "BLUETOOTH_SCAN with neverForLocation."
  )
}

extension Finding.Kind {
  /// A scan runs for so long that the system listens less for it.
  public static let androidScanDowngraded = Self("android.scan.downgraded")
  /// A scan finds nothing, because a permission is missing.
  public static let androidScanNoPermission = Self("android.scan.no-permission")
  /// A scan finds nothing, because too many scans were started.
  public static let androidScanThrottled = Self("android.scan.throttled")
  /// A scan without a filter pauses while the screen is off.
  public static let androidScanUnfilteredScreenOff = Self("android.scan.unfiltered-screen-off")
}
