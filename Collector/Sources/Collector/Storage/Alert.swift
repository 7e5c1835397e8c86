import Chunks

/// Something that people want to know soon: a message for the webhook.
public struct Alert: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A device has sent nothing new for some time, although its recording was not stopped.
    case silent
    /// A device for which there was an alert of the kind `silent` has sent something new.
    case returned
    /// A stored chunk has gaps.
    case gap
    /// An upload was refused, and sending it again does not help.
    case refused
  }

  public var kind: Kind
  public var device: String
  /// The stream, or the stream and the kind of refusal, that the alert is about; empty if it is about the whole device.
  public var subject: String
  /// The time when it was raised, in seconds since 1970.
  public var time: Int64
  /// The body of the request to the webhook: a JSON object.
  public var content: [UInt8]

  public init(kind: Kind, device: String, subject: String, time: Int64, content: [UInt8]) {
    self.kind = kind
    self.device = device
    self.subject = subject
    self.time = time
    self.content = content
  }
}

/// An alert that was not sent yet.
public struct WaitingAlert: Hashable, Sendable {
  /// The number of the alert in this database.
  public var id: Int64
  public var alert: Alert
  /// The number of failed attempts to send it.
  public var attempts: Int

  public init(id: Int64, alert: Alert, attempts: Int) {
    self.id = id
    self.alert = alert
    self.attempts = attempts
  }
}

/// The result of an attempt to send an alert.
public enum AlertOutcome: Hashable, Sendable {
  /// The receiver has accepted it. `at` is in seconds since 1970.
  case sent(at: Int64)
  /// The next attempt is made at this time, in seconds since 1970.
  case failed(nextAt: Int64)
  /// There are no further attempts.
  case givenUp
}

/// The last upload of a device.
public struct DeviceActivity: Hashable, Sendable {
  public var device: String
  /// In seconds since 1970, on the clock of the collector.
  public var lastUpload: Int64

  public init(device: String, lastUpload: Int64) {
    self.device = device
    self.lastUpload = lastUpload
  }
}

/// A device that was silent and has sent something new.
public struct ReturnedDevice: Hashable, Sendable {
  public var activity: DeviceActivity
  /// Whether there was an alert of the kind `silent`.
  public var isReported: Bool

  public init(activity: DeviceActivity, isReported: Bool) {
    self.activity = activity
    self.isReported = isReported
  }
}

/// The storage of alerts. They are stored until they are sent, and several collectors with one database send
/// each of them once if nothing fails.
///
/// At most 200 alerts of a device wait; more are not added.
public protocol AlertStorage: Sendable {
  /// Adds an alert, unless there was one of the same kind, device and subject since a time, in seconds since
  /// 1970. Returns whether it was added.
  func add(_ alert: Alert, unlessRaisedSince time: Int64?) async throws(StorageError) -> Bool

  /// Returns the devices whose last upload was at `time` or before and that are not known as silent.
  func devicesWithoutUpload(since time: Int64) async throws(StorageError) -> [DeviceActivity]

  /// Notes that a device is silent, and adds the alert, in one step.
  ///
  /// Does nothing if it is known as silent, or if it has sent something new.
  ///
  /// - Parameter alert: nil if nobody has to know.
  func noteSilence(_ activity: DeviceActivity, _ alert: Alert?) async throws(StorageError)

  /// Returns the devices that are known as silent and have sent something new, with whether there was an alert
  /// about them.
  func returnedDevices() async throws(StorageError) -> [ReturnedDevice]

  /// Forgets that a device was silent, and adds the alert, in one step. Does nothing if it is not known as
  /// silent.
  func endSilence(of activity: DeviceActivity, _ alert: Alert?) async throws(StorageError)

  /// Returns the oldest alert whose time has come of the next device that has one, and reserves it: no collector
  /// gets it again before `until`, in seconds since 1970.
  ///
  /// - Parameter device: the device whose alert was taken before. The next one follows by its name, and after the last
  ///   name comes the first, so that many alerts of a device do not delay those of others.
  func takeAlert(
    after device: String?, at time: Int64, until: Int64
  ) async throws(StorageError) -> WaitingAlert?

  /// Notes the result of an attempt to send an alert.
  func note(_ outcome: AlertOutcome, of alert: Int64) async throws(StorageError)

  /// Returns the number of alerts that were not sent yet.
  func waitingAlertCount() async throws(StorageError) -> Int

  /// Removes alerts that were sent or given up, and raised before a time in seconds since 1970.
  func removeAlerts(before time: Int64) async throws(StorageError)
}
