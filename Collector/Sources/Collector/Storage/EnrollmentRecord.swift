/// A code with which an app enrolls one device, once. The secret of the code is not stored.
public struct EnrollmentRecord: Hashable, Sendable {
  /// The SHA-256 of the secret.
  public var hash: TokenHash
  /// The name that the device gets.
  public var device: String
  /// The label and the groups that the device gets.
  public var description: DeviceDescription
  /// The address of the collector that the app gets.
  public var collector: String
  /// The author of the code: `command line`, or `token` and its id.
  public var author: String
  /// In seconds since 1970.
  public var createdAt: Int64
  /// The time from which on a code that was not used is no longer valid, in seconds since 1970.
  public var expiresAt: Int64
  /// In seconds since 1970; nil while the code is not revoked.
  public var revokedAt: Int64?
  /// The use of the code; nil if it was not used.
  public var use: Use?

  /// The use of a code by an app.
  public struct Use: Hashable, Sendable {
    /// In seconds since 1970.
    public var time: Int64
    /// The hash of the token that the app has got.
    public var token: TokenHash

    public init(time: Int64, token: TokenHash) {
      self.time = time
      self.token = token
    }
  }

  /// The state of a code.
  public enum State: String, Hashable, Sendable {
    /// It can be used.
    case open
    case used, expired, revoked
  }

  /// - Parameter time: in seconds since 1970.
  public func state(at time: Int64) -> State {
    if revokedAt != nil { return .revoked }
    if use != nil { return .used }
    return time < expiresAt ? .open : .expired
  }

  /// The first eight hexadecimal digits of the hash, which users use as the name of the code.
  public var id: String { hash.id }

  public init(
    hash: TokenHash, device: String, description: DeviceDescription = DeviceDescription(),
    collector: String, author: String, createdAt: Int64, expiresAt: Int64,
    revokedAt: Int64? = nil, use: Use? = nil
  ) {
    self.hash = hash
    self.device = device
    self.description = description
    self.collector = collector
    self.author = author
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.use = use
  }
}

/// The outcome of the use of a code.
public enum EnrollmentOutcome: Hashable, Sendable {
  /// The device got its token.
  case enrolled(EnrollmentRecord)
  /// The same app has used the code before: it gets the same token again.
  case repeated(EnrollmentRecord)
  /// There is no such code.
  case unknown
  /// Another app has used the code.
  case used(EnrollmentRecord)
  case expired(EnrollmentRecord)
  /// The code, or the token that was given for it, was revoked.
  case revoked(EnrollmentRecord)
}

/// The storage of codes.
public protocol EnrollmentStorage: Sendable {
  /// Adds codes in one step, unless one of their devices exists or has another code that can be used; returns these
  /// names, sorted. If there are any, nothing is added.
  ///
  /// - Parameter allowingKnown: whether a device may exist.
  func add(
    _ codes: [EnrollmentRecord], allowingKnown: Bool
  ) async throws(StorageError) -> [String]

  /// Returns the names that begin with a text and belong to a device or to a code, sorted.
  func takenNames(startingWith prefix: String) async throws(StorageError) -> [String]

  /// Uses a code: adds the token, the label and the groups of the device, and notes the use, in one durable step.
  ///
  /// For the token that the code was used with before, nothing changes, and the outcome is `.repeated`, however old the
  /// code is.
  ///
  /// - Parameter time: now, in seconds since 1970.
  func enroll(
    hash: TokenHash, token: TokenHash, at time: Int64
  ) async throws(StorageError) -> EnrollmentOutcome

  /// Returns whether there is a code with this hash, in whatever state.
  func isCode(hash: TokenHash) async throws(StorageError) -> Bool

  /// Returns the latest codes, the newest first.
  func enrollments(atMost limit: Int) async throws(StorageError) -> [EnrollmentRecord]

  /// Marks a code as revoked; returns false if there is no such code that can be used.
  func revokeEnrollment(hash: TokenHash, at time: Int64) async throws(StorageError) -> Bool
}
