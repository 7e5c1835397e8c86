import Foundation
internal import YobanSimulatedApple

/// A sample that was deleted.
///
/// Sendable: immutable.
open class HKDeletedObject: NSObject, NSSecureCoding, @unchecked Sendable {
  open private(set) var uuid: UUID
  /// The number of the change.
  let number: Int
  init(_ uuid: UUID, number: Int) { (self.uuid, self.number) = (uuid, number) }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let uuid = coder.text("uuid").flatMap(UUID.init(uuidString:)),
      let number = coder.text("number").flatMap({ Int($0) })
    else { return nil }
    (self.uuid, self.number) = (uuid, number)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString, "uuid")
    coder.encode("\(number)", "number")
  }
}

/// An app or a device that saves samples.
///
/// Sendable: immutable.
open class HKSource: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var name: String
  open private(set) var bundleIdentifier: String

  init(name: String, bundleIdentifier: String) {
    (self.name, self.bundleIdentifier) = (name, bundleIdentifier)
  }

  /// The calling app.
  open class func `default`() -> HKSource {
    let definition = AppProcess.callingOnPhone("HKSource.default()").app.definition
    return HKSource(name: definition.name, bundleIdentifier: definition.bundleIdentifier)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.bundleIdentifier == bundleIdentifier
  }
  open override var hash: Int { bundleIdentifier.hashValue }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let name = coder.text("name"), let identifier = coder.text("bundleIdentifier") else {
      return nil
    }
    (self.name, bundleIdentifier) = (name, identifier)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(name, "name")
    coder.encode(bundleIdentifier, "bundleIdentifier")
  }
}

/// A version of a source.
///
/// Sendable: immutable.
open class HKSourceRevision: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var source: HKSource
  open private(set) var version: String?
  open private(set) var productType: String?
  open private(set) var operatingSystemVersion = OperatingSystemVersion()

  public init(source: HKSource, version: String?) {
    (self.source, self.version) = (source, version)
  }

  public init(
    source: HKSource, version: String?, productType: String?,
    operatingSystemVersion: OperatingSystemVersion
  ) {
    (self.source, self.version, self.productType) = (source, version, productType)
    self.operatingSystemVersion = operatingSystemVersion
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let source = coder.decodeObject(of: HKSource.self, forKey: "source"),
      let numbers = coder.text("operatingSystemVersion")?.split(separator: ".").map({ Int($0) }),
      numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2]
    else { return nil }
    self.source = source
    (version, productType) = (coder.text("version"), coder.text("productType"))
    operatingSystemVersion = OperatingSystemVersion(
      majorVersion: major, minorVersion: minor, patchVersion: patch)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(source, forKey: "source")
    if let version { coder.encode(version, "version") }
    if let productType { coder.encode(productType, "productType") }
    let system = operatingSystemVersion
    coder.encode(
      "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
      "operatingSystemVersion")
  }
}

/// The device that produces samples.
///
/// Sendable: immutable.
open class HKDevice: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var name: String?
  open private(set) var manufacturer: String?
  open private(set) var model: String?

  open private(set) var hardwareVersion: String?
  open private(set) var firmwareVersion: String?
  open private(set) var softwareVersion: String?
  open private(set) var localIdentifier: String?
  open private(set) var udiDeviceIdentifier: String?

  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    (self.name, self.manufacturer, self.model) = (name, manufacturer, model)
    self.hardwareVersion = hardwareVersion
    (self.firmwareVersion, self.softwareVersion) = (firmwareVersion, softwareVersion)
    (self.localIdentifier, self.udiDeviceIdentifier) = (localIdentifier, udiDeviceIdentifier)
  }

  /// The texts in the order of the initializer.
  private var texts: [(key: String, text: String?)] {
    [
      ("name", name), ("manufacturer", manufacturer), ("model", model),
      ("hardwareVersion", hardwareVersion), ("firmwareVersion", firmwareVersion),
      ("softwareVersion", softwareVersion), ("localIdentifier", localIdentifier),
      ("udiDeviceIdentifier", udiDeviceIdentifier),
    ]
  }

  /// As the system stores it.
  var plain: [String?] { texts.map(\.text) }

  convenience init(_ texts: [String?]) {
    self.init(
      name: texts[0], manufacturer: texts[1], model: texts[2], hardwareVersion: texts[3],
      firmwareVersion: texts[4], softwareVersion: texts[5], localIdentifier: texts[6],
      udiDeviceIdentifier: texts[7])
  }

  /// Returns the device that runs the app.
  open class func local() -> HKDevice {
    let isWatch =
      AppProcess.callingOnPhone("HKDevice.local()").app.device.profile.platform == .watchOS
    return HKDevice(
      name: isWatch ? "Apple Watch" : "iPhone", manufacturer: "Apple Inc.",
      model: isWatch ? "Watch" : "iPhone", hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? HKDevice)?.plain == plain }
  open override var hash: Int { plain.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    (name, manufacturer) = (coder.text("name"), coder.text("manufacturer"))
    (model, hardwareVersion) = (coder.text("model"), coder.text("hardwareVersion"))
    (firmwareVersion, softwareVersion) = (
      coder.text("firmwareVersion"), coder.text("softwareVersion")
    )
    localIdentifier = coder.text("localIdentifier")
    udiDeviceIdentifier = coder.text("udiDeviceIdentifier")
  }

  open func encode(with coder: NSCoder) {
    for (key, text) in texts { if let text { coder.encode(text, key) } }
  }
}
