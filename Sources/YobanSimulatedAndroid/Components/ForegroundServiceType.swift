/// The purpose of a foreground service, with the values of `ServiceInfo.FOREGROUND_SERVICE_TYPE_…`.
public struct ForegroundServiceType: OptionSet, Sendable, Hashable, Codable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let dataSync = Self(rawValue: 1 << 0)
  public static let mediaPlayback = Self(rawValue: 1 << 1)
  public static let phoneCall = Self(rawValue: 1 << 2)
  public static let location = Self(rawValue: 1 << 3)
  public static let connectedDevice = Self(rawValue: 1 << 4)
  public static let mediaProjection = Self(rawValue: 1 << 5)
  public static let camera = Self(rawValue: 1 << 6)
  public static let microphone = Self(rawValue: 1 << 7)
  public static let health = Self(rawValue: 1 << 8)
  public static let remoteMessaging = Self(rawValue: 1 << 9)
  public static let systemExempted = Self(rawValue: 1 << 10)
  public static let shortService = Self(rawValue: 1 << 11)
  public static let mediaProcessing = Self(rawValue: 1 << 13)
  public static let specialUse = Self(rawValue: 1 << 30)

  /// All types, each with its name in a manifest and the last part of its permission's name (AN5).
  static let all: [(type: Self, name: String, permission: String)] = [
    (.dataSync, "dataSync", "DATA_SYNC"), (.mediaPlayback, "mediaPlayback", "MEDIA_PLAYBACK"),
    (.phoneCall, "phoneCall", "PHONE_CALL"), (.location, "location", "LOCATION"),
    (.connectedDevice, "connectedDevice", "CONNECTED_DEVICE"),
    (.mediaProjection, "mediaProjection", "MEDIA_PROJECTION"), (.camera, "camera", "CAMERA"),
    (.microphone, "microphone", "MICROPHONE"), (.health, "health", "HEALTH"),
    (.remoteMessaging, "remoteMessaging", "REMOTE_MESSAGING"),
    (.systemExempted, "systemExempted", "SYSTEM_EXEMPTED"),
    (.shortService, "shortService", ""), (.mediaProcessing, "mediaProcessing", "MEDIA_PROCESSING"),
    (.specialUse, "specialUse", "SPECIAL_USE"),
  ]

  /// The single types, in the order of their values.
  var single: [Self] { Self.all.map(\.type).filter(contains) }

  /// The text in a manifest, such as `health|location`; `none` for an empty set.
  public var names: String {
    let words = Self.all.filter { contains($0.type) }.map(\.name)
    return words.isEmpty ? "none" : words.joined(separator: "|")
  }

  /// The permission that the app's manifest must declare for this single type, such as
  /// `FOREGROUND_SERVICE_HEALTH`; nil for short services, which need none (AN5).
  var permission: String? {
    guard let entry = Self.all.first(where: { $0.type == self }), !entry.permission.isEmpty else {
      return nil
    }
    return "FOREGROUND_SERVICE_\(entry.permission)"
  }

  /// The permissions of which at least one must be held too; empty if none is required (AN5).
  var prerequisites: [String] {
    switch self {
    case .location: ["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"]
    case .camera: ["CAMERA"]
    case .microphone: ["RECORD_AUDIO"]
    case .phoneCall: ["MANAGE_OWN_CALLS"]
    case .health:
      [
        "HIGH_SAMPLING_RATE_SENSORS", "ACTIVITY_RECOGNITION", "BODY_SENSORS",
        "health.READ_HEART_RATE", "health.READ_SKIN_TEMPERATURE",
        "health.READ_OXYGEN_SATURATION",
      ]
    case .connectedDevice:
      [
        "CHANGE_NETWORK_STATE", "CHANGE_WIFI_STATE", "CHANGE_WIFI_MULTICAST_STATE", "NFC",
        "TRANSMIT_IR", "BLUETOOTH_ADVERTISE", "BLUETOOTH_CONNECT", "BLUETOOTH_SCAN",
        "UWB_RANGING",
      ]
    default: []
    }
  }
}
