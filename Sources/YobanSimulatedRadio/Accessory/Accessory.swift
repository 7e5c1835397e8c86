import Foundation
import YobanVirtualTime

/// A Bluetooth accessory of the world: its advertising, its GATT database and its behavior in code.
///
/// ```swift
/// let strap = try world.addAccessory(
///   "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
///   services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
/// strap.switchOn()
/// strap.notify("2A37", Data([0, 72]))
/// ```
/// Without handlers, a read gets the stored value and a write stores it.
public final class Accessory: @unchecked SimulationConfined {
  public let name: String
  /// The radio of the world that the accessory belongs to.
  package unowned let radio: Radio
  /// The Device Name of the Generic Access service (BT11); nil if the accessory does not have one.
  /// Default: the name in its advertisements, or the accessory's name if they have none.
  public var gapName: String? {
    get {
      givenName ?? advertising.data.localName ?? advertising.scanResponseName ?? name
    }
    set {
      let before = gapName
      givenName = .some(newValue)
      if newValue != before { for link in links { link.nameChanged() } }
    }
  }
  /// The name that the test has set; nil if it has set none.
  private var givenName: String??
  /// The accessory's position. Default: the origin, where devices are, too.
  public var place = Place.origin {
    didSet {
      guard place != oldValue else { return }
      post("moved to \(place)")
      changed()
    }
  }
  /// The device (of the same world) whose owner wears or carries the accessory. The accessory is then where the device
  /// is, and `place` is ignored. Setting nil returns it to its own `place`.
  public weak var carrier: (any RadioCarrier)? {
    didSet {
      guard carrier !== oldValue else { return }
      post(carrier.map { "worn by the owner of \($0.name)" } ?? "put down at \(place)")
      changed()
    }
  }
  /// The power at the antenna, in dBm. Default: 0 (RA1).
  public var transmitPower = AccessoryDefaults.standard.transmitPower { didSet { changed() } }
  /// The advertisements that the accessory sends while it is on and not connected.
  public var advertising: Advertising {
    didSet { if advertising != oldValue { restartAdvertising() } }
  }
  /// Whether the accessory continues to advertise while it is connected, for another central.
  public var advertisesWhileConnected = false { didSet { changed() } }
  /// The time that the accessory takes to list its services after a connection, in addition to the
  /// exchanges themselves. Default: zero. The accessory of article S0 took up to a second (BT9).
  public var serviceDiscoveryTime: ClosedRange<Duration> = .zero...(.zero)
  /// The ATT MTU that the accessory accepts, in bytes: 23 to 517. Default: 517 (BT20).
  public var maximumTransmissionUnit = AccessoryDefaults.standard.maximumTransmissionUnit
  /// The additional time that the accessory takes for each request. Default: zero. A request without an
  /// answer for 30 s ends the connection.
  public var answerDelay = Duration.zero {
    didSet {
      guard answerDelay != oldValue else { return }
      post(answerDelay == .zero ? "answers at once" : "answers after \(answerDelay)")
    }
  }
  /// The damage to the values that the accessory sends, in answers and notifications; nil (the default)
  /// for none.
  public var valueDamage: ValueDamage? {
    didSet {
      guard valueDamage != oldValue else { return }
      post(valueDamage.map { "sends \($0.rawValue) values" } ?? "sends right values")
    }
  }
  /// Whether the clock goes on while the accessory is off. If not, it begins at zero when the accessory is switched
  /// on, as that of a Polar H10 does (RA4). Default: true.
  public var keepsClockWhenOff = true
  public private(set) var database: GATTDatabase
  public private(set) var isOn = false
  /// The time that a full battery lasts; nil if it never runs out.
  public var batteryLifetime: Duration? {
    willSet { markBattery(batteryPercent) }
    didSet { setBatteryAlarm() }
  }

  package private(set) lazy var peer = AccessoryPeer(self)
  var links: [Link] = []
  var advertisingSince = VirtualInstant.start
  var bonds: Set<String> = []
  var refusals: [CoreBluetoothCode] = []
  /// The number of connects that the accessory will not answer.
  var unanswered = 0
  var ownClock = AccessoryClock()
  var behavior = Behavior()
  private var battery = (level: 100.0, since: VirtualInstant.start)
  private var batteryAlarm: EventToken?

  package init(
    _ name: String, _ advertising: Advertising, _ services: [GATTService], on radio: Radio
  ) {
    self.name = name
    self.radio = radio
    self.advertising = advertising
    database = GATTDatabase(services)
  }

  private var simulation: Simulation { radio.simulation }
  public var now: VirtualInstant { simulation.now }

  // MARK: Power

  /// Switches the accessory on: it starts to advertise.
  public func switchOn() {
    guard !isOn, batteryPercent > 0, !simulation.choices.leavesOut("\(name) is switched on") else {
      return
    }
    isOn = true
    if !keepsClockWhenOff { setClock(.zero) }
    battery.since = now
    setBatteryAlarm()
    post("switched on")
    restartAdvertising()
  }

