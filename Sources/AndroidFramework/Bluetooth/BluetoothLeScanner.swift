internal import YobanSimulatedAndroid

/// `android.bluetooth.le.BluetoothLeScanner`.
///
/// An app may start five scans in 30 s. The sixth does not run, and the app is not notified (AN11).
/// A scan without filters finds nothing while the screen or location is off (AN12).
public final class BluetoothLeScanner {
  /// An extra in the intent of a scan with a PendingIntent.
  public static let EXTRA_CALLBACK_TYPE = "android.bluetooth.le.extra.CALLBACK_TYPE"

  private let client: AndroidClient
  private var running: [Running] = []

  init(_ client: AndroidClient) { self.client = client }

  private var service: AndroidBluetoothService { client.process.app.androidPhone.bluetooth }

  /// Scans for all advertisements, in low-power mode.
  ///
  /// - Throws: `SecurityException` (AN15).
  public func startScan(_ callback: ScanCallback) throws {
    try startScan(nil, ScanSettings.Builder().build(), callback)
  }

  /// Scans for advertisements that match one of the filters. No filters or nil match all.
  ///
  /// A callback that already scans receives `SCAN_FAILED_ALREADY_STARTED`.
  ///
  /// - Throws: `SecurityException` (AN15).
  public func startScan(
    _ filters: [ScanFilter]?, _ settings: ScanSettings, _ callback: ScanCallback
  ) throws {
    guard !running.contains(where: { $0.callback === callback }) else {
      return callback.onScanFailed(ScanCallback.SCAN_FAILED_ALREADY_STARTED)
    }
    let scan = Running(callback)
    let isRunning = try throwing { () throws(AndroidException) in
      try service.startScan(Self.request(filters, settings), for: client.process, scan)
    }
    if isRunning { running.append(scan) }
  }

  /// Starts a scan that continues after the process has ended. Each result is a broadcast of the
  /// intent, which starts the app (AN14). The intent must name a receiver of the manifest.
  ///
  /// - Returns: 0.
  /// - Throws: `SecurityException` (AN15).
  @discardableResult
  public func startScan(
    _ filters: [ScanFilter]?, _ settings: ScanSettings?, _ callbackIntent: PendingIntent
  ) throws -> Int32 {
    let settings = settings ?? ScanSettings.Builder().build()
    _ = try throwing { () throws(AndroidException) in
      try service.startScan(
        Self.request(filters, settings), for: client.process,
        intent: callbackIntent.pending.intent)
    }
    return 0
  }

  public func stopScan(_ callback: ScanCallback) {
    guard let i = running.firstIndex(where: { $0.callback === callback }) else { return }
    service.stopScan(running.remove(at: i))
  }

  public func stopScan(_ callbackIntent: PendingIntent) {
    service.stopScan(of: client.process.app, intent: callbackIntent.pending.intent)
  }

  private static func request(
    _ filters: [ScanFilter]?, _ settings: ScanSettings
  ) -> AndroidScanRequest {
    AndroidScanRequest(filters: (filters ?? []).map(\.description), mode: settings.mode)
  }

  /// The system's receiver for one callback.
  private final class Running: AndroidScanEventReceiver {
    let callback: ScanCallback
    init(_ callback: ScanCallback) { self.callback = callback }

    func found(_ result: AndroidScanResult) {
      callback.onScanResult(ScanSettings.CALLBACK_TYPE_ALL_MATCHES, ScanResult(result))
    }
  }
}

/// `android.bluetooth.le.ScanCallback`. Called on the main thread.
open class ScanCallback {
  public static let SCAN_FAILED_ALREADY_STARTED: Int32 = 1

  public init() {}
  open func onScanResult(_ callbackType: Int32, _ result: ScanResult) {}
  /// Called with an error. Not called for a scan that was dropped because the app started too many
  /// (AN11).
  open func onScanFailed(_ errorCode: Int32) {}
}

/// `android.bluetooth.le.ScanResult`.
public final class ScanResult {
  private let result: AndroidScanResult

  init(_ result: AndroidScanResult) { self.result = result }

  /// Returns the result of a scan with a PendingIntent; nil for any other intent.
  public convenience init?(_ intent: Intent) {
    guard let result = intent.description.scanResult else { return nil }
    self.init(result)
  }

  public func getDevice() -> BluetoothDevice {
    BluetoothDevice(result.address, name: result.data.localName)
  }
  /// The signal strength in dBm.
  public func getRssi() -> Int32 { Int32(result.rssi) }
  /// The time in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  public func getTimestampNanos() -> Int64 { result.timestamp }
  public func isConnectable() -> Bool { result.data.isConnectable }
  public func getScanRecord() -> ScanRecord { ScanRecord(result.data) }
}

/// `android.bluetooth.le.ScanRecord`: the content of an advertisement.
public final class ScanRecord {
  private let data: AdvertisementData

  init(_ data: AdvertisementData) { self.data = data }

  public func getDeviceName() -> String? { data.localName }
  public func getServiceUuids() -> [ParcelUuid] { data.services.map { ParcelUuid($0.uuid) } }
  /// Returns the data of a company, without the two bytes of its number; nil for other companies.
  public func getManufacturerSpecificData(_ manufacturerId: Int32) -> [UInt8]? {
    guard let bytes = data.manufacturerData.map({ [UInt8]($0) }), bytes.count >= 2,
      Int32(bytes[0]) | Int32(bytes[1]) << 8 == manufacturerId
    else { return nil }
    return Array(bytes.dropFirst(2))
  }
  /// The transmit power in dBm; `Integer.MIN_VALUE` if it was not advertised.
  public func getTxPowerLevel() -> Int32 { data.txPowerLevel.map { Int32($0) } ?? .min }
}
