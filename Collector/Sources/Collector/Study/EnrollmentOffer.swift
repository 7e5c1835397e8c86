import Chunks
import CollectorContract
import Foundation

/// The wish to enroll some devices, from which their codes are made.
public struct EnrollmentOffer: Hashable, Sendable {
  /// The name of the device, or of several devices without the number at its end; nil for names such as `device-01`.
  public var device: String?
  /// The number of devices.
  public var count: Int
  public var description: DeviceDescription
  public var collector: URL
  /// The time for which the codes are valid, in seconds.
  public var validSeconds: Int64
  /// The author of the codes: `command line`, or `token` and its id.
  public var author: String
  /// Whether a device with the name may exist: an installation that has lost its token.
  public var allowsKnown: Bool

  /// A wish that cannot be fulfilled, with what to do.
  public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  public static let countMax = 1_000
  public static let defaultSeconds: Int64 = 7 * 86_400
  static let secondsMax: Int64 = 366 * 86_400
  static let secondsMin: Int64 = 60

  /// Checks all values, which a user has entered.
  ///
  /// - Parameters:
  ///   - label: a label, only for one device.
  ///   - collector: the address that apps use, without `/v1`.
  public init(
    device: String?, count: Int = 1, label: String? = nil, groups: [String] = [],
    collector: String, validSeconds: Int64 = defaultSeconds, author: String,
    allowsKnown: Bool = false
  ) throws(Invalid) {
    guard (1...Self.countMax).contains(count) else {
      throw Invalid("The number of devices must be from 1 to \(Self.countMax).")
    }
    guard label == nil || count == 1 else { throw Invalid("A label belongs to one device only.") }
    guard (Self.secondsMin...Self.secondsMax).contains(validSeconds) else {
      throw Invalid("A code is valid for a minute to 366 days.")
    }
    guard !allowsKnown || (device != nil && count == 1) else {
      throw Invalid("Name the one device that may exist.")
    }
    do {
      let name = device ?? Self.defaultBase
      // A number at its end has its place, too.
      _ = try ChunkIdentity(
        device: count == 1 && device != nil ? name : name + "-0000000000", stream: "any",
        sequence: 0)
      self.collector = try EnrollmentCode.address(collector)
      self.description = DeviceDescription(
        label: try label.map(DeviceDescription.label),
        groups: try Set(groups.map(DeviceDescription.group)).sorted())
    } catch let error as ChunkError {
      throw Invalid("\(error.message) \(error.remedy)")
    } catch {
      throw Invalid("\(error)")
    }
    self.device = device
    self.count = count
    self.validSeconds = validSeconds
    self.author = author
    self.allowsKnown = allowsKnown
  }

  private static let defaultBase = "device"

  /// A new code, with its secret.
  public struct Made: Hashable, Sendable {
    public var code: EnrollmentCode
    public var record: EnrollmentRecord

    private struct Line: Encodable {
      var code: String
      var device: String
      var expiresAt: Int64
      var id: String

      enum CodingKeys: String, CodingKey {
        case code, device, id
        case expiresAt = "expires_at"
      }
    }

    /// The code for programs, as one line of JSON.
    public var jsonLine: String {
      let line = Line(
        code: code.text, device: record.device, expiresAt: record.expiresAt, id: record.id)
      return String(decoding: ContractJSON.encode(line), as: UTF8.self)
    }
  }

  /// Makes the codes and stores them, without their secrets.
  ///
  /// - Parameter now: in seconds since 1970.
  /// - Throws: `Invalid` if a device exists, or `StorageError`.
  public func make(in storage: any CollectorStorage, now: Int64) async throws -> [Made] {
    var generator = SystemRandomNumberGenerator()
    // Between reading the names and adding the codes, others may take some of them.
    for isLast in [false, true] {
      var made: [Made] = []
      for name in try await names(in: storage) {
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let code = try EnrollmentCode(collector: collector.absoluteString, random: random)
        made.append(
          Made(
            code: code,
            record: EnrollmentRecord(
              hash: Token(text: code.secret).hash, device: name, description: description,
              collector: collector.absoluteString, author: author, createdAt: now,
              expiresAt: now.clampedAdd(validSeconds))))
      }
      let taken = try await storage.add(made.map(\.record), allowingKnown: allowsKnown)
      if taken.isEmpty { return made }
      if isLast || !isNumbered { throw Invalid(Self.problem(of: taken, allowsKnown)) }
    }
    return []
  }

  private var isNumbered: Bool { device == nil || count > 1 }

  private static func problem(of taken: [String], _ allowsKnown: Bool) -> String {
    let names = taken.prefix(5).joined(separator: ", ") + (taken.count > 5 ? ", …" : "")
    return allowsKnown
      ? "There is a code for \(names) that was not used yet. Revoke it first."
      : "\(names) exists, or has a code that was not used yet. A new installation of an app counts its chunks from the beginning, so it needs a new name."
  }

  private func names(in storage: any CollectorStorage) async throws -> [String] {
    if let device, !isNumbered { return [device] }
    let base = device ?? Self.defaultBase
    return Self.numbered(
      base, count: count, taken: try await storage.takenNames(startingWith: base + "-"))
  }

  /// The names of new devices: the numbers follow the highest one that was given, and have two digits or more.
  ///
  /// - Parameter taken: the names that begin with the base and a hyphen.
  static func numbered(_ base: String, count: Int, taken: [String]) -> [String] {
    let numbers = taken.compactMap { name -> Int? in
      let digits = name.dropFirst(base.count + 1)
      let isNumber =
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...9).contains(digits.count)
      return isNumber ? Int(digits) : nil
    }
    let highest = numbers.max() ?? 0
    let width = max(2, String(highest + count).count)
    return (highest + 1...highest + count).map { number in
      let digits = String(number)
      return "\(base)-\(String(repeating: "0", count: max(0, width - digits.count)))\(digits)"
    }
  }
}
