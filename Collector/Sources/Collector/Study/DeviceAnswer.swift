import CollectorContract

/// The facts about a device, in answers of the API.
public struct DeviceAnswer: Encodable, Sendable {
  public var device: String
  public var label: String?
  public var groups: [String]
  /// In seconds since 1970; absent if it has never uploaded a chunk.
  public var lastUpload: Int64?
  var battery: Int?
  var appVersion: String?
  var freeBytes: Int64?

  enum CodingKeys: String, CodingKey {
    case device, label, groups, battery
    case lastUpload = "last_upload"
    case appVersion = "app_version"
    case freeBytes = "free_bytes"
  }

  public init(_ device: String, _ description: DeviceDescription, _ report: DeviceReport?) {
    self.device = device
    label = description.label
    groups = description.groups
    lastUpload = report?.time
    battery = report?.battery
    appVersion = report?.appVersion
    freeBytes = report?.freeBytes
  }

  /// The object as one line of JSON.
  public var jsonLine: String { String(decoding: ContractJSON.encode(self), as: UTF8.self) }
}

/// A device in the list of devices, in answers of the API.
struct DeviceEntry: Encodable {
  var device: String
  var label: String?
  var groups: [String]

  init(_ device: String, _ description: DeviceDescription?) {
    self.device = device
    label = description?.label
    groups = description?.groups ?? []
  }
}

/// A device in the list of a night, in answers of the API.
struct DeviceNightReport: Encodable {
  var device: String
  var label: String?
  var groups: [String]
  var state: String
  var lastUpload: Int64?
  var battery: Int?
  var samples: Int
  var gaps: Int
  var missing: UInt64
  var openGapStart: Int64?

  enum CodingKeys: String, CodingKey {
    case device, label, groups, state, battery, samples, gaps, missing
    case lastUpload = "last_upload"
    case openGapStart = "open_gap_start"
  }

  init(_ night: DeviceNight, until end: Int64) {
    device = night.device
    label = night.description.label
    groups = night.description.groups
    state = night.state.name
    lastUpload = night.report?.time
    battery = night.report?.battery
    samples = night.sampleCount
    gaps = night.gapCount
    missing = night.missingCount
    openGapStart = night.openGapStart(until: end)
  }
}
