import Chunks
import Foundation

/// Writes heart rates as resources `Observation` of FHIR R4, one JSON object per line (NDJSON).
///
/// Each follows the profiles of vital signs and of heart rates (hl7.org/fhir/R4/heartrate.html): LOINC 8867-4, in beats
/// per minute (UCUM `/min`). It has the same `id` and `identifier` in each export, so that a server can recognize it.
public struct HeartRateObservation: Sendable {
  /// The system of the identifiers: device, stream and time in nanoseconds since 1970, separated by slashes.
  public static let identifierSystem = "urn:yoban:sample"
  /// The system of the names of devices.
  public static let deviceSystem = "urn:yoban:device"

  private let device: String
  private let stream: String
  /// The member `subject`, as JSON.
  private let subject: String
  private var last: (time: Int64, count: Int)?

  /// - Parameters:
  ///   - device, stream: names that the chunk format allows, which need no escaping.
  ///   - subject: a reference such as `Patient/123`; nil to name the device as the subject's identifier.
  public init(device: String, stream: String, subject: String?) {
    self.device = device
    self.stream = stream
    self.subject =
      subject.map { "{\"reference\":\(Self.quoted($0))}" }
      ?? "{\"identifier\":{\"system\":\"\(Self.deviceSystem)\",\"value\":\"\(device)\"}}"
  }

  /// Whether a text can be a reference to a patient: `Patient/123`, or the same as a URL.
  public static func isReference(_ text: String) -> Bool {
    text.wholeMatch(of: /(https?:\/\/[^\s"\\]+\/)?Patient\/[A-Za-z0-9\-.]{1,64}/) != nil
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = (try? encoder.encode([text])) ?? Data("[\"\"]".utf8)
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }

  /// Appends the line of a sample. Samples must be in the order of their times.
  ///
  /// A value that no heart has, such as the 0 of a strap without contact, becomes the reason for an absent value.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds since 1970.
  ///   - rate: in beats per minute; nil if the sample has no value.
  public mutating func append(_ time: Int64, _ rate: Double?, to text: inout String) {
    guard let rate else { return }
    let count = last.map { $0.time == time ? $0.count + 1 : 1 } ?? 1
    last = (time, count)
    let name = "\(device)/\(stream)/\(time)" + (count > 1 ? "/\(count)" : "")
    text += """
      {"resourceType":"Observation","id":"\(Self.id(of: name))",\
      "meta":{"profile":["http://hl7.org/fhir/StructureDefinition/heartrate"]},\
      "identifier":[{"system":"\(Self.identifierSystem)","value":"\(name)"}],"status":"final",\
      "category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category",\
      "code":"vital-signs","display":"Vital Signs"}]}],\
      "code":{"coding":[{"system":"http://loinc.org","code":"8867-4","display":"Heart rate"}]},\
      "subject":\(subject),"effectiveDateTime":"\(Self.dateTime(time))",\
      "device":{"identifier":{"system":"\(Self.deviceSystem)","value":"\(device)"}},\
      \(Self.value(rate))}

      """
  }

  private static func value(_ rate: Double) -> String {
    guard rate > 0, rate.isFinite else {
      return """
        "dataAbsentReason":{"coding":[{\
        "system":"http://terminology.hl7.org/CodeSystem/data-absent-reason","code":"unknown"}]}
        """
    }
    // A number of JSON, without the ".0" of a whole one.
    let number = Int64(exactly: rate).map(String.init) ?? rate.description
    return """
      "valueQuantity":{"value":\(number),"unit":"beats/minute",\
      "system":"http://unitsofmeasure.org","code":"/min"}
      """
  }

  /// An id of FHIR has at most 64 of the characters A-Z, a-z, 0-9, hyphen and period.
  private static func id(of name: String) -> String {
    SHA256Hash.hash(Array(name.utf8)).prefix(16).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  /// Returns a time in UTC, in milliseconds, as `2025-11-24T21:00:00.000Z`.
  static func dateTime(_ nanoseconds: Int64) -> String {
    let milliseconds = DecimalSeconds.floorDivide(nanoseconds, 1_000_000)
    let seconds = DecimalSeconds.floorDivide(milliseconds, 1_000)
    let rest = String(milliseconds - seconds * 1_000)
    let date = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    return date.dropLast() + "." + String(repeating: "0", count: 3 - rest.count) + rest + "Z"
  }
}
