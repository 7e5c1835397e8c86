import Foundation
import YobanVirtualTime

/// The data of an advertisement, including its scan response if one was received.
public struct AdvertisementData: Sendable, Hashable {
  public var localName: String?
  public var services: [BluetoothUUID]
  /// UUIDs in Apple's overflow area: only scans for exactly these UUIDs find them (BT29).
  public var overflowServices: [BluetoothUUID] = []
  public var solicitedServices: [BluetoothUUID] = []
  public var serviceData: [ServiceData] = []
  public var manufacturerData: Data?
  /// In dBm.
  public var txPowerLevel: Int?
  public var isConnectable = true

  public struct ServiceData: Sendable, Hashable {
    public var uuid: BluetoothUUID
    public var data: Data

    public init(_ uuid: BluetoothUUID, _ data: Data) {
      self.uuid = uuid
      self.data = data
    }
  }

  public init(services: [BluetoothUUID] = [], localName: String? = nil) {
    self.services = services
    self.localName = localName
  }
}

/// The advertising of an accessory or phone: its data and its interval.
public struct Advertising: Sendable, Hashable {
  public var data: AdvertisementData
  /// A name that only the scan response contains. An active scan requests it.
  public var scanResponseName: String?
  /// The time between two advertisements. The controller adds 0 to 10 ms to each (Core
  /// Specification, volume 6, part B, 4.4.2.2.1).
  public var interval: Duration
  /// Faster advertising for a time after it starts. Apple recommends 20 ms for 30 s (BT18).
  public var initially: (interval: Duration, duration: Duration)? {
    get { initialInterval.map { ($0, initialDuration) } }
    set {
      initialInterval = newValue?.interval
      initialDuration = newValue?.duration ?? .zero
    }
  }
  private var initialInterval: Duration?
  private var initialDuration = Duration.zero

  /// - Parameter interval: 20 ms to 10.24 s. Default: 152.5 ms, which Apple recommends (BT18).
  public init(
    services: [BluetoothUUID] = [], localName: String? = nil, scanResponseName: String? = nil,
    interval: Duration? = nil
  ) {
    let intervals = Duration.milliseconds(20)...Duration.milliseconds(10_240)
    let interval = Misuse.within(
      intervals, interval ?? AccessoryDefaults.standard.advertisingInterval,
      "such advertising interval")
    data = AdvertisementData(services: services, localName: localName)
    self.scanResponseName = scanResponseName
    self.interval = interval
  }

  /// Returns the time of the first advertisement after a moment, without the controller's 0 to 10
  /// ms.
  ///
  /// - Parameter start: the time at which this advertising started.
  package func next(after now: VirtualInstant, since start: VirtualInstant) -> VirtualInstant {
    var (origin, interval) = (start, interval)
    if let initially {
      if now < start + initially.duration {
        interval = initially.interval
      } else {
        origin = start + initially.duration
      }
    }
    guard now >= origin else { return origin }
    let passed = (now - origin).nanoseconds / interval.nanoseconds
    return origin + .nanoseconds((passed + 1) * interval.nanoseconds)
  }

  /// Returns the interval that is used at a moment.
  package func interval(at now: VirtualInstant, since start: VirtualInstant) -> Duration {
    if let initially, now < start + initially.duration { return initially.interval }
    return interval
  }
}
