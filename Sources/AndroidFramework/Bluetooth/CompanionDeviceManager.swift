internal import YobanSimulatedAndroid

/// `android.companion.CompanionDeviceManager`: the devices that the user associated with the app, and their presence
/// (AN14, AN24). Get it with `getSystemService(Context.COMPANION_DEVICE_SERVICE)`.
public final class CompanionDeviceManager {
  private let client: AndroidClient

  init(_ context: Context) { client = context.client }

  private var app: InstalledApp { client.process.app }
  private var radio: AndroidBluetoothService { app.androidPhone.bluetooth }

  /// Associates the app with a device. On a phone, the user selects the device in a dialog; this
  /// call stands for the user's answer.
  public func associate(_ deviceAddress: String) { radio.associate(app, deviceAddress) }

  public func getAssociations() -> [String] { radio.associations(of: app) }

  /// Returns the app's associations. Requires API level 33.
  public func getMyAssociations() -> [AssociationInfo] {
    client.needs(api: 33, for: "CompanionDeviceManager.getMyAssociations")
    return radio.numberedAssociations(of: app).map { AssociationInfo($0.id, $0.address) }
  }

  /// Binds the app's `CompanionDeviceService` from now on while the device is near, and launches the app for it.
  /// Requires API level 31; from level 36 on the call with a request replaces it.
  ///
  /// - Throws: `SecurityException` without REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE, `DeviceNotAssociatedException`
  ///   if the app is not associated with the device.
  public func startObservingDevicePresence(_ deviceAddress: String) throws {
    try observe(deviceAddress, true)
  }

  /// - Throws: The same errors as `startObservingDevicePresence`.
  public func stopObservingDevicePresence(_ deviceAddress: String) throws {
    try observe(deviceAddress, false)
  }

  private func observe(_ address: String, _ isObserved: Bool) throws {
    try check(api: 31)
    guard radio.observe(app, address, isObserved) else {
      throw DeviceNotAssociatedException(
        "App \(client.manifest.package) is not associated with device \(address)")
    }
  }

  /// Binds the app's `CompanionDeviceService` from now on while the device of the request is near. Requires API
  /// level 36.
  ///
  /// - Throws: `SecurityException` without REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE, `DeviceNotAssociatedException`
  ///   if the app has no association of that number.
  public func startObservingDevicePresence(_ request: ObservingDevicePresenceRequest) throws {
    try observe(request, true)
  }

  /// - Throws: The same errors as `startObservingDevicePresence`.
  public func stopObservingDevicePresence(_ request: ObservingDevicePresenceRequest) throws {
    try observe(request, false)
  }

  private func observe(_ request: ObservingDevicePresenceRequest, _ isObserved: Bool) throws {
    try check(api: 36)
    guard radio.observe(app, id: request.getAssociationId(), isObserved) else {
      throw DeviceNotAssociatedException("Association \(request.getAssociationId()) does not exist")
    }
  }

  private func check(api level: Int) throws {
    client.needs(api: level, for: "CompanionDeviceManager.startObservingDevicePresence")
    guard client.holds("REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE") else {
      throw SecurityException(
        "Caller \(client.manifest.package) does not hold android.permission.REQUEST_OBSERVE_COMPANION_DEVICE_PRESENCE"
      )
    }
  }
}

/// `android.companion.AssociationInfo`: a device that the user associated with the app.
public final class AssociationInfo: Sendable {
  private let id: Int32
  private let address: String

  init(_ id: Int32, _ address: String) {
    self.id = id
    self.address = address
  }

  public func getId() -> Int32 { id }
  public func getDeviceMacAddress() -> MacAddress? { MacAddress(address) }
  /// The address in capital letters, as the callbacks with an address give it.
  var addressAsString: String { address }
}

/// `android.net.MacAddress`.
public final class MacAddress: Sendable, CustomStringConvertible {
  private let text: String
  init(_ address: String) { text = address.lowercased() }

  /// Returns the address in small letters, such as `00:11:22:aa:bb:cc`.
  public func toString() -> String { text }
  public var description: String { text }
}

/// `android.companion.ObservingDevicePresenceRequest`, limited to associations.
public final class ObservingDevicePresenceRequest: Sendable {
  private let associationId: Int32
  init(_ associationId: Int32) { self.associationId = associationId }

  public func getAssociationId() -> Int32 { associationId }

  public final class Builder {
    private var associationId = DevicePresenceEvent.NO_ASSOCIATION
    public init() {}

    @discardableResult public func setAssociationId(_ associationId: Int32) -> Builder {
      self.associationId = associationId
      return self
    }

    /// - Throws: `IllegalStateException` without an association.
    public func build() throws -> ObservingDevicePresenceRequest {
      guard associationId != DevicePresenceEvent.NO_ASSOCIATION else {
        throw IllegalStateException(
          "Must provide exactly one of device id, parcel uuid, or association id to observe device presence."
        )
      }
      return ObservingDevicePresenceRequest(associationId)
    }
  }
}
