/// A reason why a file cannot be imported.
public enum RecordingFileError: Error, Hashable, Sendable {
  /// The system or the archive library cannot read the file.
  case unreadable(reason: String)
  /// The file is none of the known formats.
  case unknownFormat
  /// The file ends in the middle.
  case truncated(place: String)
  /// Something that must be right for everything after it is wrong.
  case damaged(reason: String)
  /// The format is known, but not this variant of it.
  case unsupported(reason: String)
  /// The times of the file are those of a local clock, and nothing says which.
  case unknownTimeZone
  /// The archive unpacks to more bytes than a recording of its size can have.
  case unpacksTooLarge(limit: Int64)
}

extension RecordingFileError: CustomStringConvertible {
  /// The problem and the remedy, as sentences.
  public var description: String {
    switch self {
    case .unreadable(let reason): "The file cannot be read: \(reason)."
    case .unknownFormat:
      "The file is none of these: .gt3x of ActiGraph, .cwa of Axivity, .bin of GENEActiv, or a ZIP, CSV or JSON export of Sensor Logger."
    case .truncated(let place):
      "The file ends \(place). Copy it again; if the device wrote no more, add --incomplete to store what is whole."
    case .damaged(let reason): "The file is damaged: \(reason). Copy it again from the device."
    case .unsupported(let reason): "This variant of the format cannot be read: \(reason)."
    case .unknownTimeZone:
      "The times of the file are local times, and it does not say of which time zone. Add --time-zone, such as --time-zone Europe/Paris or --time-zone +01:00."
    case .unpacksTooLarge(let limit):
      "The archive unpacks to more than \(limit) bytes, which no recording of its size does."
    }
  }
}
