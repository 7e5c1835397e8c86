/// The values of the form for new codes, as a user has entered them.
struct EnrollmentForm: Decodable, Hashable, Sendable {
  var device = ""
  var count = "1"
  var label = ""
  /// Separated by commas.
  var groups = ""
  var collector = ""
  /// A time such as `7d`.
  var valid = "7d"

  init() {}

  /// A form for further devices of the same study.
  init(after form: EnrollmentForm) {
    groups = form.groups
    collector = form.collector
    valid = form.valid
  }

  enum CodingKeys: String, CodingKey { case device, count, label, groups, collector, valid }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys, _ value: String) throws -> String {
      try values.decodeIfPresent(String.self, forKey: key) ?? value
    }
    device = try text(.device, "")
    count = try text(.count, "1")
    label = try text(.label, "")
    groups = try text(.groups, "")
    collector = try text(.collector, "")
    valid = try text(.valid, "7d")
  }

  func offer(author: String) throws(EnrollmentOffer.Invalid) -> EnrollmentOffer {
    guard let count = Int(count) else {
      throw EnrollmentOffer.Invalid("The number of devices must be a number.")
    }
    guard let seconds = ValidTime.seconds(valid) else {
      throw EnrollmentOffer.Invalid(
        "The time for which a code is valid must be one such as 7d, 12h or 30m.")
    }
    return try EnrollmentOffer(
      device: device.isEmpty ? nil : device, count: count, label: label.isEmpty ? nil : label,
      groups: groups.split(separator: ",").map(String.init), collector: collector,
      validSeconds: seconds, author: author)
  }
}
