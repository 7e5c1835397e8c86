/// The token that a server needs for pushes of a type to this app on this phone.
open class PKPushCredentials: NSObject {
  public let type: PKPushType
  /// 32 bytes; the same in each launch.
  public let token: Data

  init(_ type: PKPushType, _ token: Data) { (self.type, self.token) = (type, token) }
}

/// A push, with the values of its JSON text.
open class PKPushPayload: NSObject {
  public let type: PKPushType
  public let dictionaryPayload: [AnyHashable: Any]

  init(_ type: PKPushType, _ payload: String) {
    self.type = type
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    dictionaryPayload = object as? [String: Any] ?? [:]
  }
}

/// The system's description of a VoIP push (iOS 26.4, CK3).
///
/// Sendable: nothing of it changes.
open class PKVoIPPushMetadata: NSObject, @unchecked Sendable {
  /// Whether the app must report a call for the push. It need not while it is in the foreground or has a call, nor for
  /// a push that is late.
  public let mustReport: Bool

  init(mustReport: Bool) { self.mustReport = mustReport }
}
