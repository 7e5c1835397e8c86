internal import YobanSimulatedApple

/// The sound of a notification. Nothing is played.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding {
  let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  public convenience init(named name: UNNotificationSoundName) { self.init(name.rawValue) }

  open class var `default`: UNNotificationSound { UNNotificationSound("default") }
  /// The sound of critical alerts (iOS 12).
  open class var defaultCritical: UNNotificationSound { UNNotificationSound("default critical") }
  /// - Parameter volume: from 0 to 1; without an effect here.
  open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
    make("default critical")
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
    make(name.rawValue)
  }
  /// - Parameter volume: from 0 to 1; without an effect here.
  open class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float)
    -> Self
  {
    make(name.rawValue)
  }
  /// The ringtone of calls (iOS 15.2).
  open class var defaultRingtone: UNNotificationSound {
    SystemAPI.ringtone.reportIfTooNew()
    return UNNotificationSound("default ringtone")
  }
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
    SystemAPI.namedRingtone.reportIfTooNew()
    return make(name.rawValue)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationSound)?.name == name
  }
  open override var hash: Int { name.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let name = (coder as? SoundName)?.name ?? coder.text("name") else { return nil }
    self.name = name
    super.init()
  }

  open func encode(with coder: NSCoder) { coder.encode(name, "name") }

  /// Creates a sound of the class that is called, with the initializer that every subclass has.
  private class func make(_ name: String) -> Self { Self(coder: SoundName(name))! }

  /// An archive of one sound.
  private final class SoundName: NSCoder {
    let name: String
    init(_ name: String) { self.name = name }
  }
}

/// The file name of a sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}