  /// Switches the accessory off at once. Centrals notice it after the supervision timeout (BT17).
  public func switchOff() {
    guard isOn else { return }
    markBattery(batteryPercent)
    isOn = false
    setBatteryAlarm()
    post("switched off")
    let lost = links
    links = []
    for link in lost { link.peerVanished() }
    changed()
    if !lost.isEmpty { behavior.connection?(self, false) }
  }

  /// The battery's charge, from 0 to 100 percent. At 0 the accessory is off.
  public var batteryPercent: Int {
    get {
      guard isOn, let batteryLifetime else { return Int(battery.level.rounded(.up)) }
      let used = (now - battery.since).seconds / batteryLifetime.seconds * 100
      return Int(max(0, battery.level - used).rounded(.up))
    }
    set {
      markBattery(newValue)
      if newValue <= 0 { switchOff() }
    }
  }

  private func markBattery(_ percent: Int) {
    battery = (Double(min(100, max(0, percent))), now)
    setBatteryAlarm()
  }

  private func setBatteryAlarm() {
    if let batteryAlarm { simulation.cancel(batteryAlarm) }
    batteryAlarm = nil
    guard isOn, let batteryLifetime else { return }
    let left = Duration.nanoseconds(
      Int64((Double(batteryLifetime.nanoseconds) * battery.level / 100).rounded()))
    batteryAlarm = simulation.schedule(at: now + left) { [weak self] in
      guard let self else { return }
      batteryAlarm = nil
      battery = (0, now)
      switchOff()
    }
  }

  // MARK: Connections

  public var isConnected: Bool { !links.isEmpty }

  /// Ends every connection in an orderly way: centrals receive `peripheralDisconnected` (BT13).
  public func disconnect() {
    for link in links { link.lose(.peripheralDisconnected) }
  }

  /// Makes the next attempts to connect fail, as the first attempt after a long absence may (BT12).
  public func refuseConnections(
    _ count: Int, with code: CoreBluetoothCode = .connectionFailed
  ) {
    refusals += Array(repeating: code, count: count)
  }

  /// Leaves the next attempts to connect without an answer, although the accessory advertises (RA3).
  ///
  /// On Apple's systems such a connect stays pending until the app cancels it; only the next connect is a new
  /// attempt. `connectGatt` of Android fails with status 133, and with `autoConnect` it tries again.
  public func ignoreConnections(_ count: Int) { unanswered = max(0, count) }

  /// Requests other connection parameters from the connected centrals. Returns whether all granted
  /// them (BT17).
  @discardableResult
  public func requestConnectionParameters(_ parameters: ConnectionParameters) -> Bool {
    links.map { $0.request(parameters) }.allSatisfy(\.self)
  }

  /// Removes all pairings with centrals.
  public func forgetBonds() { bonds.removeAll() }

  // MARK: Values

  /// Returns the stored value of the first characteristic with this UUID.
  public func value(of characteristic: BluetoothUUID) -> Data? {
    database.characteristic(with: characteristic)?.value
  }

  /// Stores the value that reads return. The accessory must have the characteristic.
  public func setValue(_ value: Data, of characteristic: BluetoothUUID) {
    if let handle = handle(of: characteristic) { database.setValue(value, of: handle) }
  }

  /// Stores a value and sends it to every subscriber. The accessory must have the characteristic.
  ///
  /// - Returns: false if a queue was full: that subscriber does not receive the value (BT22).
  @discardableResult
  public func notify(_ characteristic: BluetoothUUID, _ value: Data) -> Bool {
    guard let handle = handle(of: characteristic) else { return false }
    database.setValue(value, of: handle)
    let sent = damaged(value)
    return links.map { $0.notify(sent, of: handle) }.allSatisfy(\.self)
  }

  /// Replaces all services. Connected centrals are notified (`didModifyServices`, BT20).
  public func replaceServices(_ services: [GATTService]) {
    let old = database
    for service in old.services { database.remove(service.handle) }
    for service in services { database.add(service) }
    let characteristics = old.services.flatMap(\.characteristics).map(\.handle)
    for link in links {
      link.databaseChanged(removed: old.services.map(\.handle), characteristics: characteristics)
    }
  }

  /// The handle of the first characteristic with this UUID; nil, and a mistake, if there is none.
  func handle(of characteristic: BluetoothUUID) -> AttributeHandle? {
    let found = database.characteristic(with: characteristic)
    if found == nil {
      let all = database.services.flatMap(\.characteristics).map { "\($0.uuid)" }
      Misuse.report(
        "The accessory \(name) has no characteristic \(characteristic). It has: \(all.joined(separator: ", "))."
      )
    }
    return found?.handle
  }

  func store(_ value: Data, of handle: AttributeHandle) { database.setValue(value, of: handle) }

  // MARK: Advertising

  private func restartAdvertising() {
    advertisingSince = now
    changed()
  }

  package func changed() { radio.changed(peer) }

  /// Writes a short description of an action of the accessory into the trace.
  public func post(_ what: String) {
    radio.record(name, what)
  }
}
