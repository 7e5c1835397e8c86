/// An error of the system, as its domain and code.
public struct BluetoothFailure: Error, Hashable, Sendable {
  public enum Domain: Hashable, Sendable {
    /// `CBError` (BT14).
    case coreBluetooth
    /// `CBATTError`: the accessory refused (BT15).
    case attribute
    /// The session itself: a timeout.
    case session
    /// Any other domain, by its name.
    case other(String)
  }

  public var domain: Domain
  public var code: Int

  public init(_ domain: Domain, code: Int) {
    self.domain = domain
    self.code = code
  }

  /// No response arrived within the session's timeout.
  public static let timedOut = BluetoothFailure(.session, code: 1)
  /// The accessory has removed its pairing with this phone
  /// (`CBError.peerRemovedPairingInformation`).
  public static let pairingRemoved = BluetoothFailure(.coreBluetooth, code: 14)
}

extension BluetoothFailure: CustomStringConvertible {
  public var description: String {
    switch domain {
    case .coreBluetooth: "CBError \(code)"
    case .attribute: "CBATTError \(code)"
    case .session: "no answer in time"
    case .other(let name): "\(name) \(code)"
    }
  }
}

/// The reason why a read or a write failed. A write that ended with `timedOut` or `linkLost` may
/// have arrived.
public enum BluetoothRequestError: Error, Hashable, Sendable {
  /// No accessory is connected and discovered.
  case notReady
  /// The accessory does not have the characteristic, or the profile does not name it.
  case missing(AttributePath)
  /// The accessory did not answer within the request timeout.
  case timedOut
  /// The connection ended before the response arrived.
  case linkLost
  /// The accessory or the system refused the request.
  case refused(BluetoothFailure)
  /// The value does not fit into one write (BT21); nothing was sent.
  case tooLong(byteCount: Int, maximum: Int)
  /// Too many writes without response are waiting; nothing was sent.
  case queueFull
  /// The received bytes, or the value to be sent, are malformed.
  case malformed(CharacteristicValueError)
  /// The task that made the request was canceled.
  case cancelled
}

extension BluetoothRequestError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .notReady: "The accessory is not ready."
    case .missing(let path): "The accessory has no \(path)."
    case .timedOut: "The accessory did not answer in time."
    case .linkLost: "The connection ended before the answer came."
    case .refused(let failure): "The request was refused (\(failure))."
    case .tooLong(let count, let maximum):
      "The value has \(count) bytes, but a write can have at most \(maximum)."
    case .queueFull: "Too many writes without response are waiting."
    case .malformed(let error): "The value is malformed: \(error)"
    case .cancelled: "The task was cancelled."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .notReady: "Wait for the event `ready`."
    case .missing: "Check the profile, and the accessory's firmware."
    case .timedOut, .linkLost:
      "Send the request again when the accessory is ready; a write may have arrived."
    case .refused: "Check what the characteristic permits."
    case .tooLong: "Send the value in several writes."
    case .queueFull: "Wait for each write before the next one."
    case .malformed: "Check the type of the characteristic."
    case .cancelled: "Send the request again if it is still needed."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
