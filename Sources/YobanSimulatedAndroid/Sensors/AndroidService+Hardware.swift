import YobanSimulatedDevices
import YobanSimulatedRadio

// The connection between sensors or Bluetooth and the rest of an Android phone.
extension AndroidService {
  /// Whether the app of a process is idle: it has shown no activity and has had no foreground
  /// service for `backgroundServiceLimit` (AN1, AN2).
  func isIdle(_ process: AppProcess) -> Bool {
    process.app.process === process && record(of: process.app)?.isIdle ?? true
  }

  /// Whether the app of a process shows an activity or has a foreground service.
  func isForeground(_ process: AppProcess) -> Bool {
    process.app.process === process && importance(of: process.app) <= .foregroundService
  }

  func targetSdkVersion(of app: InstalledApp) -> Int {
    manifest(of: app)?.targetSdkVersion ?? device.profile.version.major
  }

  /// Delivers a scan result to the receiver that its PendingIntent names, and starts the app if
  /// necessary (AN14). Has no effect for a force-stopped app (AN18).
  func deliver(
    scanResult result: AndroidScanResult, with intent: AndroidIntentDescription,
    to app: InstalledApp
  ) {
    guard let record = record(of: app), !record.isStopped else { return }
    deliver(intent.carrying(result), record)
    update()
  }
}

extension AndroidIntentDescription {
  /// Returns the intent with a scan result among its extras.
  func carrying(_ result: AndroidScanResult) -> AndroidIntentDescription {
    var intent = self
    intent.extras["android.bluetooth.le.extra.CALLBACK_TYPE"] = .int(1)
    intent.extras[Self.scanAddress] = .text(result.address)
    intent.extras[Self.scanRSSI] = .int(Int32(result.rssi))
    intent.extras[Self.scanTimestamp] = .long(result.timestamp)
    if let name = result.data.localName { intent.extras[Self.scanName] = .text(name) }
    return intent
  }

  /// The keys of a scan result's parts in an intent, which holds only plain values.
  private static let scanAddress = "scan.address"
  private static let scanRSSI = "scan.rssi"
  private static let scanTimestamp = "scan.timestamp"
  private static let scanName = "scan.name"

  /// The result of a scan that was started with a PendingIntent; nil for other intents.
  package var scanResult: AndroidScanResult? {
    guard case .text(let address)? = extras[Self.scanAddress],
      case .int(let rssi)? = extras[Self.scanRSSI],
      case .long(let timestamp)? = extras[Self.scanTimestamp]
    else { return nil }
    var data = AdvertisementData()
    if case .text(let name)? = extras[Self.scanName] { data.localName = name }
    return AndroidScanResult(
      address: address, data: data, rssi: Int(rssi), timestamp: timestamp)
  }
}
